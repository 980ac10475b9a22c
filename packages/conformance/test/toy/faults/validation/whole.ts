import type { Faults } from "../fault.ts"
import { changing, firstOf, telling } from "./wrong.ts"

export const whole: Faults = {
  "calls every page view valid": { law: "V2", requirement: "V2.error", wrong: telling(() => []) },
  "says that it is valid whatever it tells": {
    law: "V2",
    requirement: "V2.valid",
    wrong: ({ analyse }) => ({ analyse: (graph, project) => ({ ...analyse(graph, project), valid: true }) })
  },
  "calls a page view with a warning wrong": {
    law: "V2",
    requirement: "V2.valid",
    wrong: ({ analyse }) => ({
      analyse: (graph, project) => {
        const result = analyse(graph, project)
        return { ...result, valid: result.issues.length === 0 }
      }
    })
  },
  "warns of what is wrong": {
    law: "V2",
    requirement: "V2.error",
    wrong: changing((issue) => ({ ...issue, severity: "warning" }))
  },
  "warns of what is wrong in a definition that is used": {
    law: "V2",
    requirement: "V2.error",
    wrong: changing((issue) => (issue.definition ? { ...issue, severity: "warning" } : issue))
  },
  "warns of cycles": {
    law: "V2",
    requirement: "V2.error",
    wrong: changing((issue) => (issue.code === "REFERENCE_CYCLE" ? { ...issue, severity: "warning" } : issue))
  },
  "takes a reference that is not used for an error": {
    law: "V2",
    requirement: "V2.error",
    wrong: changing((issue) => ({ ...issue, severity: "error" }))
  },
  "tells the first mistake alone": { law: "V2", requirement: "V2.all", wrong: telling((issues) => issues.slice(0, 1)) },
  "tells one mistake of each code": {
    law: "V2",
    requirement: "V2.all",
    wrong: telling((issues) => firstOf(issues, ({ code }) => code))
  },
  "tells one mistake of each definition": {
    law: "V2",
    requirement: "V2.all",
    wrong: telling((issues) => firstOf(issues, ({ definition }) => definition?.id))
  },
  "tells one mistake of each text": {
    law: "V2",
    requirement: "V2.all",
    wrong: telling((issues) => firstOf(issues, ({ path, definition }) => path + definition?.id))
  },
  "tells ten mistakes and no more": {
    law: "V2",
    requirement: "V2.all",
    wrong: telling((issues) => issues.slice(0, 10))
  },
  "tells of what is used only where the page view is right": {
    law: "V2",
    requirement: "V2.all",
    wrong: telling((issues) =>
      issues.some(({ definition }) => definition === undefined)
        ? issues.filter(({ definition }) => !definition)
        : issues
    )
  },
  "tells of a mistake once, and never again": {
    law: "V1",
    requirement: "V1.same",
    wrong: (right) => {
      const known = new Set<string>()
      return telling((issues, { root }) =>
        issues.filter(({ path }) => {
          const key = JSON.stringify([root.source, root.settings, path])
          const isNew = !known.has(key)
          known.add(key)
          return isNew
        })
      )(right)
    }
  },
  "stops at the first reference that is wrong": {
    law: "V1",
    requirement: "V1.same",
    wrong: telling((issues, { root }) => {
      const [first] = Object.values(root.references)
      return issues.filter(({ definition }) => definition === undefined || definition.id === first?.id)
    })
  }
}
