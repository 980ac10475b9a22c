import type { DefinitionNode } from "@agent-operations/views/validation"
import type { Fault, Faults } from "../fault.ts"
import { adding, changing, codeOf, hasCode, lineOf, missing, ofIssue, silent } from "./wrong.ts"

/** Allows an import in a line like this. */
function importsMissed(line: RegExp): Fault {
  return {
    law: "V2",
    requirement: "validation.IMPORT_NOT_ALLOWED",
    wrong: missing(
      (issue, graph) =>
        issue.code === "IMPORT_NOT_ALLOWED" && line.test(lineOf(issue, graph).replace(/^\/\*.*?\*\/\s*/, ""))
    )
  }
}

export const inCode: Faults = {
  "tells of no code that cannot be parsed": {
    law: "V2",
    requirement: "validation.SYNTAX_ERROR",
    wrong: missing(hasCode("SYNTAX_ERROR", "/source/code"))
  },
  "tells of no formula that cannot be parsed": {
    law: "V2",
    requirement: "validation.SYNTAX_ERROR",
    wrong: missing(hasCode("SYNTAX_ERROR", "/source/expression"))
  },
  "calls a formula that cannot be parsed a type error": {
    law: "V2",
    requirement: "validation.SYNTAX_ERROR",
    wrong: changing((issue) =>
      hasCode("SYNTAX_ERROR", "/source/expression")(issue) ? { ...issue, code: "TYPE_ERROR" } : issue
    )
  },
  "parses no types": {
    law: "V2",
    requirement: "V2.valid",
    wrong: adding((node) => /\b(interface|enum|satisfies)\b/.test(codeOf(node)), "SYNTAX_ERROR")
  },
  "takes a byte order mark for a mistake": {
    law: "V2",
    requirement: "V2.valid",
    wrong: adding((node) => codeOf(node).startsWith("\ufeff"), "SYNTAX_ERROR")
  },
  "parses the first 64 KiB": {
    law: "V2",
    requirement: "validation.IMPORT_NOT_ALLOWED",
    wrong: ({ analyse }) => ({
      analyse: (graph, project) => {
        const { root } = graph
        if (codeOf(root).length < 65_536) return analyse(graph, project)
        const source = { type: "react", code: "export default () => null" } as const
        return analyse({ ...graph, root: { ...root, source } as DefinitionNode }, project)
      }
    })
  },
  "asks for no default export": {
    law: "V2",
    requirement: "validation.NO_DEFAULT_EXPORT",
    wrong: silent("NO_DEFAULT_EXPORT")
  },
  "takes any mention of a default export for one": {
    law: "V2",
    requirement: "validation.NO_DEFAULT_EXPORT",
    wrong: missing(
      (issue, graph) => issue.code === "NO_DEFAULT_EXPORT" && /export default/.test(codeOf(ofIssue(issue, graph)))
    )
  },
  "takes any export for a default": {
    law: "V2",
    requirement: "validation.NO_DEFAULT_EXPORT",
    wrong: missing((issue, graph) => issue.code === "NO_DEFAULT_EXPORT" && /export/.test(codeOf(ofIssue(issue, graph))))
  },
  "takes empty code for none": {
    law: "V2",
    requirement: "validation.NO_DEFAULT_EXPORT",
    wrong: missing((issue, graph) => issue.code === "NO_DEFAULT_EXPORT" && codeOf(ofIssue(issue, graph)).trim() === "")
  },
  "knows no default among exports in braces": {
    law: "V2",
    requirement: "V2.valid",
    wrong: adding((node) => /as default/.test(codeOf(node)), "NO_DEFAULT_EXPORT")
  },
  "knows no classes": {
    law: "V2",
    requirement: "V2.valid",
    wrong: adding((node) => /default class/.test(codeOf(node)), "NO_DEFAULT_EXPORT")
  },
  "allows every import": {
    law: "V2",
    requirement: "validation.IMPORT_NOT_ALLOWED",
    wrong: silent("IMPORT_NOT_ALLOWED")
  },
  "allows no import, not of react": {
    law: "V2",
    requirement: "V2.valid",
    wrong: adding((node) => /^import .*["']react["']/m.test(codeOf(node)), "IMPORT_NOT_ALLOWED")
  },
  "allows no dynamic import of react": {
    law: "V2",
    requirement: "V2.valid",
    wrong: adding((node) => codeOf(node).includes('import("react")'), "IMPORT_NOT_ALLOWED")
  },
  "reads imports in comments and texts": {
    law: "V2",
    requirement: "V2.valid",
    wrong: adding((node) => /^(?!.*react).*import.*from ["']/m.test(codeOf(node)), "IMPORT_NOT_ALLOWED")
  },
  "looks at static imports alone": importsMissed(/import\(/),
  "looks at dynamic imports alone": importsMissed(/^.*import [^(]/),
  "looks at no exports from another module": importsMissed(/^export/),
  "looks at no import of all": importsMissed(/import \*/),
  "looks at no import without names": importsMissed(/import ["']/),
  "looks at no import in quotes of one sort": importsMissed(/'/),
  "looks at no import inside of functions": importsMissed(/=> .*import/),
  "looks at no import inside of classes": importsMissed(/class/),
  "looks at no import inside of templates": importsMissed(/`/),
  "looks at no import inside of elements": importsMissed(/<p/),
  "allows what begins like react": importsMissed(/["'].?react/),
  "allows what ends like react": importsMissed(/react["']/),
  "allows react in capitals": importsMissed(/React/),
  "allows files beside it": importsMissed(/["']\.{1,2}\//),
  "allows the modules of Node": importsMissed(/node:/),
  "allows modules by address": importsMissed(/https:/),
  "allows modules in their text": importsMissed(/data:/)
}
