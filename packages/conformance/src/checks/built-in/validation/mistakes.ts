import type { Definition } from "../../../client.ts"
import type { Mistake } from "./issues.ts"
import { formula, type Kind, react } from "./validating.ts"

export const rightFormula = formula("1")
export const wrongFormula = formula("1 - true")
export const rightCode = react("export default () => null")
export const wrongCode = react("export default () => (")

export const wrongIn = (
  kind: Kind,
  made: Definition,
  what = `${kind} ${made.id} at revision ${made.revision}`
): Mistake => ({
  what,
  codes: [kind === "custom_field" ? "TYPE_ERROR" : "SYNTAX_ERROR"],
  paths: kind === "custom_field" ? ["/source/expression", "/source"] : ["/source/code", "/source"],
  of: { kind, id: made.id, revision: made.revision }
})
