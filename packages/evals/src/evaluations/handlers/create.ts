import { type Access, Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import type { evaluations } from "@agent-operations/contract/evaluations"
import { spaceOf } from "@agent-operations/definitions"
import { monotonicMillis } from "@agent-operations/database"
import { RateLimited, RequestKeyReused } from "@agent-operations/error-envelope"
import { inTurns } from "@agent-operations/operations"
import { Clock, Data, Effect, Queue } from "effect"
import { isSame } from "../../is-same.ts"
import { type NewRun, NewWork, RunStore, type Space } from "../../runs/index.ts"
import { mostUnended } from "../../runs/store/create.ts"
import { jsonText } from "../../scorers/write-json.ts"
import { makeBudget } from "../cost/budget.ts"
import { type Bounds, makeBounds, type Waits } from "../cost/bounds.ts"
import { inputHash } from "../plan/input-hash.ts"
import { needsOf, pinsOf, pinsText } from "../plan/pins.ts"
import { makeResolve, type Resolved } from "../plan/resolve.ts"
import { scaleOf } from "../plan/scale.ts"

type Operations = (typeof evaluations)["operations"]
type Input = Operation.Input<Operations["create"]>

/** What is asked of a run beside what it is made of. */
type Asked = Pick<Input, "series" | "repetitions" | "metadata" | "stopAfter" | "requireBudget" | "baseRunId"> & {
  /** That of its app by default. */
  readonly name?: string
}

/** How many may be scored at a time of a run that calls no app. */
const scoringAtOnce = 100

/** How long the transaction that makes a run waits for its bounds, while it holds a connection and locks. */
const patienceMillis = 100

/** What takes longer to bound: it is bounded while there is no transaction. */
class TakesLong extends Data.TaggedError("TakesLong")<{ readonly resolved: Resolved }> {}

const tooManyRuns = new RateLimited({
  message: `The project has ${mostUnended.toLocaleString("en")} runs that have not ended, as many as it may.`,
  hint: "Wait until some have ended, or cancel some: list_eval_runs lists them, and cancel_eval_run cancels one.",
  retryAfter: 10
})

const stopFailed = ({ stopAfter }: Asked, total: number): number | null => {
  if (stopAfter === null) return null
  return "failed" in stopAfter ? stopAfter.failed : Math.max(1, Math.ceil(stopAfter.failedShare * total))
}

/** Creates runs: of a dataset, or of one call. Laws: X1, X2, X10. */
export const makeCreate = Effect.gen(function* () {
  const store = yield* RunStore
  const newWork = yield* NewWork
  const budget = yield* makeBudget
  const resolve = yield* makeResolve
  const bounds = yield* makeBounds

  const boundsOf = (space: Space, resolved: Resolved) => bounds(space, resolved, (rendered) => rendered)

  /** The bounds, as far as they take no longer than a transaction may. */
  const boundsSoon = Effect.fnUntraced(function* (space: Space, resolved: Resolved) {
    const until = (yield* monotonicMillis) + patienceMillis
    const waits: Waits<TakesLong> = (rendered) =>
      Effect.flatMap(monotonicMillis, (now) =>
        Effect.timeoutOrElse(rendered, {
          duration: Math.max(0, until - now),
          orElse: () => new TakesLong({ resolved })
        })
      )
    return yield* bounds(space, resolved, waits)
  })

  const newRun = Effect.fnUntraced(function* (caller: Access, asked: Asked, resolved: Resolved, bounds: Bounds) {
    const { plan, dataset, cases } = resolved
    const { app, basis, scorers } = plan
    const total = cases.length * asked.repetitions
    yield* budget.require(spaceOf(caller), bounds, asked.requireBudget ? total : 0)
    const scales = Object.fromEntries(
      Object.entries(scorers).map(([alias, { settings }]) => [alias, scaleOf(settings)])
    )
    return {
      name: asked.name ?? app?.name ?? "",
      series: asked.series,
      createdBy: JSON.stringify(caller.actor),
      metadata: JSON.stringify(asked.metadata),
      datasetId: dataset?.id ?? null,
      needs: needsOf(resolved),
      pins: pinsText({ pins: pinsOf(resolved), scales, basis, baseRunId: asked.baseRunId }),
      plan: yield* inTurns(jsonText({ ...plan, createdAt: yield* Clock.currentTimeMillis })),
      lane: {
        key: app?.id ?? "",
        maxConcurrency: app?.settings.maxConcurrency ?? scoringAtOnce,
        ratePerMinute: app?.settings.ratePerMinute ?? null
      },
      maxAttempts: app?.settings.maxAttempts ?? 1,
      retryLost: app === null || app.settings.onLost === "retry",
      stopFailed: stopFailed(asked, total),
      holdMicros: bounds.attemptMicros,
      scoreHoldMicros: bounds.scoringMicros,
      basis: basis?.runId ?? null,
      cases,
      repetitions: asked.repetitions
    } satisfies Omit<NewRun, "requestKey" | "inputHash">
  })

  return {
    resolve,
    boundsOf,
    /**
     * Creates the run that `resolved` describes, or finds the one that the same request made, and tells its ID. Once the version
     * of its dataset was bounded, `resolved` is given it: what is written meanwhile does not count.
     */
    create: Effect.fnUntraced(function* <E, R>(
      { requestKey, ...input }: { readonly requestKey: string },
      asked: Asked,
      resolved: (space: Space, pinned: { readonly version?: number }) => Effect.Effect<Resolved, E, R>
    ) {
      const caller = yield* Caller
      const space = spaceOf(caller)
      /**
       * What was bounded before the transaction: it holds where the transaction finds the same. Cases, which can be many, follow
       * from what is asked and the version of the dataset.
       */
      let before: (Pick<Resolved, "plan" | "dataset"> & { readonly bounds: Bounds }) | undefined
      const boundsFor = Effect.fnUntraced(function* (found: Resolved) {
        if (before === undefined) return yield* boundsSoon(space, found)
        const { plan, dataset, bounds } = before
        const holds = yield* inTurns(isSame([found.plan, found.dataset], [plan, dataset]))
        return holds ? bounds : yield* boundsSoon(space, found)
      })
      const made = Effect.gen(function* () {
        const version = before?.dataset?.version
        const found = yield* resolved(space, version === undefined ? {} : { version })
        return yield* newRun(caller, asked, found, yield* boundsFor(found))
      })
      const make = store
        .create(space, { requestKey, inputHash: yield* inTurns(inputHash(input)) }, made)
        .pipe(Effect.catchIf((error): error is TakesLong => error instanceof TakesLong, Effect.succeed))
      let created = yield* make
      while (created._tag === "TakesLong") {
        const { plan, dataset } = created.resolved
        before = { plan, dataset, bounds: yield* boundsOf(space, created.resolved) }
        created = yield* make
      }
      if (created._tag === "TooManyRuns") return yield* tooManyRuns
      if (created._tag === "RequestKeyReused") {
        return yield* new RequestKeyReused({
          message: `The requestKey ${JSON.stringify(requestKey)} was used before, with other inputs or for a run that was deleted.`
        })
      }
      if (created.isNew) yield* Queue.offer(newWork, undefined)
      return created.id
    })
  }
})
