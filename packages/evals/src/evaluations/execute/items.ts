import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { inTurns, parsedJson } from "@agent-operations/operations"
import { Effect } from "effect"
import { DatasetStore } from "../../datasets/store/DatasetStore.ts"
import type { Claim } from "../../runs/index.ts"
import { jsonText } from "../../scorers/write-json.ts"
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

/** The texts of an item that is kept. */
interface ItemContent {
  readonly input: string
  readonly expected: string
  readonly metadata: string
  readonly purged: boolean
}

type Values = Pick<TargetItem, "input" | "expected" | "metadata">

function* called({ input, expected }: Omit<Values, "metadata">): Generator<void, TargetItem> {
  const values = { input, expected, metadata: {} }
  return { ...values, text: yield* jsonText(values), purged: false }
}

function* itemOf({ input, expected, metadata, purged }: ItemContent): Generator<void, TargetItem> {
  const text = `{"input":${input},"expected":${expected},"metadata":${metadata}}`
  return { ...((yield* parsedJson(text)) as Values), text, purged }
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
    if (call !== null) return yield* inTurns(called(call))
    const content = yield* datasets.content(space, { itemId, fromVersion: itemFromVersion })
    // Revisions of items are kept; a project that is deleted takes its runs with it.
    if (content === undefined) return yield* Effect.die(new Error(`There is no item ${itemId} from ${itemFromVersion}`))
    return yield* inTurns(itemOf(content))
  })
  // A claim calls, scores and freezes one item: what it was when it was called.
  const known = new WeakMap<Place, TargetItem>()
  return (claim: Place): Effect.Effect<TargetItem, Unavailable | Timeout> => {
    const item = known.get(claim)
    if (item !== undefined) return Effect.succeed(item)
    return Effect.tap(read(claim), (item) => Effect.sync(() => known.set(claim, item)))
  }
})
