import { type Content, RevisionStore } from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { actor, content, failure, Gauge, oneSession, space, ownStores, Widget } from "./kinds.ts"

const limits = { maxNodes: 9, maxBytes: 1e6 }
const to = (id: string, revision: number | null = null): Content["references"] => ({
  it: { kind: "gauge", id, revision }
})

describe.each(ownStores)("what is refused on $name", ({ name: database, layer: store }) => {
  layer(store, { excludeTestServices: true })((it) => {
    it.effect("R6: a name that is taken is told, by whatever verb it is asked for", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const taken = yield* store.create(space, Widget, content("Taken"), actor)
        const other = yield* store.create(space, Widget, content("Other"), actor)
        yield* store.append(space, Widget, other.id, 1, { name: "Renamed" }, actor)
        yield* store.append(space, Widget, taken.id, 1, { name: "other" }, actor)
        for (const [name, write] of [
          ["Other", failure(store.create(space, Widget, content("Other"), actor))],
          ["OTHER", failure(store.append(space, Widget, other.id, 2, { name: "OTHER" }, actor))],
          ["oTher", failure(store.copy(space, Widget, other.id, { name: "oTher" }, actor))],
          ["Other", failure(store.restore(space, Widget, other.id, { revision: 1 }, actor))]
        ] as const) {
          assert.deepInclude(yield* write, { _tag: "NAME_TAKEN", details: { name } })
        }
        assert.strictEqual((yield* store.read(space, Widget, other.id, undefined)).name, "Renamed")
      })
    )

    it.effect("R7: references that a kind may not have are refused, after all that comes before them", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const widget = yield* store.create(space, Widget, content("Not for gauges"), actor)
        const [one, two] = [
          yield* store.create(space, Gauge, content("Gauge one"), actor),
          yield* store.create(space, Gauge, content("Gauge two"), actor)
        ]
        const wrong = { it: { kind: "widget", id: widget.id, revision: null } }
        const create = (name: string) => failure(store.create(space, Gauge, content(name, wrong), actor))
        const append = (id: string, expected: number, name?: string) =>
          failure(store.append(space, Gauge, id, expected, { name, references: wrong }, actor))
        for (const [tag, write] of [
          ["INVALID_REFERENCE", create("Free")],
          ["NAME_TAKEN", create("gauge ONE")],
          ["INVALID_REFERENCE", append(one.id, 1)],
          ["INVALID_REFERENCE", append(one.id, 1, "Free")],
          ["INVALID_REFERENCE", append(one.id, 1, "Gauge ONE")],
          ["NAME_TAKEN", append(one.id, 1, two.name)],
          ["CONFLICT", append(one.id, 2, two.name)],
          [
            "NOT_FOUND",
            append(
              one.id.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
              1,
              two.name
            )
          ]
        ] as const) {
          assert.strictEqual((yield* write)._tag, tag)
        }
        assert.strictEqual((yield* store.read(space, Gauge, one.id, undefined)).revision, 1)
      })
    )

    it.effect("R5, R6, R7: a revision that refers to what is gone is neither copied nor restored", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const gauge = yield* store.create(space, Gauge, content("Soon gone"), actor)
        const { id } = yield* store.create(space, Widget, content("Referred once", to(gauge.id, 1)), actor)
        yield* store.append(space, Widget, id, 1, { references: {} }, actor)
        yield* store.remove(space, Gauge, gauge.id, 1, actor)
        const name = "Copy of it"
        for (const write of [
          failure(store.copy(space, Widget, id, { name, revision: 1 }, actor)),
          failure(store.restore(space, Widget, id, { revision: 1 }, actor)),
          failure(store.restore(space, Widget, id, { revision: 1, expectedRevision: 2 }, actor))
        ]) {
          assert.deepInclude(yield* write, { _tag: "REFERENCE_NOT_FOUND", details: { references: ["it"] } })
        }
        for (const revision of [3, 4]) {
          assert.strictEqual(
            (yield* failure(store.copy(space, Widget, id, { name, revision }, actor)))._tag,
            "NOT_FOUND"
          )
        }
        assert.strictEqual((yield* store.copy(space, Widget, id, { name }, actor)).revision, 1)
      })
    )

    it.effect("R7: who holds a definition that can't be deleted is named, and whether there are more", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const gauge = yield* store.create(space, Gauge, content("Held"), actor)
        const create = (n: number) => store.create(space, Widget, content(`Holder ${n}`, to(gauge.id)), actor)
        const holders = yield* Effect.forEach(Array.from({ length: 20 }).keys(), create)
        const referencedBy = holders
          .map(({ kind, id, name }) => ({ kind, id, name, revision: 1, alias: "it", pinnedRevision: null }))
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        const held = failure(store.remove(space, Gauge, gauge.id, 1, actor))
        assert.deepInclude(yield* held, { _tag: "STILL_REFERENCED", details: { referencedBy, hasMore: false } })
        yield* create(20)
        const { details } = yield* held
        assert.deepInclude(details, { hasMore: true })
        assert.lengthOf((details as { readonly referencedBy: ReadonlyArray<unknown> }).referencedBy, 20)
      })
    )

    it.effect("a graph is read up to its bounds, and refused beyond either", () =>
      Effect.gen(function* () {
        const [store, sql] = [yield* RevisionStore, yield* SqlClient.SqlClient]
        const last = yield* store.create(space, Gauge, content("Last"), actor)
        const first = yield* store.create(space, Gauge, content("First", to(last.id, 1)), actor)
        const root = to(first.id)
        const bytes = yield* sql<{ total: number }>`
          select sum(encoded_bytes)::integer as total from agent_operations.revisions
          where definition_id in (${first.id}, ${last.id})`
        const maxBytes = bytes[0]!.total
        const whole = yield* store.graph(space, root, { maxNodes: 2, maxBytes })
        assert.deepStrictEqual(
          whole.map(({ requested, resolved }) => [requested.id, resolved && JSON.parse(resolved.references)]),
          [
            [first.id, to(last.id, 1)],
            [last.id, {}]
          ]
        )
        for (const options of [
          { maxNodes: 2, maxBytes: maxBytes - 1 },
          { maxNodes: 1, maxBytes }
        ]) {
          assert.deepInclude(yield* failure(store.graph(space, root, options)), {
            _tag: "PAYLOAD_TOO_LARGE",
            details: { limitBytes: options.maxBytes }
          })
        }
        const nothing = yield* store.graph(space, to("gg_nothing"), limits)
        assert.deepStrictEqual(nothing, [
          { requested: { kind: "gauge", id: "gg_nothing", revision: null }, resolved: null }
        ])
        assert.deepStrictEqual(yield* store.graph(space, {}, limits), [])
      })
    )

    it.effect("R4: a restore of any current revision is never in conflict", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const { id } = yield* store.create(space, Widget, content("Restored at once"), actor)
        const restores = Array.from({ length: 6 }, () => store.restore(space, Widget, id, { revision: 1 }, actor))
        const restored = yield* Effect.all(restores, { concurrency: "unbounded" })
        assert.sameMembers(
          restored.map(({ revision }) => revision),
          [2, 3, 4, 5, 6, 7]
        )
      })
    )

    it.effect.skipIf(database === "PGlite")(
      `R7: a delete that waits for an attach is refused once that is committed${oneSession(database)}`,
      () =>
        Effect.gen(function* () {
          const [store, sql] = [yield* RevisionStore, yield* SqlClient.SqlClient]
          const gauge = yield* store.create(space, Gauge, content("Being attached"), actor)
          const [attached, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const attach = yield* Effect.forkChild(
            sql.withTransaction(
              Effect.gen(function* () {
                const made = yield* store.create(space, Widget, content("Attaching", to(gauge.id)), actor)
                yield* Deferred.succeed(attached, undefined)
                yield* Deferred.await(release)
                return made
              })
            )
          )
          yield* Deferred.await(attached)
          const removing = yield* Effect.forkChild(failure(store.remove(space, Gauge, gauge.id, 1, actor)))
          const waiting = sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%buried%'`
          yield* Effect.repeat(waiting, { until: (rows) => rows.length > 0 })
          yield* Deferred.succeed(release, undefined)
          const { id } = yield* Fiber.join(attach)
          const refused = yield* Fiber.join(removing)
          assert.strictEqual(refused._tag, "STILL_REFERENCED")
          assert.include(JSON.stringify(refused.details), id)
        })
    )
  })
})
