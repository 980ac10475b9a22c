import { inTurns } from "@agent-operations/operations"
import { Effect, Redacted, Result } from "effect"
import { judgeBound, modelBound } from "../../apps/index.ts"
import { DatasetStore } from "../../datasets/store/DatasetStore.ts"
import type { ItemPageOptions } from "../../datasets/store/reads.ts"
import type { Space } from "../../runs/index.ts"
import { tellingBy } from "../execute/variables.ts"
import { modelKey, type PinnedApp, type PinnedScorer } from "../plan/plan.ts"
import type { Resolved } from "../plan/resolve.ts"

/** The most that a target can cost, in micro-units. Law: U1. */
export interface Bounds {
  /** One attempt at it, and the scoring of its output. */
  readonly attemptMicros: bigint
  readonly scoringMicros: bigint
  /** Models without a price, which are in neither. */
  readonly unpriced: ReadonlyArray<string>
}

/** How much a model that scores is told at most, as JSON: what bounds what it costs, as outputs are not known before. */
export const maxJudgedBytes = 64 * 1024

const mostJudged = JSON.stringify([{ role: "user", content: "x".repeat(maxJudgedBytes) }])

type Page = Effect.Success<ReturnType<DatasetStore["Service"]["items"]>>

const eachPage = { split: undefined, limit: 500, maxBytes: 8 * 1024 * 1024 }

const noKey = Redacted.make("")

/** What a call can cost at most, but for a model's tokens. */
const ofCall = (app: PinnedApp): bigint =>
  app.source.type === "sample" ? 0n : BigInt(app.settings.microsPerInvocation)

type ModelSource = Extract<PinnedApp["source"], { readonly type: "model" }>
type CostOf = (input: unknown) => Generator<void, bigint>

/** The most that any of the inputs, which are JSON texts, costs: one a step. */
function* mostOf(inputs: ReadonlyArray<string>, costOf: CostOf): Generator<void, bigint> {
  let most = 0n
  for (const input of inputs) {
    const cost = yield* costOf(JSON.parse(input))
    if (cost > most) most = cost
    yield
  }
  return most
}

/** Waits for the items of a page to be rendered, for as long as whoever asks may: a dataset can take minutes. */
export type Waits<E> = (rendered: Effect.Effect<bigint>) => Effect.Effect<bigint, E>

/** What a target of a run can cost at most. */
export const makeBounds = Effect.map(DatasetStore, (datasets) =>
  Effect.fnUntraced(function* <E>(space: Space, { plan, dataset, cases }: Resolved, waits: Waits<E>) {
    const { app, models, scorers, scorerApps } = plan
    const unpriced = new Set<string>()

    /** The connection of a model, which nothing is asked by. */
    const unopened = (model: PinnedApp | PinnedScorer) => ({
      ...models[modelKey(model)]!.connection,
      baseUrl: "",
      key: noKey
    })

    const priced = (model: string, bound: bigint | undefined): bigint => {
      if (bound === undefined) unpriced.add(model)
      return bound ?? 0n
    }

    /** What a model app can cost at most for an input. What can't be rendered is not asked. */
    const ofModel = (model: PinnedApp, source: ModelSource): CostOf => {
      const connection = unopened(model)
      const messagesFor = tellingBy(models[modelKey(model)]!.prompt)
      return function* (input) {
        const messages = yield* messagesFor(input)
        if (Result.isFailure(messages)) return 0n
        return priced(source.model, modelBound({ ...source, connection, messages: JSON.stringify(messages.success) }))
      }
    }

    const ofJudge = (scorer: PinnedScorer): bigint => {
      if (scorer.source.type !== "judge") return 0n
      const { model, maxOutputTokens, choices } = scorer.source
      const call = { model, maxOutputTokens, messages: mostJudged, connection: unopened(scorer) }
      return priced(model, judgeBound({ ...call, choices: choices.length === 0 ? undefined : choices }))
    }

    const ofScoring = (app: PinnedApp): bigint => {
      if (app.source.type !== "model") return ofCall(app)
      const request = { ...app.source, messages: mostJudged, connection: unopened(app) }
      return ofCall(app) + priced(app.source.model, modelBound(request))
    }

    /** The most that a model app costs for one of the items. */
    const ofItems = Effect.fnUntraced(function* (model: PinnedApp, source: ModelSource) {
      const costOf = ofModel(model, source)
      if (plan.call !== null) return yield* inTurns(costOf(plan.call.input))
      let most = 0n
      if (dataset === null) return most
      const wanted = new Set(cases.map(({ itemId }) => itemId))
      let after: number | null = 0
      while (after !== null) {
        const options: ItemPageOptions = { ...eachPage, version: dataset.version, after }
        const { items, next }: Page = yield* datasets.items(space, dataset.id, options)
        const inputs = items.filter(({ id }) => wanted.has(id)).map(({ input }) => input)
        // A prompt can be of so many pieces that a page of it takes most of a minute.
        const ofPage = yield* waits(inTurns(mostOf(inputs, costOf)))
        if (ofPage > most) most = ofPage
        after = next
      }
      return most
    })

    const attempt =
      app === null ? 0n : ofCall(app) + (app.source.type === "model" ? yield* ofItems(app, app.source) : 0n)
    const judges = Object.values(scorers).reduce((sum, scorer) => sum + ofJudge(scorer), 0n)
    const apps = Object.values(scorerApps).reduce((sum, one) => sum + ofScoring(one), 0n)
    return { attemptMicros: attempt, scoringMicros: judges + apps, unpriced: [...unpriced] } satisfies Bounds
  })
)
