/**
 * How one revision of a definition becomes another: text by lines, JSON by path, in bounded time; and what two people made of one, merged. It knows no kind and no
 * way to show it, and runs in a browser.
 *
 * @packageDocumentation
 */
export { type Effort, fullEffort } from "./effort.ts"
export { type Block, fold, type Line } from "./fold.ts"
export { diffJson, type JsonChange } from "./json.ts"
export type { Json } from "./json-value.ts"
export { merge, type Clash, type Choose, type Merge, type MergeOptions, type Values } from "./merge/merge.ts"
export { mergeJson, type Merged } from "./merge/merge-json.ts"
export { hasMarks, markClashes, mergeLines } from "./merge/merge-text.ts"
export { eachVersion, type Versions } from "./merge/versions.ts"
export { numberValues } from "./number.ts"
export { diffLines, diffSequences, type Run } from "./sequences.ts"
export { compareSides, isChanged, type Part, saysTheSame, type Side } from "./sides.ts"
export { unifiedDiff } from "./unified.ts"
