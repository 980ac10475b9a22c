/**
 * Revisioned definitions of any kind: what the eight operations do.
 *
 * @packageDocumentation
 */
export { encodeDefinition } from "./encode-definition.ts"
export { copies } from "./copies.ts"
export { type DefinitionOptions, definitionHandlers } from "./definition-handlers.ts"
export { definitions, type DefinitionsOptions } from "./definitions.ts"
export { type ListInput, listSummaries } from "./handlers/list.ts"
export { defaultDependencyLimit, defaultPageLimit } from "./limits.ts"
export { spaceOf } from "./space.ts"
export type { ContentIssue, ValidateContent } from "./validate.ts"
