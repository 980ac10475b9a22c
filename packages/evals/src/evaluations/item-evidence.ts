import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { ItemEvidence } from "../datasets/purge/ItemEvidence.ts"
import { RunStore } from "../runs/index.ts"

/**
 * What runs have of items, for the option `evidence` of `datasets()`, where the host serves `evaluations()` too.
 *
 * @example
 * const held = datasets({ evidence: itemEvidence })
 */
export const itemEvidence: Layer.Layer<ItemEvidence, never, SqlClient.SqlClient> = Layer.effect(
  ItemEvidence,
  Effect.map(RunStore, (store) => ({ count: store.countOfItem }))
).pipe(Layer.provide(RunStore.layer))
