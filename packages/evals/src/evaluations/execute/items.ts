import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { DatasetStore } from "../../datasets/store/DatasetStore.ts"
import type { Claim } from "../../runs/index.ts"
import { PlanReader } from "../plan/PlanReader.ts"

/** What a target was given, as it was pinned: JSON texts, as small values take many times as much memory as their text. Law: K3. */
export interface TargetItem {
  readonly input: string
  readonly expected: string
  readonly metadata: string
  /** Whether its content was taken away for good. */
  readonly purged: boolean
}

type Place = Pick<Claim, "space" | "runId" | "itemId" | "itemFromVersion">

/** The JSON text of an item that is frozen. Law: F1. */
export const itemText = ({ input, expected, metadata }: TargetItem): string =>
  `{"input":${input},"expected":${expected},"metadata":${metadata}}`

/** Reads what a target was given: the revision of an item, or what an app is called with. Laws: D2, X10. */
export const makeReadItem = Effect.gen(function* () {
  const datasets = yield* DatasetStore
  const plans = yield* PlanReader
  const read = Effect.fnUntraced(function* ({
    space,
    runId,
    itemId,
    itemFromVersion
  }: Place): Effect.fn.Return<TargetItem, Unavailable | Timeout> {
    const { call } = yield* plans.plan(space, runId)
    if (call !== null) return { ...call, metadata: "{}", purged: false }
    const content = yield* datasets.content(space, { itemId, fromVersion: itemFromVersion })
    // Revisions of items are kept; a project that is deleted takes its runs with it.
    if (content === undefined) return yield* Effect.die(new Error(`There is no item ${itemId} from ${itemFromVersion}`))
    const { input, expected, metadata, purged } = content
    return { input, expected, metadata, purged }
  })
  // A claim calls, scores and freezes one item: what it was when it was called.
  const known = new WeakMap<Place, TargetItem>()
  return (claim: Place): Effect.Effect<TargetItem, Unavailable | Timeout> => {
    const item = known.get(claim)
    if (item !== undefined) return Effect.succeed(item)
    return Effect.tap(read(claim), (item) => Effect.sync(() => known.set(claim, item)))
  }
})
