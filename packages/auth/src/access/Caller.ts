import { WorkFor } from "@agent-operations/database"
import { recordCopy } from "@agent-operations/error-envelope"
import { Context, Effect } from "effect"
import type { Access } from "./principal.ts"

recordCopy("@agent-operations/auth", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** The caller of the operation that is being carried out. */
export class Caller extends Context.Service<Caller, Access>()("@agent-operations/auth/Caller") {}

/**
 * Carries work out as a caller's, for their organization: it takes turns with that of others. Law: K3.
 *
 * @example
 * calledBy(access)(handler(input))
 */
export const calledBy =
  (access: Access) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Caller>> =>
    // One by one: two contexts that are merged are copied whole, for each call.
    Effect.provideService(Effect.provideService(work, Caller, access), WorkFor, access.organizationId)
