import { keysOf } from "@agent-operations/error-envelope/pointer"
import type { DefinitionNode } from "@agent-operations/views/validation"
import type { Fault, Faults } from "../fault.ts"
import { adding, codeOf, formulaOf, hasCode, missing, ofIssue, silent, telling } from "./wrong.ts"

/** Takes every reference of such a page view for one that is not used. */
function unusedBut(isSo: (root: DefinitionNode) => boolean): Fault {
  return {
    law: "V3",
    requirement: "V3.unused",
    wrong: telling((issues, { root }) =>
      isSo(root) && Object.keys(root.references).length === 1
        ? [
            ...issues,
            {
              severity: "warning",
              code: "UNUSED_REFERENCE",
              message: "No.",
              path: `/references/${Object.keys(root.references)[0]}`
            }
          ]
        : issues
    )
  }
}

export const inFormulas: Faults = {
  "checks no types": { law: "V2", requirement: "validation.TYPE_ERROR", wrong: silent("TYPE_ERROR") },
  "asks for no type of what a formula yields": {
    law: "V2",
    requirement: "validation.TYPE_ERROR",
    wrong: missing(({ code, message }) => code === "TYPE_ERROR" && message.startsWith("The formula yields"))
  },
  "checks no types inside of macros": {
    law: "V2",
    requirement: "validation.TYPE_ERROR",
    wrong: missing(
      (issue, graph) => hasCode("TYPE_ERROR")(issue) && /\.(map|exists)\(/.test(formulaOf(ofIssue(issue, graph)))
    )
  },
  "checks no arguments of functions": {
    law: "V2",
    requirement: "validation.TYPE_ERROR",
    wrong: missing(
      (issue, graph) => hasCode("TYPE_ERROR")(issue) && /(size|startsWith)\(/.test(formulaOf(ofIssue(issue, graph)))
    )
  },
  "takes a number for a condition": {
    law: "V2",
    requirement: "validation.TYPE_ERROR",
    wrong: missing(
      (issue, graph) => hasCode("TYPE_ERROR")(issue) && /!1|\?|&&|\|\|/.test(formulaOf(ofIssue(issue, graph)))
    )
  },
  "knows no durations and instants": {
    law: "V2",
    requirement: "V2.valid",
    wrong: adding((node) => /^(timestamp|duration)\("/.test(formulaOf(node)), "TYPE_ERROR")
  },
  "reads names inside of texts": {
    law: "V2",
    requirement: "V2.valid",
    wrong: adding((node) => formulaOf(node).includes("custom.nope"), "UNKNOWN_ALIAS")
  },
  "tells of no reference that is not used": {
    law: "V2",
    requirement: "validation.UNUSED_REFERENCE",
    wrong: silent("UNUSED_REFERENCE")
  },
  "tells of no reference that formulas do not use": {
    law: "V2",
    requirement: "validation.UNUSED_REFERENCE",
    wrong: missing((issue) => issue.code === "UNUSED_REFERENCE" && issue.definition !== undefined)
  },
  "takes an alias in a text for a use": {
    law: "V2",
    requirement: "validation.UNUSED_REFERENCE",
    wrong: missing((issue, graph) => {
      const [, alias] = keysOf(issue.path)
      return issue.code === "UNUSED_REFERENCE" && formulaOf(ofIssue(issue, graph)).includes(`custom.${alias}`)
    })
  },
  "takes one of two aliases of a definition for both": {
    law: "V2",
    requirement: "validation.UNUSED_REFERENCE",
    wrong: missing((issue) => issue.code === "UNUSED_REFERENCE" && issue.path.endsWith("againIt_2"))
  },
  "takes what is used to sort for unused": unusedBut(({ settings }) => JSON.stringify(settings).includes("direction")),
  "takes what is used to filter for unused": unusedBut(({ settings }) => JSON.stringify(settings).includes("operator")),
  "takes what is grouped by for unused": unusedBut(({ settings }) =>
    JSON.stringify(settings).includes('"groupBy":"custom')
  ),
  "takes what columns hide for unused": unusedBut(({ settings }) => JSON.stringify(settings).includes("hidden")),
  "takes what code uses for unused": unusedBut((node) => codeOf(node).includes("custom.")),
  "takes what code uses by a name of its own for unused": unusedBut((node) => codeOf(node).includes("custom[")),
  "takes what code takes apart for unused": unusedBut((node) => /\} = props|: \{/.test(codeOf(node))),
  "takes what code passes on for unused": unusedBut((node) => codeOf(node).includes("{...")),
  "fits every field to every target": {
    law: "V2",
    requirement: "validation.TARGET_MISMATCH",
    wrong: silent("TARGET_MISMATCH")
  },
  "fits every field to every field": {
    law: "V2",
    requirement: "validation.TARGET_MISMATCH",
    wrong: missing((issue) => issue.code === "TARGET_MISMATCH" && issue.definition !== undefined)
  },
  "fits cases of runs to traces": {
    law: "V2",
    requirement: "validation.TARGET_MISMATCH",
    wrong: missing((issue) => issue.code === "TARGET_MISMATCH" && issue.path.endsWith("evaluation_case"))
  },
  "fits no spans to a trace": {
    law: "V2",
    requirement: "validation.TARGET_MISMATCH",
    wrong: telling((issues, { root }) =>
      root.kind === "page_view" && root.settings.target === "trace" && "span" in root.references
        ? [...issues, { severity: "error", code: "TARGET_MISMATCH", message: "No.", path: "/references/span" }]
        : issues
    )
  }
}
