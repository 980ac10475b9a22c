import type { Administrator, AlreadyExists, NotAllowed, Unknown } from "@agent-operations/auth"
import type { NewModelConnection } from "@agent-operations/contract/apps"
import type { EgressRefused, Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Context, type Effect, type Redacted } from "effect"

/** Of which project, and who asks. */
interface OfProject {
  readonly organizationId: string
  readonly projectId: string
  readonly by: Administrator
}

/** A connection as owners and admins see it: without its key. */
export interface ModelConnection extends NewModelConnection {
  readonly id: string
  readonly createdAt: string
}

type Failure = NotAllowed | Unknown | Timeout | Unavailable

/**
 * What apps and judges of a project call models through, which owners and admins make. The console has pages of it where its
 * host gives it this: the `ModelConnections` of `@agent-operations/evals`, or another. Law: G2.
 *
 * @example
 * import { ModelConnections as Connections } from "@agent-operations/evals/calls"
 * const connections = Layer.effect(ModelConnections, Connections)
 */
export class ModelConnections extends Context.Service<
  ModelConnections,
  {
    readonly list: (asked: OfProject) => Effect.Effect<ReadonlyArray<ModelConnection>, Failure>
    readonly add: (
      asked: OfProject & { readonly connection: NewModelConnection; readonly key: Redacted.Redacted }
    ) => Effect.Effect<ModelConnection, Failure | AlreadyExists | EgressRefused>
    /** Replaces the key of one: calls that begin from then on have the new one. */
    readonly rotate: (
      asked: OfProject & { readonly id: string; readonly key: Redacted.Redacted }
    ) => Effect.Effect<ModelConnection, Failure>
    /** Removes one with its key. */
    readonly remove: (asked: OfProject & { readonly id: string }) => Effect.Effect<ModelConnection, Failure>
  }
>()("@agent-operations/console/ModelConnections") {}
