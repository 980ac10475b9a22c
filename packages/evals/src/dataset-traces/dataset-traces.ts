import { Caller } from "@agent-operations/auth"
import { datasetTraces as family } from "@agent-operations/contract/dataset-traces"
import { spaceOf } from "@agent-operations/definitions"
import { type FamilyModule, implement } from "@agent-operations/operations"
import type { TraceHandlers } from "@agent-operations/traces"
import { Effect, Layer } from "effect"
import { DatasetItems } from "../datasets/DatasetItems.ts"
import { type Input, itemsOfTraces } from "./items-of-traces.ts"

/** A module that keeps datasets: what `datasets()` returns. */
export interface DatasetsModule<R, E> {
  readonly layer: Layer.Layer<DatasetItems, E, R>
}

/** A module that keeps traces: what `traces()` returns. */
export interface TracesModule<R, E> {
  readonly layer: Layer.Layer<TraceHandlers, E, R>
}

const handlers = Effect.gen(function* () {
  const items = yield* DatasetItems
  const itemsOf = yield* itemsOfTraces
  return {
    add: Effect.fnUntraced(function* (input: Input) {
      const caller = yield* Caller
      const space = spaceOf(caller)
      const drafts = yield* itemsOf(space, input)
      const { datasetId, expectedVersion } = input
      const write = { datasetId, expectedVersion, drafts, replace: false, keep: true }
      const { version, created, unchanged, items: written } = yield* items.put(space, caller.actor, write)
      return { version, created, unchanged, items: written }
    })
  }
})

/**
 * What makes items of traces, as a module for a host's list of families, over the datasets and the traces of others of
 * that list. Laws: D1, D3.
 *
 * @example
 * const [recorded, held] = [traces(), datasets()]
 * const kit = await createAgentOperations({ families: [recorded, held, datasetTraces(held, recorded)], database })
 */
export const datasetTraces = <R, E, RT, ET>(
  held: DatasetsModule<R, E>,
  recorded: TracesModule<RT, ET>
): FamilyModule<typeof family, never, R | RT, E | ET> => ({
  families: [family],
  // The layers are the same values as in the list, so that there is one store of each.
  layer: implement(family, handlers).pipe(Layer.provide([held.layer, recorded.layer])),
  migrations: []
})
