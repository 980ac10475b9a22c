/**
 * What running formulas shares with checking them: the environment's operators and options, and how a parsed formula is
 * read. It loads the CEL library, which belongs on a thread.
 *
 * @packageDocumentation
 */
export { options } from "../validation/formula/environment.ts"
export { registerOperators } from "../validation/formula/operators.ts"
export { type Access, walk } from "../validation/formula/walk.ts"
export { fieldNames, typeOfPath } from "../validation/fields.ts"
export { formulaRecords } from "../validation/targets.ts"
