import { WorkFor } from "@agent-operations/database"
import { Unavailable } from "@agent-operations/error-envelope"
import { describeOnBothDatabases } from "@agent-operations/testing"
import { eventually } from "@agent-operations/testing/eventually"
import { layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { workerLayer, type WorkerOptions } from "../../src/runs/engine/Worker.ts"
import type { Claim } from "../../src/runs/store/claim.ts"
import { RunStore } from "../../src/runs/store/RunStore.ts"
import { assertLaws } from "./invariants.ts"
import { ended, executor, failure, freshSpace, output, runOf, storeOn, targetsOf } from "./world.ts"

const away = new Unavailable({ message: "The database went away.", retryAfter: 1 })

/** Works with an executor for as long as its scope lasts. */
const working = (app: ReturnType<typeof executor>, options: WorkerOptions = {}) =>
  Layer.build(workerLayer(options).pipe(Layer.provide(app.layer)))

/** Lets all other workers be dead, as if their processes were killed. */
const killOthers = (except: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`update agent_operations.eval_workers set alive_until = '-infinity' where id <> ${except}`
  )

/** Waits until something holds. */
const until = <E, R>(holds: Effect.Effect<boolean, E, R>) => eventually("what is to hold of the run", holds)

describeOnBothDatabases("the engine of runs", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    const create = (...run: Parameters<typeof runOf>) =>
      Effect.gen(function* () {
        const space = freshSpace()
        const created = yield* RunStore.use((store) => store.create(space, ...runOf(...run)))
        assert(created._tag === "Run")
        return { space, id: created.id }
      })

    it.effect("X1: any number of creates of one key and the same inputs make one run", () =>
      Effect.gen(function* () {
        const [store, space] = [yield* RunStore, freshSpace()]
        const [key, run] = runOf(5, { requestKey: "nightly", inputHash: "a" })
        const made = yield* Effect.forEach(Array.from({ length: 20 }), () => store.create(space, key, run), {
          concurrency: "unbounded"
        })
        assert.lengthOf(new Set(made.map((one) => (one._tag === "Run" ? one.id : "reused"))), 1)
        assert.lengthOf(
          made.filter((one) => one._tag === "Run" && one.isNew),
          1
        )
        const other = yield* store.create(space, { ...key, inputHash: "b" }, run)
        assert.deepStrictEqual(other, { _tag: "RequestKeyReused" })
        const failing = store.create(space, { requestKey: "other", inputHash: "a" }, Effect.fail("no such app"))
        assert.strictEqual(yield* Effect.flip(failing), "no such app")
        assert.include(yield* store.create(space, { requestKey: "other", inputHash: "c" }, run), { isNew: true })
        yield* assertLaws(space)
      })
    )

    it.effect("X2, X3: every target of a run ends once, with its output, attempt and scores", () =>
      Effect.gen(function* () {
        const { space, id } = yield* create(40, { repetitions: 3 })
        const app = executor(() => Effect.succeed(output("fine")))
        yield* working(app)
        const run = yield* ended(space, id)
        assert.deepInclude(run.counts, { total: 120, succeeded: 120, queued: 0, invoking: 0, scoring: 0 })
        assert.strictEqual(run.status, "completed")
        const targets = yield* targetsOf(space, id)
        assert.deepStrictEqual(
          targets.map(({ ordinal, itemId, repetition }) => [ordinal, itemId, repetition]),
          Array.from({ length: 120 }, (_, n) => [n, `di_${Math.floor(n / 3)}`, (n % 3) + 1])
        )
        const calls = app.calls.of(id)
        assert.lengthOf(calls, 120)
        assert.lengthOf(new Set(calls), 120)
        yield* assertLaws(space)
      }).pipe(Effect.scoped)
    )

    it.effect("X6: an app that fails is called as often as it may be, and one that refuses once", () =>
      Effect.gen(function* () {
        const { space, id } = yield* create(3)
        const answers = [
          failure({ retryable: true, retryAfterMs: 1 }),
          failure({ retryable: false, errorCode: "OUTPUT_INVALID" }),
          output("fine")
        ]
        const app = executor(({ ordinal }: Claim) => Effect.succeed(answers[ordinal]!))
        yield* working(app)
        const run = yield* ended(space, id)
        assert.deepInclude(run.counts, { succeeded: 1, failed: 2 })
        const times = [0, 1, 2].map((ordinal) => app.calls.of(id).filter((one) => one === ordinal).length)
        assert.deepStrictEqual(times, [3, 1, 1])
        const targets = yield* targetsOf(space, id)
        assert.deepStrictEqual(
          targets.map(({ errorCode }) => errorCode),
          ["APP_ERROR", "OUTPUT_INVALID", null]
        )
        yield* assertLaws(space)
      }).pipe(Effect.scoped)
    )

    it.effect("X7: two workers call an app no more often at a time than it allows", () =>
      Effect.gen(function* () {
        const { space, id } = yield* create(60, { lane: { key: "app", maxConcurrency: 4 } })
        // clock: the app itself, which is to be asked again before it has answered
        const app = executor(() => Effect.as(Effect.sleep("5 millis"), output("fine")))
        yield* working(app)
        yield* working(app)
        yield* ended(space, id)
        assert.strictEqual(app.calls.most(id), 4)
        yield* assertLaws(space)
      }).pipe(Effect.scoped)
    )

    it.effect("K3: work of one organization that does not end holds up none of another's", () =>
      Effect.gen(function* () {
        const store = yield* RunStore
        const spaceOf = (tenant: string) => ({ ...freshSpace(), tenant })
        const [endless, others] = [spaceOf("org_endless"), [spaceOf("org_b"), spaceOf("org_c")]]
        const lane = { key: "app", maxConcurrency: 50 }
        const long = yield* store.create(endless, ...runOf(30, { lane }))
        assert(long._tag === "Run")
        let scoring = 0
        const workedFor = new Set<string>()
        const app = executor(
          () => Effect.succeed(output("fine")),
          ({ space }) =>
            Effect.flatMap(WorkFor, (party) => {
              workedFor.add(`${space.tenant} ${party}`)
              if (space.tenant !== endless.tenant) return Effect.void
              scoring++
              return Effect.never
            })
        )
        yield* working(app, { concurrency: 4, grace: "1 millis" })
        yield* until(Effect.sync(() => scoring === 4))
        const short = yield* Effect.forEach(others, (space) => store.create(space, ...runOf(9, { lane })))
        const ends = yield* Effect.forEach(short, (run, i) => {
          assert(run._tag === "Run")
          return Effect.map(ended(others[i]!, run.id), ({ counts }) => counts.succeeded)
        })
        assert.deepStrictEqual(ends, [9, 9])
        assert.strictEqual(scoring, 4)
        const parties = [endless, ...others].map(({ tenant }) => `${tenant} ${tenant}`)
        assert.includeMembers([...workedFor], parties)
        yield* store.cancel(endless, long.id)
        yield* ended(endless, long.id)
        yield* assertLaws(endless)
      }).pipe(Effect.scoped)
    )

    it.effect("K3: lanes of an organization that have nothing to do just now hold up none of another's", () =>
      Effect.gen(function* () {
        const store = yield* RunStore
        const [waiting, other] = [
          { ...freshSpace(), tenant: "org_waiting" },
          { ...freshSpace(), tenant: "org_b" }
        ]
        for (let i = 0; i < 20; i++) {
          yield* store.create(waiting, ...runOf(1, { lane: { key: `app ${i}`, maxConcurrency: 1 } }))
        }
        const failed = new Set<number>()
        const app = executor(({ space, ordinal, attempt }) => {
          if (space.tenant === waiting.tenant) return Effect.succeed(failure({ retryable: true, retryAfterMs: 60_000 }))
          if (attempt > 1) return Effect.succeed(output("fine"))
          failed.add(ordinal)
          return Effect.succeed(failure({ retryable: true, retryAfterMs: 1 }))
        })
        yield* working(app, { grace: "1 millis" })
        const run = yield* store.create(other, ...runOf(3))
        assert(run._tag === "Run")
        assert.deepInclude((yield* ended(other, run.id)).counts, { succeeded: 3 })
        assert.lengthOf([...failed], 3)
      }).pipe(Effect.scoped)
    )

    it.effect("no more calls of an app begin in a minute than it allows, and as many in the next one", () =>
      Effect.gen(function* () {
        const [store, sql] = [yield* RunStore, yield* SqlClient.SqlClient]
        const worker = yield* store.register({ isAlone: false, leaseMillis: 600_000 })
        /** How many begin by three claims: of one minute, of the same one, and of what is then the next one. */
        const begun = Effect.gen(function* () {
          const { space } = yield* create(12, { lane: { key: "app", maxConcurrency: 50, ratePerMinute: 5 } })
          const ofLane = sql`tenant_id = ${space.tenant} and project_id = ${space.project} and lane = 'app'`
          const claim = Effect.gen(function* () {
            const { length } = yield* store.claim({ worker, room: 20, lane: { space, lane: "app" } })
            const [lane] = yield* sql<{ minute: Date; begun: number }>`
              select minute, begun from agent_operations.eval_lanes where ${ofLane}`
            return { length, minute: lane!.minute.getTime(), begun: lane!.begun }
          })
          const [first, second] = [yield* claim, yield* claim]
          // A minute may end between the two: then they are of no use here.
          if (first.minute !== second.minute) return undefined
          yield* sql`update agent_operations.eval_lanes set minute = minute - interval '1 minute' where ${ofLane}`
          return [first, second, yield* claim].map((one) => [one.length, one.begun])
        })
        const counts = yield* eventually("two claims within one minute", begun)
        assert.deepStrictEqual(counts, [
          [5, 5],
          [0, 5],
          [5, 5]
        ])
      }).pipe(Effect.scoped)
    )

    it.effect("X4, X5, X6: what a dead worker did goes on, and what it settles later counts for nothing", () =>
      Effect.gen(function* () {
        const store = yield* RunStore
        const { space, id } = yield* create(3, { maxAttempts: 2 })
        const dead = yield* store.register({ isAlone: false, leaseMillis: 15_000 })
        const claims = yield* store.claim({ worker: dead, room: 2, lane: { space, lane: "app" } })
        assert(claims !== "Dead" && claims.length === 2)
        const [first] = claims
        const attempt = {
          number: 1,
          startedAt: 0,
          endedAt: 1,
          outcome: "succeeded" as const,
          errorCode: null,
          message: null,
          httpStatus: 200,
          retryAfterMs: null,
          spentMicros: 0,
          assumed: false
        }
        const kept = { space, runId: id, ordinal: 0, attempt, output: '"of the dead"', exchange: "{}", overrun: false }
        assert.deepStrictEqual(yield* store.settle(dead, [{ _tag: "Output", ...kept }]), [true])
        yield* killOthers("none")
        const app = executor(() => Effect.succeed(output("fine")))
        yield* working(app)
        const run = yield* ended(space, id)
        assert.deepInclude(run.counts, { succeeded: 3 })
        // The first was not called again, as its output was kept; the second was lost, and called again.
        assert.deepStrictEqual(app.calls.of(id).toSorted(), [1, 2])
        assert.strictEqual((yield* store.output(space, id, 0))?.output, '"of the dead"')
        const outcomes = (yield* store.attempts(space, id, 1)).map(({ outcome }) => outcome)
        assert.deepStrictEqual(outcomes, ["lost", "succeeded"])
        const before = yield* targetsOf(space, id)
        const late = { ...kept, ordinal: 1, output: '"late"' }
        assert.deepStrictEqual(yield* store.settle(dead, [{ _tag: "Output", ...late }]), [false])
        assert.deepStrictEqual(yield* targetsOf(space, id), before)
        assert.strictEqual(yield* store.claim({ worker: dead, room: 1, lane: { space, lane: "app" } }), "Dead")
        assert.strictEqual(first?.attempt, 1)
        yield* assertLaws(space)
      }).pipe(Effect.scoped)
    )

    it.effect("X6: a lost call is not made again where the app forbids it, or has been called often enough", () =>
      Effect.gen(function* () {
        const store = yield* RunStore
        for (const more of [{ retryLost: false }, { maxAttempts: 1 }]) {
          const { space, id } = yield* create(1, { ...more, holdMicros: 7n })
          const dead = yield* store.register({ isAlone: false, leaseMillis: 15_000 })
          yield* store.claim({ worker: dead, room: 1, lane: { space, lane: "app" } })
          yield* killOthers("none")
          const app = executor(() => Effect.succeed(output("fine")))
          const run = yield* Effect.scoped(Effect.andThen(working(app), ended(space, id)))
          assert.deepInclude(run.counts, { failed: 1 })
          assert.deepInclude(run, { status: "completed", heldMicros: 0n, spentMicros: 7n, assumedMicros: 7n })
          assert.deepInclude((yield* targetsOf(space, id))[0], { errorCode: "OUTCOME_UNKNOWN", attempt: 1 })
          assert.lengthOf(app.calls.of(id), 0)
          yield* assertLaws(space)
        }
      })
    )

    it.effect("X8: after a cancel nothing is called, and nothing is in flight within 2 seconds", () =>
      Effect.gen(function* () {
        const store = yield* RunStore
        const { space, id } = yield* create(20, { lane: { key: "app", maxConcurrency: 3 } })
        const app = executor(({ ordinal }) => (ordinal < 2 ? Effect.succeed(output("fine")) : Effect.never))
        yield* working(app)
        yield* until(Effect.sync(() => app.calls.of(id).length === 5))
        assert.include(yield* store.cancel(space, id), { _tag: "Run", status: "cancelling" })
        const run = yield* ended(space, id)
        assert.strictEqual(run.status, "cancelled")
        assert.deepInclude(run.counts, { succeeded: 2, cancelled: 18 })
        assert.lengthOf(app.calls.of(id), 5)
        assert.deepStrictEqual(yield* store.cancel(space, id), { _tag: "Ended", status: "cancelled" })
        assert.deepStrictEqual(yield* store.cancel(space, "evr_none"), { _tag: "NotFound" })
        yield* assertLaws(space)
      }).pipe(Effect.scoped)
    )

    it.effect("X8: a run of 10,000 targets is cancelled when that is answered", () =>
      Effect.gen(function* () {
        const store = yield* RunStore
        const { space, id } = yield* create(10_000)
        const cancelled = yield* store.cancel(space, id)
        assert.include(cancelled, { _tag: "Run", status: "cancelled" })
        assert.deepInclude((yield* store.run(space, id))!.counts, { queued: 0, cancelled: 10_000 })
      })
    )

    it.effect("X8: a target whose output is being written down as its run is cancelled ends with it", () =>
      Effect.gen(function* () {
        const store = yield* RunStore
        const { space, id } = yield* create(5)
        const [written, told] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        let isFound = false
        const slow = {
          ...store,
          settle: (...[worker, outcomes]: Parameters<typeof store.settle>) =>
            Effect.tap(store.settle(worker, outcomes), () =>
              // The worker also does what other tests have left.
              outcomes.some(({ runId }) => runId === id)
                ? Effect.andThen(Deferred.succeed(written, undefined), Deferred.await(told))
                : Effect.void
            ),
          // Whoever looks again has told what the look before found.
          toEnd: (...[runs]: Parameters<typeof store.toEnd>) =>
            Effect.gen(function* () {
              if (isFound) yield* Deferred.succeed(told, undefined)
              const found = yield* store.toEnd(runs)
              isFound ||= found.has(id)
              return found
            })
        }
        yield* Effect.provideService(working(executor(() => Effect.succeed(output("fine")))), RunStore, slow)
        yield* Deferred.await(written)
        assert.include(yield* store.cancel(space, id), { _tag: "Run", status: "cancelling" })
        const run = yield* ended(space, id)
        assert.strictEqual(run.status, "cancelled")
        assert.deepInclude(run.counts, { invoking: 0, scoring: 0 })
        yield* assertLaws(space)
      }).pipe(Effect.scoped)
    )

    it.effect("X9: a run goes forward while another waits for its app, and a short one beside a long one", () =>
      Effect.gen(function* () {
        const hung = yield* create(10, { lane: { key: "hangs", maxConcurrency: 5 } })
        const long = yield* create(300, { lane: { key: "app", maxConcurrency: 5 } })
        const release = yield* Deferred.make<void>()
        const app = executor(({ lane }) =>
          lane === "hangs"
            ? Effect.as(Deferred.await(release), output("late"))
            : // clock: the app itself, so that the long run is not over at once
              Effect.as(Effect.sleep("2 millis"), output("fine"))
        )
        yield* working(app)
        const store = yield* RunStore
        yield* until(Effect.map(store.run(long.space, long.id), (run) => run!.counts.succeeded > 10))
        const created = yield* store.create(long.space, ...runOf(3))
        assert(created._tag === "Run")
        yield* ended(long.space, created.id)
        assert.isNull((yield* store.run(long.space, long.id))!.endedAt)
        yield* ended(long.space, long.id)
        assert.deepInclude((yield* store.run(hung.space, hung.id))!.counts, { invoking: 5, queued: 5 })
        yield* Deferred.succeed(release, undefined)
        yield* ended(hung.space, hung.id)
      }).pipe(Effect.scoped)
    )

    it.effect("X3: a run stops after so many failures, and pauses for an app that is away until it is resumed", () =>
      Effect.gen(function* () {
        const store = yield* RunStore
        const stopping = yield* create(30, { stopFailed: 3, lane: { key: "fails", maxConcurrency: 1 } })
        const pausing = yield* create(30, { lane: { key: "away", maxConcurrency: 1 } })
        let isAway = true
        const app = executor(({ lane }) => Effect.sync(() => (lane === "fails" || isAway ? failure() : output("fine"))))
        yield* working(app)
        const stopped = yield* ended(stopping.space, stopping.id)
        assert.deepInclude(stopped, { status: "failed", reason: "stop_after" })
        assert.deepInclude(stopped.counts, { failed: 3, cancelled: 27 })
        yield* until(Effect.map(store.run(pausing.space, pausing.id), (run) => run?.status === "paused"))
        const paused = (yield* store.run(pausing.space, pausing.id))!
        assert.strictEqual(paused.reason, "app_unavailable")
        assert.deepInclude(paused.counts, { failed: 20, queued: 10 })
        isAway = false
        yield* store.resume(pausing.space, pausing.id)
        const run = yield* ended(pausing.space, pausing.id)
        assert.deepInclude(run.counts, { failed: 20, succeeded: 10 })
        assert.deepStrictEqual(yield* store.resume(run === undefined ? stopping.space : pausing.space, pausing.id), {
          _tag: "Ended",
          status: "completed"
        })
      }).pipe(Effect.scoped)
    )

    it.effect("X3: a fault in what is done for a target ends that one, and keeps no other from its end", () =>
      Effect.gen(function* () {
        const [store, fault] = [yield* RunStore, Effect.die(new Error("a fault"))]
        const { space, id } = yield* create(6, { holdMicros: 5n })
        // The third can't be written down: PostgreSQL has no text with that character.
        const answers = [fault, Effect.succeed(output("fine")), Effect.succeed(failure({ message: "\u0000" }))]
        const app = executor(
          ({ ordinal }) => answers[ordinal] ?? Effect.succeed(output("fine")),
          ({ ordinal }) => (ordinal === 1 ? fault : Effect.void)
        )
        yield* working(app)
        const run = yield* ended(space, id)
        assert.deepInclude(run, { status: "completed", heldMicros: 0n, assumedMicros: 10n })
        assert.deepInclude(run.counts, { succeeded: 4, failed: 2 })
        const targets = yield* targetsOf(space, id)
        assert.deepStrictEqual(
          targets.map(({ errorCode }) => errorCode),
          ["OUTCOME_UNKNOWN", null, "OUTCOME_UNKNOWN", null, null, null]
        )
        assert.deepStrictEqual(
          (yield* store.scores(space, id, { ordinals: [0, 1, 2, 3, 4, 5], aliases: ["one"] })).map(
            ({ ordinal }) => ordinal
          ),
          [3, 4, 5]
        )
        assert.deepStrictEqual(app.calls.of(id).toSorted(), [0, 1, 2, 3, 4, 5])
        yield* assertLaws(space)
      }).pipe(Effect.scoped)
    )

    it.effect("X3, K3: work that breaks off by itself ends as a fault does, and gives its place back", () =>
      Effect.gen(function* () {
        const { space, id } = yield* create(12)
        const app = executor(({ ordinal }) => (ordinal < 4 ? Effect.interrupt : Effect.succeed(output("fine"))))
        yield* working(app, { concurrency: 2 })
        const run = yield* ended(space, id)
        assert.deepInclude(run.counts, { succeeded: 8, failed: 4 })
        yield* assertLaws(space)
      }).pipe(Effect.scoped)
    )

    it.effect("X2, X3, X6, U2: what the database did without telling, as it went away, is found and done once", () =>
      Effect.gen(function* () {
        const store = yield* RunStore
        const { space, id } = yield* create(8, { holdMicros: 5n, lane: { key: "app", maxConcurrency: 4 } })
        // The first claim, the first output and the first scores are written, and then nobody is told.
        const untold = new Set(["claim", "Output", "Scored"])
        const forgetting = RunStore.of({
          ...store,
          claim: (...asked) =>
            Effect.flatMap(store.claim(...asked), (claims) =>
              claims.length > 0 && untold.delete("claim") ? Effect.fail(away) : Effect.succeed(claims)
            ),
          settle: (...asked) =>
            Effect.flatMap(store.settle(...asked), (counted) =>
              asked[1].some(({ _tag }) => untold.delete(_tag)) ? Effect.fail(away) : Effect.succeed(counted)
            )
        })
        const app = executor(() => Effect.succeed(output("fine", 3n)))
        yield* Effect.provideService(working(app), RunStore, forgetting)
        const run = yield* ended(space, id)
        // The last may have done what it is not told yet.
        yield* until(Effect.sync(() => untold.size === 0))
        assert.deepInclude(run, { status: "completed", heldMicros: 0n, spentMicros: 24n, assumedMicros: 0n })
        assert.deepInclude(run.counts, { succeeded: 8 })
        assert.deepStrictEqual(app.calls.of(id).toSorted(), [0, 1, 2, 3, 4, 5, 6, 7])
        assert.lengthOf(yield* store.scores(space, id, { ordinals: [0, 1, 2, 3, 4, 5, 6, 7], aliases: ["one"] }), 8)
        yield* assertLaws(space)
      }).pipe(Effect.scoped)
    )

    it.effect("U1, U4: a run pauses where its account is empty, and goes on when there is money again", () =>
      Effect.gen(function* () {
        const [store, sql] = [yield* RunStore, yield* SqlClient.SqlClient]
        const { space, id } = yield* create(10, { holdMicros: 10n })
        yield* sql`
          insert into agent_operations.eval_accounts (tenant_id, project_id, limit_micros)
          values (${space.tenant}, ${space.project}, 45)`
        const app = executor(() => Effect.succeed(output("fine", 9n)))
        yield* working(app)
        yield* until(Effect.map(store.run(space, id), (run) => run?.status === "paused" && run.counts.succeeded === 4))
        const paused = (yield* store.run(space, id))!
        assert.strictEqual(paused.reason, "budget")
        // 4 at 9 of 10 each; 9 are left, which are not enough for another.
        assert.deepInclude(paused.counts, { succeeded: 4, queued: 6 })
        assert.lengthOf(app.calls.of(id), 4)
        yield* assertLaws(space)
        yield* sql`
          update agent_operations.eval_accounts set limit_micros = 1000
          where tenant_id = ${space.tenant} and project_id = ${space.project}`
        yield* store.resume(space, id)
        const run = yield* ended(space, id)
        assert.deepInclude(run, { status: "completed", spentMicros: 90n, heldMicros: 0n })
        yield* assertLaws(space)
      }).pipe(Effect.scoped)
    )

    it.effect("X4: what is in flight when a process stops is released, and done by another", () =>
      Effect.gen(function* () {
        const { space, id } = yield* create(2, { lane: { key: "app", maxConcurrency: 2 } })
        const slow = executor(() => Effect.never)
        const stopping = yield* Effect.forkChild(
          Effect.scoped(
            Effect.andThen(
              working(slow, { grace: "50 millis" }),
              until(Effect.sync(() => slow.calls.of(id).length === 2))
            )
          )
        )
        yield* Fiber.join(stopping)
        const app = executor(() => Effect.succeed(output("fine")))
        yield* working(app)
        const run = yield* ended(space, id)
        assert.deepInclude(run.counts, { succeeded: 2 })
        const store = yield* RunStore
        const outcomes = (yield* store.attempts(space, id, 0)).map(({ outcome }) => outcome)
        assert.deepStrictEqual(outcomes, ["released", "succeeded"])
        assert.deepStrictEqual(app.calls.of(id).toSorted(), slow.calls.of(id).toSorted())
        yield* assertLaws(space)
      }).pipe(Effect.scoped)
    )
  })
})
