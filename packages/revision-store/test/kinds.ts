import { migrate } from "@agent-operations/database"
import { databases, hostDatabases } from "@agent-operations/testing"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type Actor,
  type Content,
  EncodedRevisionStore,
  type KindPolicy,
  migrations,
  RevisionStore,
  type Space
} from "@agent-operations/revision-store"

/** Two kinds that the product does not know, one of which may use the other. */
export const Widget: KindPolicy = { name: "widget", title: "widget", prefix: "wd", mayReference: ["widget", "gauge"] }
export const Gauge: KindPolicy = { name: "gauge", title: "gauge", prefix: "gg", mayReference: ["gauge"] }

export const space: Space = { tenant: "org_a", project: "prj_a" }
export const actor: Actor = { type: "user", id: "usr_ada", name: "Ada" }

export const content = (name: string, references: Content["references"] = {}): Content => ({
  name,
  description: null,
  source: { type: "table" },
  settings: { extra: {} },
  references
})

/** The store over an empty, migrated database of each sort. */
const storesOver = (sorts: typeof hostDatabases) =>
  sorts.map(({ name, layer }) => ({
    name,
    layer: Layer.merge(RevisionStore.layer, EncodedRevisionStore.layer).pipe(
      Layer.provideMerge(Layer.effectDiscard(migrate([migrations]))),
      Layer.provideMerge(layer),
      Layer.orDie
    )
  }))

/** On both databases: for what statements say, however they get there. */
export const ownStores = storesOver(databases)

/** On both, and by what a host has open already. */
export const stores = storesOver([...databases, ...hostDatabases])

/** Why a test of writes that wait for each other is skipped, for the end of its title. */
export const oneSession = (database: string) =>
  database === "PGlite" ? " (it has one session: nobody waits for another)" : ""

/** Another process's store on the same database, which remembers nothing yet. */
export const another = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.provide(
    RevisionStore,
    Layer.fresh(RevisionStore.layer).pipe(Layer.provide(Layer.succeed(SqlClient.SqlClient, sql)))
  )
})

/** The error that an effect fails with. */
export const failure = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flip(effect)
