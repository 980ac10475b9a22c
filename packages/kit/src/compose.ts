import {
  ApiKeys,
  type CredentialVerifier,
  deletionUpkeep,
  migrations as auth,
  OfferedScopes,
  openProjects,
  Organizations,
  type RateLimit,
  type UsageBudget
} from "@agent-operations/auth"
import { contractOf, type Family } from "@agent-operations/contract"
import {
  migrateAs,
  type MigrateError,
  type MigrateMode,
  type MigrationSet,
  statisticsUpkeep,
  upkeepMigrations
} from "@agent-operations/database"
import { oneCopy, recordCopy, type Timeout, type Unavailable } from "@agent-operations/error-envelope"
import { AgentHttp, type AgentHttpLayerOptions, type HttpEntry } from "@agent-operations/http"
import {
  Cursors,
  type FamilyModule,
  type Implements,
  Invoker,
  type InvokerOptions,
  migrations as operations,
  type Route
} from "@agent-operations/operations"
import { DefinitionEvents, EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect, Layer, type Scope } from "effect"
import type { SqlClient } from "effect/sql"
import { makeReadiness } from "./readiness.ts"
import { tellUnservedKinds } from "./unserved-kinds.ts"

recordCopy("@agent-operations/kit", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** The services that the layers of families can use. */
export type FamilyServices = SqlClient.SqlClient | EncodedRevisionStore | Cursors

/** A module of any families, as a host lists them. */
export interface AnyModule {
  readonly families: ReadonlyArray<Family.Any>
  readonly layer: Layer.Layer<never, unknown, FamilyServices>
  readonly migrations: ReadonlyArray<MigrationSet>
  readonly routes?: ReadonlyArray<Route<unknown>>
}

/** The families of some modules. */
export type FamiliesOf<M extends ReadonlyArray<AnyModule>> = M[number]["families"][number]

/** What the layers of some modules provide beside their implementations. */
export type ServicesOf<M extends ReadonlyArray<AnyModule>> = ServicesOfOne<M[number]>

// One by one: of several at once, only what all of them provide would be inferred.
type ServicesOfOne<M> = M extends FamilyModule<infer _F, infer Out, infer _R, infer _E> ? Out : never

/** What the layers of some modules can fail with. */
export type ErrorsOf<M extends ReadonlyArray<AnyModule>> = Layer.Error<M[number]["layer"]>

/**
 * The migrations of some modules, of what every server needs, and of `more`, each owner's once. Throws a `TypeError`
 * if two different sets have one owner.
 *
 * @example
 * await Effect.runPromise(Effect.provide(migrate(migrationsOf([views()])), database))
 */
export const migrationsOf = (
  modules: ReadonlyArray<AnyModule>,
  more: ReadonlyArray<MigrationSet> = []
): ReadonlyArray<MigrationSet> => {
  const sets = new Map<string, MigrationSet>()
  for (const set of [auth, ...modules.flatMap(({ migrations }) => migrations), operations, upkeepMigrations, ...more]) {
    const other = sets.get(set.owner)
    if (other !== undefined && other !== set) {
      throw new TypeError(`Two sets of migrations have the owner ${JSON.stringify(set.owner)}. Rename one of them.`)
    }
    sets.set(set.owner, set)
  }
  return [...sets.values()]
}

/**
 * The families of some modules, in the order of the list: for conformance, and for `contractOf`.
 *
 * @example
 * export const families = familiesOf([views(), definitions(AlertRule)])
 */
export const familiesOf = <const M extends ReadonlyArray<AnyModule>>(modules: M): ReadonlyArray<FamiliesOf<M>> =>
  modules.flatMap(({ families }) => families)

/** What the modules serve beside operations, and the host's own. The layers of modules provide what theirs take. */
const routesOf = <const M extends ReadonlyArray<AnyModule>>(modules: M, own: ReadonlyArray<Route> = []) =>
  [...modules.flatMap(({ routes = [] }) => routes), ...own] as ReadonlyArray<Route<ServicesOf<M> | FamilyServices>>

/** The services of every kit: what entries beside its operations may take. */
export type KitServices =
  | Invoker
  | CredentialVerifier
  | RateLimit
  | UsageBudget
  | EncodedRevisionStore
  | DefinitionEvents
  | Cursors
  | Organizations
  | ApiKeys
  | OfferedScopes
  | SqlClient.SqlClient

/** The same with what the layers of some modules provide. */
export type Composed<M extends ReadonlyArray<AnyModule>> = KitServices | ServicesOf<M>

/** What a composition provides; `Out` is what the layers of its modules do. */
export type Composition<Out = never> = AgentHttp | KitServices | Out

/** Why a composition cannot start; `E` is what its database, its access and the layers of its modules can fail with. */
export type StartError<E = never> = E | MigrateError | Timeout | Unavailable

/** The parts of a server that is composed of layers. */
export interface ComposeOptions<M extends ReadonlyArray<AnyModule>, E, R>
  extends Omit<AgentHttpLayerOptions, "entries">, InvokerOptions {
  readonly families: M
  /** What else is answered, which decides by itself who may: pages for people, metrics, a protocol of its own. */
  readonly entries?: Effect.Effect<ReadonlyArray<HttpEntry>, never, Composed<M> | Scope.Scope> | undefined
  /** Tables of the host's own, beside those of the families. */
  readonly migrations?: ReadonlyArray<MigrationSet> | undefined
  /** What to do with the tables at the start. Default: `"auto"`. */
  readonly migrate?: MigrateMode | undefined
  readonly database: Layer.Layer<SqlClient.SqlClient, E, R>
  /** Whom a credential stands for, and how much they may do. */
  readonly access: Layer.Layer<CredentialVerifier | RateLimit | UsageBudget, E, R | SqlClient.SqlClient | OfferedScopes>
}

/**
 * Everything that answers operations, as a layer: for servers that are composed of layers. Other hosts call
 * `createAgentOperations`.
 *
 * @example
 * compose({ families: [views()], database, access: Layer.mergeAll(ApiKeyVerifier.layer, RateLimit.perMinute(), UsageBudget.unlimited) })
 */
export const compose = <const M extends ReadonlyArray<AnyModule>, E, R>(
  options: ComposeOptions<M, E, R>
): Layer.Layer<Composition<ServicesOf<M>>, StartError<E | ErrorsOf<M>>, R> => {
  const { families, access, database, deadline, migrate = "auto" } = options
  const mounted = familiesOf(families)
  const migrations = migrationsOf(families, options.migrations)
  const [first, ...others] = families.map(({ layer }) => layer)
  const implementations = (first === undefined ? Layer.empty : Layer.mergeAll(first, ...others)) as Layer.Layer<
    Implements<string> | ServicesOf<M>,
    ErrorsOf<M>,
    FamilyServices
  >
  const upkeep = deletionUpkeep(migrations.flatMap(({ tenantTables = [] }) => tenantTables))
  const administration = Layer.mergeAll(
    Organizations.layer,
    ApiKeys.layer,
    upkeep,
    statisticsUpkeep,
    openProjects
  ).pipe(
    Layer.provideMerge(Layer.succeed(OfferedScopes, contractOf<Family.Any>(mounted).scopes)),
    Layer.provideMerge(Layer.effectDiscard(migrateAs(migrate, migrations))),
    // Before the database: its options are secrets of this copy of effect.
    Layer.provideMerge(Layer.provide(database, Layer.effectDiscard(oneCopy)))
  )
  const http = Layer.unwrap(
    Effect.map(makeReadiness(migrations), (ready) =>
      AgentHttp.layer({ ...options, routes: routesOf(families, options.routes), ready })
    )
  )
  const unserved = Layer.effectDiscard(tellUnservedKinds(mounted.flatMap(({ kinds }) => kinds)))
  return Layer.merge(http, unserved).pipe(
    Layer.provideMerge(Invoker.layer<Family.Any>(mounted, { deadline })),
    Layer.provideMerge(implementations),
    Layer.provideMerge(Layer.mergeAll(access, EncodedRevisionStore.layer, DefinitionEvents.layer, Cursors.layer)),
    Layer.provideMerge(administration)
  )
}
