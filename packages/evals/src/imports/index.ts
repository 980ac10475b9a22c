export { ImportTargets } from "./apply/ImportTargets.ts"
export { Wrong } from "./apply/wrong.ts"
export { importsInto } from "./imports.ts"
