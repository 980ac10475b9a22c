/**
 * What each operation means; what a host embeds.
 *
 * @packageDocumentation
 */
import { migrations as auth } from "@agent-operations/auth"
import type { MigrationSet } from "@agent-operations/database"
import { migrations as revisionStore } from "@agent-operations/revision-store"
import { migrations as operations } from "./migrations.ts"

export { copies } from "./copies.ts"
export { encodeDefinition, type Json } from "./json.ts"
export { isLookUp } from "./lookUp.ts"
export type { EncodedMeaning, EncodedMeanings, Meaning, Meanings } from "./meaning.ts"
export { EncodedOperations, Operations, OperationServices } from "./Operations.ts"
export { Cursors } from "./paging/Cursors.ts"
export { maxResponseBytes } from "./paging/limits.ts"
export { spaceOf } from "./space.ts"
// Not by the index beside it: the parsers are for the thread that checks, which loads them itself.
export { Validator, type ValidatorOptions } from "./validation/Validator.ts"
export { validateWhole } from "./validation/whole.ts"
export { type ListInput, listSummaries } from "./verbs/list.ts"

/** The tables that the operations need, in every package below. */
export const migrations: ReadonlyArray<MigrationSet> = [auth, revisionStore, operations]
