import { OpenProjects } from "@agent-operations/database"
import { DefinitionEvents, RevisionStore } from "@agent-operations/revision-store"
import { databases } from "@agent-operations/testing"
import { eventually } from "@agent-operations/testing/eventually"
import { assert, describe, layer } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onWrite } from "../src/events/announce.ts"
import type { SubscriptionOptions } from "../src/events/DefinitionEvents.ts"
import { subscriptions } from "../src/events/subscriptions.ts"
import { actor, content, failure, oneSession, ownStores, space, Widget } from "./kinds.ts"

const logged: Array<string> = []
const logger = Logger.layer([Logger.make(({ message }) => logged.push(String(message)))])
const withEvents = <A, E, R>(database: Layer.Layer<A, E, R>) =>
  DefinitionEvents.layer.pipe(Layer.provideMerge(database), Layer.provideMerge(logger), Layer.orDie)

/** What a subscription dies of: a message, or nothing. */
const subscribing = (options: SubscriptionOptions) =>
  Effect.gen(function* () {
    const events = yield* DefinitionEvents
    const exit = yield* Effect.exit(events.subscribe(options, () => Effect.void))
    if (Exit.isSuccess(exit)) return undefined
    const fault = Cause.squash(exit.cause)
    assert.instanceOf(fault, TypeError)
    return (fault as TypeError).message
  })

const longest = 2 ** 31 - 1

/** Values of the options at their bounds and beyond them. */
const options: ReadonlyArray<
  readonly [of: keyof SubscriptionOptions, taken: ReadonlyArray<unknown>, refused: ReadonlyArray<unknown>]
> = [
  ["name", ["a", "0", "a".repeat(100), "a.b_c-d"], ["", "a".repeat(101), "-a", ".a", "_a", "A", "a b", "a\n", "é"]],
  ["timeout", [1, longest, undefined], [0, 0.5, -1, longest + 1, Infinity, "soon"]],
  ["pollInterval", [10, longest, undefined], [9, -10, longest + 1, Infinity, "often"]],
  ["lease", [1000, longest, undefined], [999, longest + 1, Infinity, "long"]],
  ["backlog", [1, 2 ** 53 - 1, undefined], [0, -1, 1.5, Number.NaN, Infinity, 2 ** 53]]
]

/** Until a condition of the database holds. */
const until = (rows: Effect.Effect<ReadonlyArray<unknown>, unknown>, count: number) =>
  Effect.repeat(rows, { until: ({ length }) => length === count })

/** Time for whatever goes on beside a test to ask the database a few times. */
const turns = Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.repeat(sql`select 1`, { times: 20 }))

/** Creates a definition in a transaction that stays open until what this resolves with is run. */
const writing = Effect.fnUntraced(function* (name: string) {
  const [store, sql] = [yield* RevisionStore, yield* SqlClient.SqlClient]
  const [written, ending] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const open = yield* store
    .create(space, Widget, content(name), actor)
    .pipe(
      Effect.andThen(Deferred.succeed(written, undefined)),
      Effect.andThen(Deferred.await(ending)),
      sql.withTransaction,
      Effect.forkChild
    )
  yield* Deferred.await(written)
  return Effect.andThen(Deferred.succeed(ending, undefined), Fiber.join(open))
})

/** Those projects are open that a table does not name. */
const notNamed = Layer.succeed(
  OpenProjects,
  (sql, { project }) => sql`${sql.literal(project)} not in (select name from closed_projects)`
)

describe.each(ownStores)("subscriptions to projects that are going to be deleted, on $name", ({ layer: store }) => {
  layer(DefinitionEvents.layer.pipe(Layer.provide(notNamed), Layer.provideMerge(store), Layer.orDie), {
    excludeTestServices: true
  })((it) => {
    it.effect("A10: are told of nothing in them until that is cancelled, and then of all that waited", () =>
      Effect.gen(function* () {
        const [events, revisions, sql] = [yield* DefinitionEvents, yield* RevisionStore, yield* SqlClient.SqlClient]
        yield* sql`create table closed_projects (name text)`
        const told: Array<string> = []
        yield* events.subscribe({ name: "search" }, ({ project, definitionId }) =>
          Effect.sync(() => told.push(`${project} ${definitionId}`))
        )
        yield* sql`insert into closed_projects values ('closing')`
        const write = (project: string, name: string) =>
          Effect.map(
            revisions.create({ ...space, project }, Widget, content(name), actor),
            ({ id }) => `${project} ${id}`
          )
        const closing = [yield* write("closing", "a"), yield* write("closing", "b")]
        const other = yield* write("open", "c")
        yield* eventually(
          "the other project's event to be told",
          Effect.sync(() => told.length > 0)
        )
        assert.deepStrictEqual(told, [other])
        yield* sql`delete from closed_projects`
        yield* eventually(
          "the events that waited to be told",
          Effect.sync(() => told.length > 2)
        )
        assert.deepStrictEqual(told, [other, ...closing])
        yield* events.unsubscribe("search")
      })
    )
  })
})

describe.each(ownStores)("a subscription whose handler is slow, on $name", ({ layer: store }) => {
  layer(DefinitionEvents.layer.pipe(Layer.provide(notNamed), Layer.provideMerge(store), Layer.orDie))((it) => {
    it.effect("A10: is told of nothing in a project that was closed after the event was read", () =>
      Effect.gen(function* () {
        const [events, revisions, sql] = [yield* DefinitionEvents, yield* RevisionStore, yield* SqlClient.SqlClient]
        yield* sql`create table closed_projects (name text)`
        const told: Array<string> = []
        const [telling, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const subscribe = events.subscribe({ name: "slow" }, ({ definitionId }) =>
          Effect.sync(() => told.push(definitionId)).pipe(
            Effect.andThen(Deferred.succeed(telling, undefined)),
            Effect.andThen(Deferred.await(go))
          )
        )
        // Both are there before either is read.
        const { stop } = yield* subscribe
        yield* stop
        for (const name of ["a", "b"]) yield* revisions.create(space, Widget, content(name), actor)
        yield* subscribe
        yield* Deferred.await(telling)
        yield* sql`insert into closed_projects values (${space.project})`
        yield* TestClock.adjust("2 seconds")
        yield* Deferred.succeed(go, undefined)
        yield* turns
        yield* TestClock.adjust("2 seconds")
        yield* turns
        assert.lengthOf(told, 1)
        yield* sql`delete from closed_projects`
        yield* TestClock.adjust("2 seconds")
        yield* until(sql`select from agent_operations.definition_events where subscription = 'slow'`, 0)
        assert.lengthOf(new Set(told), 2)
        yield* events.unsubscribe("slow")
      })
    )
  })
})

describe.each(ownStores)("subscriptions on $name", ({ name: database, layer: store }) => {
  layer(withEvents(store))((it) => {
    it.effect("are refused with an option beyond its bounds, and taken at them", () =>
      Effect.gen(function* () {
        const events = yield* DefinitionEvents
        for (const [option, taken, refused] of options) {
          for (const value of taken) {
            const given = { name: "bounds", [option]: value } as SubscriptionOptions
            assert.isUndefined(yield* subscribing(given), `${option} ${String(value)}`)
            yield* events.unsubscribe(given.name)
          }
          for (const value of refused)
            assert.include(yield* subscribing({ name: "bounds", [option]: value } as SubscriptionOptions), option)
        }
      })
    )

    it.effect("have one handler in a process, and stop that alone which was started with them", () =>
      Effect.gen(function* () {
        const events = yield* DefinitionEvents
        const subscribe = events.subscribe({ name: "one" }, () => Effect.void)
        const first = yield* subscribe
        assert.include(yield* subscribing({ name: "one" }), "already has a handler")
        yield* first.stop
        const second = yield* subscribe
        yield* first.stop
        assert.include(yield* subscribing({ name: "one" }), "already has a handler")
        yield* second.stop
        assert.isUndefined(yield* subscribing({ name: "one" }))
        yield* events.unsubscribe("one")
      })
    )

    it.effect("can be removed while they are being created, also if that is given up", () =>
      Effect.gen(function* () {
        const events = yield* DefinitionEvents
        const creating = yield* Effect.forkChild(events.subscribe({ name: "given-up" }, () => Effect.void))
        yield* Effect.yieldNow
        const removing = yield* Effect.forkChild(events.unsubscribe("given-up"))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(creating)
        yield* Fiber.join(removing)
        assert.isUndefined(yield* subscribing({ name: "given-up" }))
        yield* events.unsubscribe("given-up")
      })
    )

    it.effect.skipIf(database === "PGlite")(
      `R10: are there after ten seconds, and the log says so, where an earlier write has not ended by then${oneSession(database)}`,
      () =>
        Effect.gen(function* () {
          const [sql, events] = [yield* SqlClient.SqlClient, yield* DefinitionEvents]
          const end = yield* writing("Not committed for long")
          logged.length = 0
          const creating = yield* Effect.forkChild(events.subscribe({ name: "late" }, () => Effect.void))
          yield* until(sql`select from agent_operations.event_subscriptions where name = 'late'`, 1)
          yield* Effect.andThen(turns, Effect.andThen(TestClock.adjust("9900 millis"), turns))
          assert.isUndefined(creating.pollUnsafe())
          yield* Effect.repeat(Effect.andThen(TestClock.adjust("100 millis"), turns), {
            until: () => creating.pollUnsafe() !== undefined
          })
          yield* Fiber.join(creating)
          assert.lengthOf(
            logged.filter((line) => line.includes("before the subscription late was created is still open")),
            1
          )
          yield* end
          logged.length = 0
          yield* events.unsubscribe("late")
          assert.isUndefined(yield* subscribing({ name: "late" }))
          assert.isEmpty(logged)
          yield* events.unsubscribe("late")
        })
    )

    it.effect.skipIf(database === "PGlite")(
      `R10: are there once the writes that began before them have ended, whoever writes since${oneSession(database)}`,
      () =>
        Effect.gen(function* () {
          const [sql, events] = [yield* SqlClient.SqlClient, yield* DefinitionEvents]
          const endFirst = yield* writing("Begun before")
          const creating = yield* Effect.forkChild(events.subscribe({ name: "since" }, () => Effect.void))
          yield* until(sql`select from agent_operations.event_subscriptions where name = 'since'`, 1)
          yield* turns
          const endSecond = yield* writing("Begun since")
          yield* endFirst
          yield* eventually(
            "the subscription to be there",
            Effect.map(TestClock.adjust("50 millis"), () => creating.pollUnsafe())
          )
          yield* endSecond
          yield* events.unsubscribe("since")
        })
    )

    it.effect("R10: are held by one process until it lets go or its lease is over", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { hold, letGo, register, remove } = subscriptions(sql, yield* OpenProjects)
        for (const name of ["held", "beside"]) assert.isTrue(yield* register(name))
        const holders = sql`select name, holder from agent_operations.event_subscriptions where holder is not null`
        assert.strictEqual(yield* hold("held", "a", 60), "held")
        assert.deepStrictEqual(yield* holders, [{ name: "held", holder: "a" }])
        assert.strictEqual(yield* hold("held", "b", 60), "elsewhere")
        assert.strictEqual(yield* hold("held", "a", 60), "held")
        const [{ lasts }] = (yield* sql<{ lasts: number }>`
          select extract(epoch from held_until - now())::float as lasts from agent_operations.event_subscriptions
          where name = 'held'`) as [{ lasts: number }]
        assert.isTrue(lasts > 30 && lasts <= 60, `${lasts}`)
        assert.strictEqual(yield* hold("beside", "b", 60), "held")
        yield* letGo("held", "b")
        assert.strictEqual(yield* hold("held", "b", 60), "elsewhere")
        yield* letGo("held", "a")
        assert.deepStrictEqual(yield* holders, [{ name: "beside", holder: "b" }])
        assert.strictEqual(yield* hold("held", "b", 60), "held")
        yield* sql`update agent_operations.event_subscriptions set held_until = now() - interval '1 second' where name = 'held'`
        assert.strictEqual(yield* hold("held", "c", 60), "held")
        assert.strictEqual(yield* hold("nowhere", "a", 60), "removed")
        yield* remove("held")
        assert.strictEqual(yield* hold("held", "c", 60), "removed")
        assert.strictEqual(yield* hold("beside", "b", 60), "held")
        yield* remove("beside")
      })
    )

    it.effect("R10: events wait in the order of their positions, each for its own subscription", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { first, told, waiting, remove, register } = subscriptions(sql, yield* OpenProjects)
        for (const name of ["mine", "other"]) yield* register(name)
        for (const [subscription, tenant, position, id, minute] of [
          ["mine", "org_a", 30, "wd_3", 2],
          ["mine", "org_a", 10, "wd_1", 3],
          ["mine", "org_b", 20, "wd_2", 4],
          ["mine", "org_a", 40, "wd_1", 1],
          ["other", "org_a", 10, "wd_1", 0],
          ["other", "org_a", 30, "wd_3", 0]
        ] as const)
          yield* sql`
            insert into agent_operations.definition_events (tenant_id, subscription, position, project_id, kind,
              definition_id, revision, at, actor, type)
            overriding system value
            values (${tenant}, ${subscription}, ${position}, 'p', 'widget', ${id}, 1,
              ${new Date(Date.UTC(2015, 0, 1, 0, minute))}, '{}', 'created')`
        const positions = (name: string, limit = 10, without: ReadonlyArray<string> = []) =>
          Effect.map(first(name, limit, without), (events) => events.map(({ position }) => Number(position)))
        assert.deepStrictEqual(yield* positions("mine"), [10, 20, 30, 40])
        assert.deepStrictEqual(yield* positions("mine", 2), [10, 20])
        assert.deepStrictEqual(yield* positions("mine", 2, ["wd_1"]), [20, 30])
        assert.deepStrictEqual(yield* positions("mine", 2, ["wd_1", "wd_2"]), [30])
        const at = (minute: number) => `2015-01-01T00:0${minute}:00.000Z`
        assert.deepStrictEqual(yield* waiting("mine", 10), { count: 4, since: at(1) })
        assert.deepStrictEqual(yield* waiting("mine", 3), { count: 3, since: at(2) })
        assert.deepStrictEqual(yield* waiting("nobody", 3), { count: 0, since: undefined })
        const [one, two] = yield* first("mine", 2, [])
        // As if of another tenant: nothing is known of it.
        yield* told("mine", [{ ...one!, tenant: "org_c" }])
        assert.deepStrictEqual(yield* positions("mine"), [10, 20, 30, 40])
        yield* told("mine", [one!, two!])
        assert.deepStrictEqual(yield* positions("mine"), [30, 40])
        assert.deepStrictEqual(yield* positions("other"), [10, 30])
        yield* remove("mine")
        assert.deepStrictEqual([yield* positions("mine"), yield* positions("other")], [[], [10, 30]])
        yield* remove("other")
      })
    )

    it.effect("R10: who listens is called after each that is committed, until the scope closes", () =>
      Effect.gen(function* () {
        const [store, sql] = [yield* RevisionStore, yield* SqlClient.SqlClient]
        let calls = 0
        const write = (name: string) => store.create(space, Widget, content(name), actor)
        const listening = Effect.gen(function* () {
          yield* onWrite(sql, () => calls++)
          yield* write("One")
          assert.strictEqual(calls, 1)
          yield* failure(write("one"))
          yield* failure(sql.withTransaction(Effect.andThen(write("Undone"), Effect.fail("rolled back"))))
          assert.strictEqual(calls, 1)
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* write("Two")
              assert.strictEqual(calls, 1)
            })
          )
          assert.strictEqual(calls, 2)
        })
        yield* Effect.scoped(listening)
        yield* write("Three")
        assert.strictEqual(calls, 2)
      })
    )
  })
})

describe.each(databases.slice(-1))("a database without definitions: $name", ({ layer: database }) => {
  layer(withEvents(database))((it) => {
    it.effect("has nothing to subscribe to, says so each time, and is not tidied", () =>
      Effect.gen(function* () {
        logged.length = 0
        for (const _ of [1, 2]) assert.include(yield* subscribing({ name: "nothing" }), "No mounted family")
        yield* TestClock.adjust("10 minutes")
        yield* turns
        assert.isEmpty(logged.filter((line) => line.includes("Abandoned")))
      })
    )
  })
})
