import { migrate } from "@agent-operations/database"
import { databases, hostDatabases } from "@agent-operations/testing"
import { Effect, Layer } from "effect"
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

/** The store over an empty, migrated database of each sort, and by what a host has open already. */
export const stores = [...databases, ...hostDatabases].map(({ name, layer }) => ({
  name,
  layer: Layer.merge(RevisionStore.layer, EncodedRevisionStore.layer).pipe(
    Layer.provideMerge(Layer.effectDiscard(migrate([migrations]))),
    Layer.provideMerge(layer),
    Layer.orDie
  )
}))

/** The error that an effect fails with. */
export const failure = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flip(effect)
