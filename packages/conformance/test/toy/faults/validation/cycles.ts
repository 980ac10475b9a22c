import { InternalError, toAnswer } from "@agent-operations/error-envelope"
import type { Faults } from "../fault.ts"
import { changing, hasCode, missing, silent, telling } from "./wrong.ts"

export const cycles: Faults = {
  "tells of no cycle": { law: "V4", requirement: "validation.REFERENCE_CYCLE", wrong: silent("REFERENCE_CYCLE") },
  "fails where there is a cycle": {
    law: "V4",
    requirement: "validation.REFERENCE_CYCLE",
    wrong: ({ analyse, around }) => ({
      analyse: (graph, project) => {
        const result = analyse(graph, project)
        if (result.issues.some(({ code }) => code === "REFERENCE_CYCLE")) throw new RangeError("Too deep.")
        return result
      },
      around: async (request, next) => {
        try {
          return await around(request, next)
        } catch {
          const { status, body } = toAnswer(new InternalError({ message: "It failed." }))
          return Response.json(body, { status })
        }
      }
    })
  },
  "tells of a cycle in each of its definitions": {
    law: "V4",
    requirement: "V4.once",
    wrong: telling((issues, { root, nodes }) => {
      const cycle = issues.find(({ code }) => code === "REFERENCE_CYCLE")
      const others = cycle === undefined ? [] : [root, ...nodes].filter(({ references }) => "next" in references)
      return [
        ...issues,
        ...others.flatMap(({ kind, id, revision }) =>
          id === null || revision === null || id === root.id ? [] : [{ ...cycle!, definition: { kind, id, revision } }]
        )
      ]
    })
  },
  "tells of a cycle once for each way into it": {
    law: "V4",
    requirement: "V4.once",
    wrong: telling((issues, { root }) => [
      ...issues,
      ...Object.keys(root.references)
        .slice(1)
        .flatMap(() => issues.filter(hasCode("REFERENCE_CYCLE")))
    ])
  },
  "tells of one cycle alone": {
    law: "V4",
    requirement: "V4.once",
    wrong: telling((issues) => {
      const first = issues.find(hasCode("REFERENCE_CYCLE"))
      return issues.filter((issue) => issue === first || issue.code !== "REFERENCE_CYCLE")
    })
  },
  "tells of cycles in what is saved alone": {
    law: "V4",
    requirement: "V4.once",
    wrong: missing((issue, { root }) => root.id === null && issue.code === "REFERENCE_CYCLE")
  },
  "tells of cycles of two alone": {
    law: "V4",
    requirement: "V4.once",
    wrong: missing((issue) => issue.code === "REFERENCE_CYCLE" && issue.message.split("->").length > 3)
  },
  "tells of no cycle that the page view is not in": {
    law: "V4",
    requirement: "V4.once",
    wrong: missing((issue, { root }) => issue.code === "REFERENCE_CYCLE" && !issue.message.includes(String(root.id)))
  },
  "tells of a cycle at the page view": {
    law: "V4",
    requirement: "V4.once",
    wrong: changing(({ definition, ...issue }) =>
      issue.code === "REFERENCE_CYCLE" || definition === undefined ? issue : { ...issue, definition }
    )
  },
  "takes what is used twice for a cycle": {
    law: "V4",
    requirement: "V4.pins",
    wrong: telling((issues, { root, nodes }) => {
      const ids = nodes.map(({ id }) => id)
      const twice = ids.some((id, n) => ids.indexOf(id) < n)
      const known = issues.some(hasCode("REFERENCE_CYCLE"))
      const path = `/references/${Object.keys(root.references)[0]}`
      const cycle = { severity: "error", code: "REFERENCE_CYCLE", message: "A cycle.", path } as const
      return twice && !known ? [...issues, cycle] : issues
    })
  },
  "looks for cycles whatever the revisions": {
    law: "V4",
    requirement: "V4.pins",
    wrong: telling((issues, graph, project) => {
      const uses = new Map<string, ReadonlyArray<string>>()
      for (const { id, revisions } of project.model)
        uses.set(
          id,
          revisions.flatMap(({ references }) => Object.values(references).map((one) => one.id))
        )
      const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
        (uses.get(from) ?? []).some((id) => id === to || (!seen.has(id) && reaches(id, to, seen.add(id))))
      const found = graph.nodes.find(({ id }) => reaches(id!, id!))
      if (found === undefined || issues.some(hasCode("REFERENCE_CYCLE"))) return issues
      const { kind, id, revision } = found
      const definition = { kind, id: id!, revision: revision! }
      const path = "/references/next"
      return [...issues, { severity: "error", code: "REFERENCE_CYCLE", message: "A cycle.", path, definition }]
    })
  }
}
