import { upkeepMigrations } from "@agent-operations/database"
import { migrations as revisions } from "@agent-operations/revision-store"
import type { TestDatabase } from "@agent-operations/testing"
import { eventually } from "@agent-operations/testing/eventually"
import { Effect, Layer } from "effect"
import { Executor, type Invocation } from "../../src/runs/engine/Executor.ts"
import { migrations } from "../../src/runs/migrations.ts"
import type { Space } from "../../src/runs/model.ts"
import type { Claim } from "../../src/runs/store/claim.ts"
import type { NewRun } from "../../src/runs/store/create.ts"
import { RunStore } from "../../src/runs/store/RunStore.ts"

/** The store over an empty, migrated database. */
export const storeOn = (database: TestDatabase) =>
  RunStore.layer.pipe(Layer.provideMerge(database.migrated([revisions, migrations, upkeepMigrations])), Layer.orDie)

let projects = 0
export const freshSpace = (): Space => ({ tenant: "org_a", project: `prj_${projects++}` })

let keys = 0
/** A run of so many items. */
export const runOf = (items: number, more: Partial<NewRun> = {}) => {
  const { requestKey = `key ${keys++}`, inputHash = "hash", ...rest } = more
  const run = {
    name: "Run",
    series: null,
    createdBy: "{}",
    metadata: "{}",
    datasetId: null,
    needs: [],
    pins: "{}",
    plan: "{}",
    lane: { key: "app", maxConcurrency: 10 },
    maxAttempts: 3,
    retryLost: true,
    stopFailed: null,
    holdMicros: 0n,
    scoreHoldMicros: 0n,
    basis: null,
    cases: Array.from({ length: items }, (_, n) => ({ itemId: `di_${n}`, itemFromVersion: 1 })),
    repetitions: 1,
    ...rest
  }
  return [{ requestKey, inputHash }, Effect.succeed(run)] as const
}

export const output = (value: unknown, spentMicros = 0n): Invocation => ({
  _tag: "Output",
  output: JSON.stringify(value),
  exchange: "{}",
  httpStatus: 200,
  spentMicros
})

export const failure = (more: Partial<Extract<Invocation, { _tag: "Failed" }>> = {}): Invocation => ({
  _tag: "Failed",
  errorCode: "APP_ERROR",
  message: "It fails.",
  exchange: "{}",
  httpStatus: 500,
  retryable: false,
  retryAfterMs: null,
  spentMicros: 0n,
  assumed: false,
  ...more
})

/**
 * The calls that an app has had for a run: the ordinal of each one's target, and how many were in flight at a time. By run,
 * since a worker also goes on with whatever other tests have left in the database.
 */
export interface Calls {
  readonly of: (runId: string) => ReadonlyArray<number>
  readonly most: (runId: string) => number
}

/** An app and a scorer: what the app answers, and 1 for each output as its score. */
export const executor = (
  answer: (claim: Claim) => Effect.Effect<Invocation>,
  scored: (claim: Claim) => Effect.Effect<void> = () => Effect.void
) => {
  const runs = new Map<string, { readonly ordinals: Array<number>; inFlight: number; most: number }>()
  const callsOf = (runId: string) => {
    const calls = runs.get(runId) ?? { ordinals: [], inFlight: 0, most: 0 }
    runs.set(runId, calls)
    return calls
  }
  const layer = Layer.succeed(Executor, {
    invoke: (claim) =>
      Effect.suspend(() => {
        const calls = callsOf(claim.runId)
        calls.ordinals.push(claim.ordinal)
        calls.most = Math.max(calls.most, ++calls.inFlight)
        return Effect.ensuring(
          answer(claim),
          Effect.sync(() => calls.inFlight--)
        )
      }),
    score: (claim) =>
      Effect.as(scored(claim), [
        {
          alias: "one",
          status: "scored",
          value: 1,
          label: null,
          passed: true,
          detail: '{"logs":["fine"]}',
          spentMicros: 0
        }
      ]),
    item: ({ itemId }) => Effect.succeed(JSON.stringify({ input: itemId }))
  })
  const calls: Calls = { of: (runId) => callsOf(runId).ordinals, most: (runId) => callsOf(runId).most }
  return { layer, calls }
}

/** A run once it has ended. */
export const ended = (space: Space, id: string) =>
  eventually(
    `the end of the run ${id}`,
    RunStore.use((store) => Effect.map(store.run(space, id), (run) => (run?.endedAt == null ? undefined : run)))
  ).pipe(Effect.map((run) => run!))

/** All targets of a run. */
export const targetsOf = (space: Space, runId: string) =>
  RunStore.use((store) => store.targets(space, { runId, after: -1, limit: 100_000 }))
