import { Database, joinTransaction, migrate, upkeepMigrations } from "@agent-operations/database"
import { type DefinitionEvent, DefinitionEvents, migrations, RevisionStore } from "@agent-operations/revision-store"
import { databases, hostDatabases, hostPool, serverDatabaseUrl } from "@agent-operations/testing"
import { eventually } from "@agent-operations/testing/eventually"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Logger, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { actor, content, Gauge, space, Widget } from "./kinds.ts"

const logged: Array<string> = []
const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => logged.push(line))])

const eventsOver = <A, E, R>(database: Layer.Layer<A, E, R>) =>
  Layer.merge(RevisionStore.layer, DefinitionEvents.layer).pipe(
    Layer.provideMerge(Layer.effectDiscard(migrate([migrations, upkeepMigrations]))),
    Layer.provideMerge(database),
    Layer.provideMerge(logger),
    Layer.orDie
  )

/** Ends once a condition holds. */
const until = (condition: () => boolean) => eventually("what is to be told", Effect.sync(condition))

const waiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ n: number }>`select count(*)::integer as n from agent_operations.definition_events`
  return row?.n
})

const nothingWaits = Effect.repeat(waiting, { until: (n) => n === 0, schedule: Schedule.spaced("10 millis") })

/** A subscription of this process that keeps what it is told; `fails` says what it throws first. */
const listen = (name: string, fails: (event: DefinitionEvent) => boolean = () => false) =>
  Effect.gen(function* () {
    const told: Array<DefinitionEvent> = []
    const events = yield* DefinitionEvents
    const { stop } = yield* events.subscribe({ name }, (event) =>
      Effect.suspend(() => {
        const failed = fails(event)
        if (!failed) told.push(event)
        return failed ? Effect.fail(new Error("The index is away.")) : Effect.void
      })
    )
    return { told, stop, remove: events.unsubscribe(name) }
  })

const short = ({ type, definitionId, revision }: DefinitionEvent) => [type, definitionId, revision]

describe.each([...databases, ...hostDatabases])("events of definitions on $name", ({ layer: database }) => {
  layer(eventsOver(database), { excludeTestServices: true })((it) => {
    it.effect("R10: without a subscription nothing is kept, and each verb tells exactly one event of what it did", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        yield* store.create(space, Widget, content("Before"), actor)
        assert.strictEqual(yield* waiting, 0)
        const { told, remove } = yield* listen("verbs")
        const gauge = yield* store.create(space, Gauge, content("Gauge"), actor)
        const uses = { it: { kind: "gauge", id: gauge.id, revision: null } }
        const { id } = yield* store.create(space, Widget, content("Widget", uses), actor)
        yield* store.append(space, Widget, id, 1, { description: "Other" }, actor)
        const restored = yield* store.restore(space, Widget, id, { revision: 1 }, actor)
        const copied = yield* store.copy(space, Widget, id, { name: "Copy" }, actor)
        yield* store.remove(space, Widget, id, 3, actor)
        const refused = [
          store.create(space, Gauge, content("gauge"), actor),
          store.append(space, Gauge, gauge.id, 7, {}, actor),
          store.remove(space, Gauge, gauge.id, 1, actor),
          store.restore(space, Widget, id, { revision: 1 }, actor)
        ]
        yield* Effect.forEach(refused, (write) => Effect.flip<unknown, { readonly _tag: string }, never>(write))
        yield* until(() => told.length >= 6)
        yield* nothingWaits
        assert.deepStrictEqual(told.map(short), [
          ["created", gauge.id, 1],
          ["created", id, 1],
          ["updated", id, 2],
          ["restored", id, 3],
          ["copied", copied.id, 1],
          ["deleted", id, 3]
        ])
        assert.deepStrictEqual(told[3], {
          id: `${id}/3`,
          type: "restored",
          kind: "widget",
          definitionId: id,
          revision: 3,
          tenant: space.tenant,
          project: space.project,
          actor,
          at: restored.updatedAt
        })
        assert.strictEqual(new Set(told.map((event) => event.id)).size, 6)
        yield* remove
        yield* store.create(space, Widget, content("After"), actor)
        assert.strictEqual(yield* waiting, 0)
      })
    )

    it.effect("R10: what a transaction rolls back is told to nobody, what it commits is", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const sql = yield* SqlClient.SqlClient
        const { told, remove } = yield* listen("transactions")
        const make = (name: string) => store.create(space, Widget, content(name), actor)
        yield* Effect.flip(sql.withTransaction(Effect.andThen(make("Undone"), Effect.fail("rolled back"))))
        const [first, second] = yield* sql.withTransaction(
          Effect.gen(function* () {
            const first = yield* make("First")
            yield* Effect.ignore(sql.withTransaction(Effect.andThen(make("Undone"), Effect.fail("rolled back"))))
            // clock: for whoever looks too early; beside load less of it is noticed
            yield* Effect.sleep("50 millis")
            assert.lengthOf(told, 0)
            return [first, yield* make("Second")]
          })
        )
        yield* nothingWaits
        assert.deepStrictEqual(told.map(short), [
          ["created", first?.id, 1],
          ["created", second?.id, 1]
        ])
        yield* remove
      })
    )

    it.effect(
      "R10: of writes that share a statement each is told, those of one definition in the order of revisions",
      () =>
        Effect.gen(function* () {
          const store = yield* RevisionStore
          const { told, remove } = yield* listen("order")
          const atOnce = { concurrency: "unbounded" } as const
          const names = Array.from({ length: 12 }, (_, n) => `Ordered ${n}`)
          const made = yield* Effect.forEach(names, (name) => store.create(space, Widget, content(name), actor), atOnce)
          yield* Effect.forEach([1, 2, 3, 4], (revision) =>
            Effect.forEach(
              made,
              ({ id }) => store.append(space, Widget, id, revision, { description: "x" }, actor),
              atOnce
            )
          )
          yield* until(() => told.length >= 60)
          yield* nothingWaits
          assert.lengthOf(told, 60)
          for (const { id } of made) {
            assert.deepStrictEqual(
              told.filter(({ definitionId }) => definitionId === id).map(({ revision }) => revision),
              [1, 2, 3, 4, 5]
            )
          }
          yield* remove
        })
    )

    it.effect(
      "R10: a handler that fails is told again, in order, and holds up no other definition or subscription",
      () =>
        Effect.gen(function* () {
          const store = yield* RevisionStore
          let [failures, isAway] = [0, true]
          logged.length = 0
          const broken = yield* listen("broken", ({ definitionId, revision }) => {
            const fails = isAway && definitionId === bad && revision === 1
            if (fails) failures++
            return fails
          })
          const sound = yield* listen("sound")
          const bad = (yield* store.create(space, Gauge, content("Bad"), actor)).id
          yield* store.append(space, Gauge, bad, 1, { description: "x" }, actor)
          const good = yield* store.create(space, Gauge, content("Good"), actor)
          const all = [
            ["created", bad, 1],
            ["updated", bad, 2],
            ["created", good.id, 1]
          ]
          yield* until(() => sound.told.length >= 3)
          assert.deepStrictEqual(sound.told.map(short), all)
          yield* until(() => failures >= 2 && broken.told.length >= 1)
          assert.deepStrictEqual(broken.told.map(short), [all[2]])
          isAway = false
          yield* until(() => broken.told.length >= 3)
          assert.deepStrictEqual(broken.told.map(short), [all[2], all[0], all[1]])
          yield* nothingWaits
          assert.lengthOf(
            logged.filter((line) => line.includes("The index is away.")),
            failures
          )
          yield* broken.remove
          yield* sound.remove
        })
    )

    it.effect("a subscription that falls behind is told of in the log, and its name is its own in a process", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const events = yield* DefinitionEvents
        const { stop } = yield* listen("slow")
        assert.match(
          String(yield* Effect.flip(Effect.sandbox(listen("slow")))),
          /already has a handler in this process/
        )
        assert.match(String(yield* Effect.flip(Effect.sandbox(listen("A b")))), /search-index/)
        yield* stop
        yield* sql`
          insert into agent_operations.definition_events
            (tenant_id, subscription, project_id, kind, definition_id, revision, at, actor, type)
          select 't', 'slow', 'p', 'widget', 'wd_' || n, 1, now(), '{}', 'created' from generate_series(1, 300) as n`
        logged.length = 0
        let told = 0
        yield* events.subscribe({ name: "slow", backlog: 150 }, () => Effect.sync(() => told++))
        yield* nothingWaits
        assert.strictEqual(told, 300)
        assert.lengthOf(
          logged.filter((line) => line.includes("slow is falling behind: at least 150 events are waiting")),
          1
        )
        yield* events.unsubscribe("slow")
      })
    )

    it.effect("a subscription that is removed while it is being created is gone, and can be created again", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const events = yield* DefinitionEvents
        const creating = yield* Effect.forkChild(listen("in-a-moment"))
        yield* Effect.yieldNow
        yield* events.unsubscribe("in-a-moment")
        yield* Fiber.join(creating)
        assert.isEmpty(yield* sql`select from agent_operations.event_subscriptions where name = 'in-a-moment'`)
        const { remove } = yield* listen("in-a-moment")
        yield* remove
      })
    )

    it.effect("a subscription that another process removed is told of in the log, once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const events = yield* DefinitionEvents
        const { stop } = yield* events.subscribe(
          { name: "removed", pollInterval: "10 millis", lease: "1 second" },
          () => Effect.void
        )
        yield* sql`delete from agent_operations.event_subscriptions where name = 'removed'`
        const lines = () => logged.filter((line) => line.includes("The subscription removed was removed elsewhere"))
        yield* until(() => lines().length > 0)
        // clock: for a second line, which is not to come
        yield* Effect.sleep("100 millis")
        assert.lengthOf(lines(), 1)
        yield* stop
      })
    )

    it.effect("R10: what changed while nobody listened is told to whoever listens next under the same name", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const first = yield* listen("paused")
        yield* first.stop
        const { id } = yield* store.create(space, Widget, content("Meanwhile"), actor)
        assert.strictEqual(yield* waiting, 1)
        const next = yield* listen("paused")
        yield* until(() => next.told.length > 0)
        assert.deepStrictEqual(next.told.map(short), [["created", id, 1]])
        yield* nothingWaits
        assert.lengthOf(first.told, 0)
        yield* next.stop
        yield* store.create(space, Widget, content("For nobody any more"), actor)
        assert.strictEqual(yield* waiting, 1)
        yield* next.remove
        assert.strictEqual(yield* waiting, 0)
      })
    )

    it.effect("what this process writes is told at once, and not when it is next looked for what others wrote", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const events = yield* DefinitionEvents
        let told = 0
        yield* events.subscribe({ name: "at-once", pollInterval: "1 hour" }, () => Effect.sync(() => told++))
        for (const n of [1, 2, 3]) {
          yield* store.create(space, Widget, content(`At once ${n}`), actor)
          yield* until(() => told === n)
        }
        yield* events.unsubscribe("at-once")
      })
    )
  })
})

describe.each(databases)("subscriptions that nobody asks for on $name", ({ layer: database }) => {
  layer(eventsOver(database))((it) => {
    it.effect("are removed with their events after 30 days, and the log says so", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* RevisionStore
        yield* sql`
          insert into agent_operations.event_subscriptions (name, held_until)
          values ('left', now() - interval '31 days'), ('kept', now() - interval '29 days')`
        yield* store.create(space, Widget, content("Waits"), actor)
        assert.strictEqual(yield* waiting, 2)
        yield* TestClock.adjust("10 minutes")
        const one = Effect.map(waiting, (n) => n === 1)
        yield* Effect.repeat(one, { until: (there) => there })
        assert.deepStrictEqual(yield* sql`select subscription from agent_operations.definition_events`, [
          { subscription: "kept" }
        ])
        assert.isTrue(logged.some((line) => line.includes("The subscription left was removed")))
      })
    )
  })
})

/** A store over a URL, and two clients of the host's on the same database. */
const world = Effect.gen(function* () {
  const url = yield* serverDatabaseUrl
  const pool = yield* hostPool({ connectionString: url, max: 2 })
  const open = Effect.acquireRelease(
    Effect.promise(() => pool.connect()),
    (client) => Effect.sync(() => client.release())
  )
  const services = yield* Layer.build(eventsOver(Database.layer({ url: Redacted.make(url), maxConnections: 2 })))
  const host = Effect.map(open, (client) => ({
    query: (text: string) => Effect.promise(() => client.query(text)),
    create: (name: string) =>
      joinTransaction(client)(
        Effect.flatMap(RevisionStore, (store) => store.create(space, Widget, content(name), actor))
      )
  }))
  return { services, store: Context.get(services, RevisionStore), hosts: [yield* host, yield* host] as const }
})

it.live(
  "R10: in transactions of a host that overlap, each event is told once it is committed, whichever was written first",
  () =>
    Effect.gen(function* () {
      const { services, store, hosts } = yield* world
      yield* Effect.gen(function* () {
        const { told } = yield* listen("overlapping")
        for (const { query } of hosts) yield* query("begin")
        const early = yield* hosts[0].create("Early")
        yield* hosts[1].create("Never")
        const late = yield* store.create(space, Widget, content("Late"), actor)
        yield* until(() => told.length > 0)
        yield* hosts[1].query("rollback")
        yield* hosts[0].query("commit")
        yield* until(() => told.length > 1)
        yield* nothingWaits
        assert.deepStrictEqual(told.map(short), [
          ["created", late.id, 1],
          ["created", early.id, 1]
        ])
      }).pipe(Effect.provide(services))
    })
)

it.live("R10: a subscription is there once writes that began before it have ended, and holds none up meanwhile", () =>
  Effect.gen(function* () {
    const { services, store, hosts } = yield* world
    yield* Effect.gen(function* () {
      yield* hosts[0].query("begin")
      const before = yield* hosts[0].create("Before")
      const subscribing = yield* Effect.forkChild(listen("waiting"))
      yield* Effect.repeat(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select 1 from agent_operations.event_subscriptions`),
        { until: (rows) => rows.length === 1 }
      )
      const meanwhile = yield* store.create(space, Widget, content("Meanwhile"), actor)
      // clock: for what is not to happen yet, of which nothing tells
      yield* Effect.sleep("200 millis")
      assert.isUndefined(subscribing.pollUnsafe())
      yield* hosts[0].query("commit")
      const { told } = yield* Fiber.join(subscribing)
      // What is not told was there to be read when the subscription was.
      assert.strictEqual((yield* store.read(space, Widget, before.id, undefined)).name, "Before")
      yield* until(() => told.length > 0)
      assert.deepStrictEqual(told.map(short), [["created", meanwhile.id, 1]])
    }).pipe(Effect.provide(services))
  })
)
