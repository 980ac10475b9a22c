import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { DatasetStore } from "../../datasets/store/DatasetStore.ts"
import type { Claim } from "../../runs/index.ts"
import { PlanReader } from "../plan/PlanReader.ts"

/** What a target was given, as it was pinned. */
export interface TargetItem {
  readonly input: unknown
  readonly expected: unknown
  readonly metadata: unknown
  /** The JSON text of it that is frozen. Law: F1. */
  readonly text: string
  /** Whether its content was taken away for good. */
  readonly purged: boolean
}

type Place = Pick<Claim, "space" | "runId" | "itemId" | "itemFromVersion">

const itemOf = (input: string, expected: string, metadata: string, purged: boolean): TargetItem => {
  const text = `{"input":${input},"expected":${expected},"metadata":${metadata}}`
  return { ...(JSON.parse(text) as Omit<TargetItem, "text" | "purged">), text, purged }
}

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
    if (call !== null) return itemOf(JSON.stringify(call.input), JSON.stringify(call.expected), "{}", false)
    const content = yield* datasets.content(space, { itemId, fromVersion: itemFromVersion })
    // Revisions of items are kept; a project that is deleted takes its runs with it.
    if (content === undefined) return yield* Effect.die(new Error(`There is no item ${itemId} from ${itemFromVersion}`))
    return itemOf(content.input, content.expected, content.metadata, content.purged)
  })
  // A claim calls, scores and freezes one item: what it was when it was called.
  const known = new WeakMap<Place, TargetItem>()
  return (claim: Place): Effect.Effect<TargetItem, Unavailable | Timeout> => {
    const item = known.get(claim)
    if (item !== undefined) return Effect.succeed(item)
    return Effect.tap(read(claim), (item) => Effect.sync(() => known.set(claim, item)))
  }
})
