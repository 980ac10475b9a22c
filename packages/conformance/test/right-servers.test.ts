import { renderVerdict, runConformance } from "@agent-operations/conformance"
import type { Graph, Issue } from "@agent-operations/views/validation"
import { assert, describe, it } from "vitest"
import { describeRightServers } from "./right-servers.ts"
import { toyServer } from "./toy/server.ts"

// The whole suite is a long run's. Here it is single calls, races, walks and large bodies that come through what is between.
describeRightServers({ quick: true, between: ["A1", "R4", "P1", "E4"] })

/** Where an import, or an export from, begins in a line of code. */
const keyword = /\b(import|export|const|class)\b/

/** An issue as another make may tell it, of the same mistake. */
const toldOtherwise = (issue: Issue, { root, nodes }: Graph): Issue => {
  const { position: _, ...placeless } = issue
  const node = [root, ...nodes].find(({ id }) => id === (issue.definition?.id ?? root.id)) ?? root
  if (issue.code === "IMPORT_NOT_ALLOWED" && issue.position !== undefined && node.source.type === "react") {
    const { line } = issue.position
    const text = node.source.code.split("\n")[line - 1]!
    const from = text.startsWith("/*") ? text.indexOf("*/") : 0
    return { ...issue, position: { line, column: from + text.slice(from).search(keyword) + 1 } }
  }
  if (issue.path.startsWith("/settings/")) return { ...placeless, path: issue.path.replace(/\/field$/, "") }
  if (issue.code === "UNKNOWN_FIELD") return { ...placeless, code: "TYPE_ERROR", path: "/source" }
  if (issue.code !== "TARGET_MISMATCH" || node.kind !== "page_view") return placeless
  const field = `custom.${issue.path.split("/").at(-1)}`
  const column = node.settings.columns?.findIndex((one) => one.field === field)
  return column === undefined ? placeless : { ...placeless, path: `/settings/columns/${column}/field` }
}

describe("a right server that validates in another way is called wrong by no check", () => {
  let told = 0

  it("one that tells other places, in other words and another order, and names the page view too", async () => {
    const server = toyServer(({ analyse }) => ({
      analyse: (graph, project) => {
        const { valid, issues, checked } = analyse(graph, project)
        const { id, revision } = graph.root
        const own = id === null || revision === null ? {} : { definition: { kind: "page_view", id, revision } as const }
        const others = issues.map((issue) => ({
          ...own,
          ...toldOtherwise(issue, graph),
          message: `Number ${told++}.`
        }))
        return { valid, issues: others.toReversed(), checked }
      }
    }))
    const report = await runConformance(server, { laws: ["V1", "V2", "V3", "V4", "V5"] })
    const wrong = report.verdicts.filter(({ outcome }) => outcome.status !== "held")
    assert.strictEqual(wrong.map(renderVerdict).join("\n"), "", `seed ${report.seed}`)
  })
})
