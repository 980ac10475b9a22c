import { Effect } from "effect"
import { assert } from "vitest"
import type { Attempt, ScoreRecord, Space } from "../../src/runs/model.ts"
import type { NewRun } from "../../src/runs/store/create.ts"
import type { Outcome } from "../../src/runs/store/outcome.ts"
import { RunStore } from "../../src/runs/store/RunStore.ts"
import { freshSpace, runOf } from "./world.ts"

export const lane = { key: "app", maxConcurrency: 100 }

/** A run, of which a worker has begun all that it may. */
export const begin = (items: number, more: Partial<NewRun> = {}, space: Space = freshSpace()) =>
  Effect.gen(function* () {
    const store = yield* RunStore
    const created = yield* store.create(space, ...runOf(items, { lane, ...more }))
    assert(created._tag === "Run")
    const worker = yield* store.register({ isAlone: false, leaseMillis: 600_000 })
    const claims = yield* store.claim({ worker, room: 100, lane: { space, lane: lane.key } })
    assert(claims !== "Dead")
    const { id } = created
    return { store, space, id, worker, claims, run: Effect.map(store.run(space, id), (run) => run!) }
  })

export const attempt = (outcome: Attempt["outcome"], more: Partial<Attempt> = {}): Attempt => ({
  ...{ number: 1, startedAt: 0, endedAt: 1, outcome, errorCode: null, message: null },
  ...{ httpStatus: null, retryAfterMs: null, spentMicros: 0, assumed: false },
  ...more
})

type Settling = Omit<Extract<Outcome, { readonly _tag: "Output" }>, "space" | "runId" | "ordinal">

export const answered = (more: Partial<Settling> = {}): Settling => ({
  ...{ _tag: "Output", attempt: attempt("succeeded"), output: "1", exchange: "{}", overrun: false },
  ...more
})

export const failed = {
  ...{ _tag: "Failed", attempt: attempt("failed"), errorCode: "APP_ERROR", evidenceHash: "hash", exchange: "{}" }
} as const

export const retried = { _tag: "Retry", attempt: attempt("failed"), afterMillis: 3_600_000 } as const

/** Settles targets one after the other, each in its own statement. */
export const settleEach = (
  { store, space, id, worker }: Effect.Success<ReturnType<typeof begin>>,
  from: number,
  outcomes: ReadonlyArray<Settling | typeof failed | typeof retried>
) =>
  Effect.forEach(outcomes, (outcome, n) =>
    store.settle(worker, [{ ...outcome, space, runId: id, ordinal: from + n } as Outcome])
  )

/** Settles the scores of targets whose outputs are kept, one after the other. */
export const settleScores = (
  { store, space, id, worker }: Effect.Success<ReturnType<typeof begin>>,
  scores: ReadonlyArray<ReadonlyArray<ScoreRecord>>,
  from = 0
) =>
  store.settle(
    worker,
    scores.map((scores, n) => ({
      ...{ _tag: "Scored" as const, space, runId: id, ordinal: from + n, attempt: { number: 1 } },
      ...{ scores, evidenceHash: "hash" }
    }))
  )

export const score = (alias: string, more: Partial<ScoreRecord>): ScoreRecord => ({
  ...{ alias, status: "scored", value: 1, label: null, passed: true, detail: "{}", spentMicros: 0 },
  ...more
})
