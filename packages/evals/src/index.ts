/**
 * Evaluations: what is evaluated, with what, how it went and what that says.
 *
 * @packageDocumentation
 */
export { compare, summarize } from "./statistics/index.ts"
export { ImportTargets, importsInto, Wrong } from "./imports/index.ts"
