import { describeOnBothDatabases } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { RunStore } from "../../src/runs/store/RunStore.ts"
import { answered, attempt, begin, score, settleEach, settleScores } from "./begun.ts"
import { storeOn } from "./world.ts"

const most = BigInt(Number.MAX_SAFE_INTEGER)

const statusesOf = ({ store, space, id }: Effect.Success<ReturnType<typeof begin>>) =>
  Effect.map(store.targets(space, { runId: id, after: -1, limit: 10 }), (targets) =>
    targets.map(({ status }) => status)
  )

describeOnBothDatabases("work that others have lost", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    it.effect("K3, U3: sums end at the most that can be told, and what spends more ends like any other", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const dear = yield* begin(3, { holdMicros: most * 4000n, scoreHoldMicros: most, retryLost: false })
        const { store, space, worker } = dear
        assert.strictEqual((yield* dear.run).heldMicros, most)
        // What was spent before amounts had a bound.
        yield* sql`
          update agent_operations.eval_accounts set spent_micros = 9223372036854775807 where tenant_id = ${space.tenant}`
        const spent = attempt("succeeded", { spentMicros: Number.MAX_SAFE_INTEGER })
        yield* settleEach(dear, 0, [answered({ attempt: spent })])
        yield* settleScores(dear, [[score("one", { spentMicros: Number.MAX_SAFE_INTEGER })]])
        yield* store.leave(worker)
        yield* store.bury(15_000)
        assert.deepStrictEqual(yield* statusesOf(dear), ["succeeded", "invoking", "invoking"])
        const run = yield* dear.run
        assert.deepStrictEqual([run.spentMicros, run.assumedMicros], [most, most])
        const accounts = yield* store.accounts(space)
        assert.deepStrictEqual(
          accounts.map((account) => account.spent),
          [most, most]
        )
        assert.strictEqual(yield* store.setLimit(space, { limit: 1n, monthly: false }), most)
        const day = 24 * 60 * 60 * 1000
        const [from, to] = [new Date(Date.now() - day), new Date(Date.now() + 2 * day)]
        const usage = yield* store.usage(space, { from, to, groupBy: "run", after: undefined, limit: 10 })
        assert.deepStrictEqual(
          usage.filter(({ key }) => key === dear.id).map(({ spent }) => spent),
          [most]
        )
        yield* store.cancel(space, dear.id)
        assert.strictEqual((yield* dear.run).status, "cancelled")
      })
    )

    it.effect("K3: is handed on, though that of one run can't be", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* RunStore
        const [bad, good] = [yield* begin(1), yield* begin(1)]
        // As though its attempt had been written down already.
        yield* sql`
          insert into agent_operations.eval_attempts
            (tenant_id, project_id, run_id, ordinal, number, started_at, ended_at, outcome, spent_micros, assumed)
          values (${bad.space.tenant}, ${bad.space.project}, ${bad.id}, 0, 1, now(), now(), 'lost', 0, false)`
        yield* Effect.forEach([bad, good], ({ worker }) => store.leave(worker))
        const lines: Array<string> = []
        const told = Logger.make(({ message }) => {
          const line = (Array.isArray(message) ? message : [message]).join(" ")
          if (line.includes(bad.id)) lines.push(line.replaceAll(bad.id, "it").replace(/ failed .*/s, " failed"))
        })
        const bury = Effect.provide(store.bury(15_000), Logger.layer([told]))
        yield* bury
        yield* bury
        const failed = "Evaluations: handing on what was lost of the run it failed"
        assert.deepStrictEqual(lines, [failed])
        assert.deepStrictEqual([yield* statusesOf(bad), yield* statusesOf(good)], [["invoking"], ["queued"]])
        yield* sql`delete from agent_operations.eval_attempts where run_id = ${bad.id}`
        yield* bury
        yield* bury
        assert.deepStrictEqual(yield* statusesOf(bad), ["queued"])
        assert.deepStrictEqual(lines, [failed, "Evaluations: what was lost of the run it is handed on"])
      })
    )
  })
})
