import { ApiKeys, OfferedScopes, Organizations } from "@agent-operations/auth"
import type { Scopes } from "@agent-operations/contract"
import type { MigrationSet } from "@agent-operations/database"
import { recordCopy } from "@agent-operations/error-envelope"
import { Context, Effect, Layer, Logger, Option } from "effect"
import type { SqlClient } from "effect/sql"

recordCopy("@agent-operations/admin", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** An expected failure: why, and what to do, in one line each. */
export interface Foreseen {
  readonly message: string
  readonly hint?: string
}

/** The migrations and scopes of the families that an installation serves. */
export interface Mounted {
  readonly migrations: ReadonlyArray<MigrationSet>
  /** What API keys can be allowed, each with the sentence that people read. */
  readonly scopes: Scopes
}

/**
 * What the commands administer. Nothing of it is opened or loaded before a command needs it.
 *
 * @example
 * Command.provideSync(Installation, {
 *   database: Database.layer({ directory: ".data" }),
 *   schema: undefined,
 *   mounted: Effect.succeed({ migrations, scopes }),
 *   ready: Effect.asVoid(migrate(migrations))
 * })
 */
export class Installation extends Context.Service<
  Installation,
  {
    readonly database: Layer.Layer<SqlClient.SqlClient, Foreseen>
    /** The schema that the tables are in, unless it is `agent_operations`. */
    readonly schema: string | undefined
    readonly mounted: Effect.Effect<Mounted, Foreseen>
    /** Comes before all that reads or writes organizations: it migrates the database, or checks that it is migrated. */
    readonly ready: Effect.Effect<void, Foreseen, SqlClient.SqlClient>
  }
>()("@agent-operations/admin/Installation") {}

/** Runs an effect over the installation's database. What it logs does not mix with what a command prints. */
export const withDatabase = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Installation, ({ database }) => Effect.provide(effect, database)).pipe(
    Effect.provideService(Logger.LogToStderr, true)
  )

/**
 * Runs an effect with `Organizations` and `ApiKeys` over the installation's database, once it is ready.
 *
 * @example
 * administer(Effect.gen(function* () {
 *   const { id } = yield* (yield* Organizations).create({ name: "Acme" })
 *   yield* print(false, { id }, id)
 * }))
 */
export const administer = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Installation, ({ ready, mounted }) => {
    // What creates keys has read the scopes before, and failed where they cannot be told; to all else they are nothing.
    const offered = Effect.map(
      Effect.option(mounted),
      Option.match({ onNone: () => ({}), onSome: ({ scopes }) => scopes })
    )
    const services = Layer.mergeAll(Organizations.layer, ApiKeys.layer).pipe(
      Layer.provide(Layer.effect(OfferedScopes, offered))
    )
    return withDatabase(Effect.andThen(ready, Effect.provide(effect, services)))
  })
