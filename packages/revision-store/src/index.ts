/**
 * Append-only revisions of shared definitions. Knows no kind of its own.
 *
 * @packageDocumentation
 */
export { DefinitionEvents, type SubscriptionOptions } from "./events/DefinitionEvents.ts"
export { migrations } from "./migrations.ts"
export { conflict } from "./internal/failures.ts"
export * from "./model.ts"
export type { ReadRevision } from "./internal/row.ts"
export { EncodedRevisionStore, RevisionStore } from "./RevisionStore.ts"
export type { Changes } from "./verbs/append.ts"
export type { CopyOptions } from "./verbs/copy.ts"
export type { DeletedKey, DeletedOptions, DeletedPage } from "./verbs/deleted.ts"
export type { GraphOptions } from "./verbs/graph.ts"
export type { HistoryOptions, HistoryPage } from "./verbs/history.ts"
export type { ListKey, ListSort } from "./internal/list-order.ts"
export type { ListFilters, ListOptions, ListPage } from "./verbs/list.ts"
export { definitionPins, type Pin, pinIsGone, type Pinning } from "./verbs/pins.ts"
export type { RecoverOptions } from "./verbs/recover.ts"
export type { RestoreOptions } from "./verbs/restore.ts"
