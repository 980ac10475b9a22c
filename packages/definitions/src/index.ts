/**
 * Revisioned definitions of any kind: what the operations of each kind do.
 *
 * @packageDocumentation
 */
export { decodeContent, type DecodedContent } from "./decode-content.ts"
export { encodeDefinition } from "./encode-definition.ts"
export { type DefinitionOptions, definitionHandlers } from "./definition-handlers.ts"
export { definitions, type DefinitionsOptions } from "./definitions.ts"
export { type DeletedInput, listDeletedSummaries } from "./handlers/deleted.ts"
export { firstSummaries, type ListInput, listSummaries, type SummariesPage } from "./handlers/list.ts"
export { defaultPageLimit } from "./limits.ts"
export { spaceOf } from "./space.ts"
export { withoutExtra } from "./without-extra.ts"
export type { ContentIssue, ValidateContent } from "./validate.ts"
