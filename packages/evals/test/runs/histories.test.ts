import { drawn } from "@agent-operations/testing/drawn"
import { describeOnBothDatabases } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { assert } from "vitest"
import type { Attempt, ErrorCode, ScoreRecord, Space } from "../../src/runs/model.ts"
import type { Claim } from "../../src/runs/store/claim.ts"
import type { Outcome } from "../../src/runs/store/outcome.ts"
import { RunStore } from "../../src/runs/store/RunStore.ts"
import { assertLaws } from "./invariants.ts"
import { freshSpace, runOf, storeOn } from "./world.ts"

/** One thing that may happen. Numbers choose among what there is. */
type Step =
  | { readonly do: "create"; readonly items: number; readonly hold: number; readonly attempts: number }
  | { readonly do: "claim"; readonly worker: number; readonly room: number }
  | { readonly do: "settle"; readonly claim: number; readonly how: Outcome["_tag"]; readonly spent: number }
  /** A claim that goes well. */
  | { readonly do: "work"; readonly worker: number }
  | { readonly do: "die" | "handBack"; readonly worker: number }
  | { readonly do: "bury" }
  | { readonly do: "cancel" | "resume"; readonly run: number }
  | { readonly do: "limit"; readonly micros: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("create" as const),
      items: fc.nat(4),
      hold: fc.constantFrom(0, 10),
      attempts: fc.integer({ min: 1, max: 2 })
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("claim" as const), worker: fc.nat(1), room: fc.integer({ min: 1, max: 4 }) })
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("settle" as const),
      claim: fc.nat(30),
      how: fc.constantFrom("Output", "Output", "Scored", "Scored", "Retry", "Failed", "Cancelled", "Released"),
      spent: fc.nat(15)
    })
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("work" as const), worker: fc.nat(1) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("die" as const, "die" as const, "handBack" as const),
      worker: fc.nat(1)
    })
  },
  { weight: 3, arbitrary: fc.constant({ do: "bury" as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("cancel" as const, "resume" as const), run: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("limit" as const), micros: fc.nat(60) }) }
)

const attempt = ({ attempt: number, claimedAt, holdMicros }: Claim, spent: number, outcome: Attempt["outcome"]) => ({
  number,
  startedAt: claimedAt,
  endedAt: claimedAt + 1,
  outcome,
  errorCode: outcome === "failed" ? ("APP_ERROR" as ErrorCode) : null,
  message: null,
  httpStatus: null,
  retryAfterMs: null,
  spentMicros: Math.min(spent, Number(holdMicros)),
  assumed: false
})

const one: ScoreRecord = {
  alias: "one",
  status: "scored",
  value: 1,
  label: null,
  passed: true,
  detail: "{}",
  spentMicros: 0
}

/** What a worker might settle, whether it still may or not: the store refuses what it may not. */
const outcomeOf = (claim: Claim, how: Outcome["_tag"], spent: number): Outcome => {
  const key = { space: claim.space, runId: claim.runId, ordinal: claim.ordinal }
  const number = { number: claim.attempt }
  switch (how) {
    case "Output":
      return {
        _tag: how,
        ...key,
        attempt: attempt(claim, spent, "succeeded"),
        output: "1",
        exchange: "{}",
        overrun: spent > 10
      }
    case "Retry":
    case "Released": {
      const last = attempt(claim, spent, how === "Retry" ? "failed" : "released")
      return claim.attempt < claim.maxAttempts
        ? { _tag: "Retry", ...key, attempt: last, afterMillis: 0 }
        : { _tag: "Failed", ...key, attempt: last, errorCode: "APP_ERROR", exchange: "{}", evidenceHash: "hash" }
    }
    case "Failed": {
      const last = claim.work === "give_up" ? number : attempt(claim, spent, "failed")
      return { _tag: how, ...key, attempt: last, errorCode: "APP_ERROR", exchange: "{}", evidenceHash: "hash" }
    }
    case "Scored":
      return {
        _tag: how,
        ...key,
        attempt: number,
        scores: [{ ...one, spentMicros: Math.min(spent, Number(claim.scoreHoldMicros)) }],
        evidenceHash: "hash"
      }
    case "Cancelled":
      return { _tag: how, ...key, attempt: claim.work === "invoke" ? attempt(claim, spent, "cancelled") : number }
  }
}

/** The last call of a target of a new run is lost, and a worker that begins anew has it to give it up. */
const lost: ReadonlyArray<Step> = [
  { do: "create", items: 1, hold: 10, attempts: 1 },
  { do: "claim", worker: 0, room: 4 },
  { do: "claim", worker: 0, room: 1 },
  { do: "die", worker: 0 },
  { do: "bury" },
  { do: "claim", worker: 1, room: 4 }
]

/**
 * One run completes, one is cancelled, and one goes on, of which an attempt was lost, one given back, and one failed; of two
 * more a call is lost, which one gives up, and one hands back as it is cancelled.
 */
const eventful: ReadonlyArray<Step> = [
  ...[0, 1, 0, 1].map((worker) => ({ do: "work", worker }) as const),
  { do: "create", items: 2, hold: 0, attempts: 2 },
  { do: "claim", worker: 0, room: 1 },
  { do: "die", worker: 0 },
  { do: "bury" },
  { do: "claim", worker: 1, room: 2 },
  { do: "settle", claim: 1, how: "Released", spent: 0 },
  { do: "settle", claim: 2, how: "Failed", spent: 0 },
  { do: "create", items: 1, hold: 0, attempts: 1 },
  { do: "claim", worker: 1, room: 4 },
  { do: "settle", claim: 3, how: "Cancelled", spent: 0 },
  { do: "cancel", run: 2 },
  { do: "die", worker: 1 },
  { do: "bury" },
  ...lost,
  { do: "work", worker: 1 },
  ...lost,
  { do: "claim", worker: 1, room: 1 },
  { do: "cancel", run: 4 },
  { do: "handBack", worker: 1 }
]

/** Of what there is in the end, in how many histories it has to be. */
const shares = {
  "run running": 0.04,
  "run completed": 0.04,
  "run cancelled": 0.04,
  "run failed": 0.04,
  "target succeeded": 0.2,
  "target failed": 0.1,
  "target cancelled": 0.2,
  "attempt succeeded": 0.2,
  "attempt failed": 0.04,
  "attempt lost": 0.04,
  "attempt cancelled": 0.04,
  "attempt released": 0.04,
  "score scored": 0.2
}

/** What is settled, one after the other, of a claim that goes well. */
const goesWell = { invoke: ["Output", "Scored"], score: ["Scored"], give_up: ["Failed"] } as const

/** Targets that have ended, with all that they left. */
const endedTargets = ({ tenant, project }: Space) =>
  Effect.map(
    SqlClient.SqlClient.use(
      (sql) => sql<{ target: string; left: string }>`
        select t.run_id || '/' || t.ordinal as target, jsonb_build_array(
          to_jsonb(t),
          (select jsonb_agg(to_jsonb(a) order by a.number) from agent_operations.eval_attempts as a
            where (a.tenant_id, a.project_id, a.run_id, a.ordinal) = (t.tenant_id, t.project_id, t.run_id, t.ordinal)),
          (select jsonb_agg(to_jsonb(o)) from agent_operations.eval_outputs as o
            where (o.tenant_id, o.project_id, o.run_id, o.ordinal) = (t.tenant_id, t.project_id, t.run_id, t.ordinal)),
          (select jsonb_agg(to_jsonb(s) order by s.alias) from agent_operations.eval_scores as s
            where (s.tenant_id, s.project_id, s.run_id, s.ordinal) = (t.tenant_id, t.project_id, t.run_id, t.ordinal))
        )::text as left
        from agent_operations.eval_targets as t
        where t.tenant_id = ${tenant} and t.project_id = ${project} and t.ended_at is not null`
    ),
    (rows) => new Map(rows.map(({ target, left }) => [target, left]))
  )

/** What came to be in a history, of each kind. */
const cameToBe = ({ tenant, project }: Space) =>
  Effect.map(
    SqlClient.SqlClient.use(
      (sql) => sql<{ what: string }>`
        select distinct what from (
          select tenant_id, project_id, 'run ' || status as what from agent_operations.eval_runs
          union all select tenant_id, project_id, 'target ' || status from agent_operations.eval_targets
          union all select tenant_id, project_id, 'attempt ' || outcome from agent_operations.eval_attempts
          union all select tenant_id, project_id, 'score ' || status from agent_operations.eval_scores
        ) as one where tenant_id = ${tenant} and project_id = ${project}`
    ),
    (rows) => rows.flatMap(({ what }) => (what in shares ? [what as keyof typeof shares] : []))
  )

describeOnBothDatabases("histories of runs", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    it.effect("X2, X3, X5, X6, X7, F1, U1, U2, U3: hold after every step of every history", () =>
      Effect.gen(function* () {
        const [store, sql] = [yield* RunStore, yield* SqlClient.SqlClient]
        const history = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
          const space = freshSpace()
          yield* sql`update agent_operations.eval_workers set alive_until = '-infinity'`
          yield* store.bury(15_000)
          yield* sql`update agent_operations.eval_lanes set due_at = 'infinity'`
          const workers = [
            yield* store.register({ isAlone: false, leaseMillis: 15_000 }),
            yield* store.register({ isAlone: false, leaseMillis: 15_000 })
          ]
          const runs: Array<string> = []
          let frozen: ReadonlyMap<string, string> = new Map()
          const claims: Array<readonly [worker: string, claim: Claim]> = []
          for (const now of [{ do: "create", items: 3, hold: 10, attempts: 1 } as const, ...steps]) {
            switch (now.do) {
              case "create": {
                const { items, hold, attempts } = now
                const stopFailed = items > 2 ? attempts : null
                const holds = { holdMicros: BigInt(hold), scoreHoldMicros: BigInt(hold % 4) }
                const more = { repetitions: 2, ...holds, maxAttempts: attempts, stopFailed }
                const lane = { key: "app", maxConcurrency: 3 }
                const created = yield* store.create(space, ...runOf(items, { ...more, lane }))
                if (created._tag === "Run") runs.push(created.id)
                break
              }
              case "claim": {
                const worker = workers[now.worker]!
                const found = yield* store.claim({ worker, room: now.room, lane: { space, lane: "app" } })
                if (found === "Dead")
                  workers[now.worker] = yield* store.register({ isAlone: false, leaseMillis: 15_000 })
                else claims.push(...found.map((claim) => [worker, claim] as const))
                break
              }
              case "settle": {
                const picked = claims[now.claim % Math.max(1, claims.length)]
                if (picked !== undefined) yield* store.settle(picked[0], [outcomeOf(picked[1], now.how, now.spent)])
                break
              }
              case "work": {
                const worker = workers[now.worker]!
                const found = yield* store.claim({ worker, room: 2, lane: { space, lane: "app" } })
                if (found === "Dead") break
                for (const claim of found) {
                  for (const how of goesWell[claim.work]) yield* store.settle(worker, [outcomeOf(claim, how, 5)])
                }
                break
              }
              case "die":
                yield* store.leave(workers[now.worker]!)
                break
              case "handBack":
                yield* store.handBack(workers[now.worker]!, [])
                break
              case "bury":
                yield* store.bury(15_000)
                break
              case "cancel":
              case "resume": {
                const id = runs[now.run % Math.max(1, runs.length)]
                if (id !== undefined) yield* store[now.do](space, id)
                break
              }
              case "limit":
                yield* sql`
                  update agent_operations.eval_accounts as a
                  set limit_micros = greatest(a.spent_micros + a.held_micros, ${now.micros}::bigint)
                  where a.tenant_id = ${space.tenant} and a.project_id = ${space.project}`
            }
            yield* assertLaws(space)
            const after = yield* endedTargets(space)
            for (const [target, left] of frozen) assert.strictEqual(after.get(target), left)
            frozen = after
          }
          return yield* cameToBe(space)
        })
        const context = yield* Effect.context<RunStore | SqlClient.SqlClient>()
        const run = Effect.runPromiseWith(context)
        yield* Effect.promise(() =>
          drawn(shares, (of) =>
            fc.assert(
              fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
                of(...(await run(history(steps))))
              }),
              { numRuns: 25, examples: [[[...eventful]]] }
            )
          )
        )
      })
    )
  })
})
