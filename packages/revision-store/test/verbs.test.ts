import {
  type EncodedRevision,
  EncodedRevisionStore,
  type ListKey,
  RevisionStore,
  type Revision
} from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { actor, content, failure, Gauge, space, stores, Widget } from "./kinds.ts"

const page = { limit: 2, maxBytes: 8 * 1024 * 1024 }

describe.each(stores)("the revision store on $name", ({ layer: store }) => {
  layer(store)((it) => {
    it.effect("R1, R2: revisions are 1, 2, 3, … and stay as they were", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const made = yield* store.create(space, Widget, content("Counting"), actor)
        const second = yield* store.append(space, Widget, made.id, 1, { description: "two" }, actor)
        const third = yield* store.append(space, Widget, made.id, 2, { name: "Counted", source: { n: 3 } }, actor)
        assert.deepStrictEqual([made.revision, second.revision, third.revision], [1, 2, 3])
        assert.deepStrictEqual(yield* store.read(space, Widget, made.id, 1), made)
        assert.deepStrictEqual(yield* store.read(space, Widget, made.id, 2), second)
        assert.deepStrictEqual(yield* store.read(space, Widget, made.id, undefined), third)
        assert.deepStrictEqual(second.settings, made.settings)
        assert.strictEqual(third.description, "two")
        assert.deepStrictEqual(third.origin, { type: "updated" })
      })
    )

    it.effect("R3: a stale or future expectedRevision is CONFLICT with both revisions", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const { id } = yield* store.create(space, Widget, content("Stale"), actor)
        for (const expected of [2, 7]) {
          for (const write of [
            failure(store.append(space, Widget, id, expected, {}, actor)),
            failure(store.remove(space, Widget, id, expected, actor)),
            failure(store.restore(space, Widget, id, { revision: 1, expectedRevision: expected }, actor))
          ]) {
            const error = yield* write
            assert.strictEqual(error._tag, "CONFLICT")
            assert.deepStrictEqual(error.details, { expectedRevision: expected, currentRevision: 1 })
          }
        }
        assert.strictEqual((yield* store.read(space, Widget, id, undefined)).revision, 1)
      })
    )

    it.effect("R4: of racing updates, deletes and restores on one revision, exactly one wins", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const { id } = yield* store.create(space, Widget, content("Raced"), actor)
        const writes: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
          ...Array.from({ length: 8 }, (_, n) => store.append(space, Widget, id, 1, { description: `${n}` }, actor)),
          store.restore(space, Widget, id, { revision: 1, expectedRevision: 1 }, actor),
          store.remove(space, Widget, id, 1, actor)
        ]
        const exits = yield* Effect.forEach(writes, Effect.exit, { concurrency: "unbounded" })
        assert.strictEqual(exits.filter(({ _tag }) => _tag === "Success").length, 1)
      })
    )

    it.effect("R5: restore makes a new revision with the old content, under its old name", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const gauge = yield* store.create(space, Gauge, content("Held"), actor)
        const uses = { g: { kind: "gauge", id: gauge.id, revision: 1 } }
        const made = yield* store.create(space, Widget, content("First name", uses), actor)
        yield* store.append(space, Widget, made.id, 1, { name: "Second name", references: {} }, actor)
        const restored = yield* store.restore(space, Widget, made.id, { revision: 1 }, actor)
        assert.deepStrictEqual(restored.origin, { type: "restored", revision: 1 })
        assert.strictEqual(restored.revision, 3)
        assert.strictEqual(restored.name, "First name")
        assert.deepStrictEqual(restored.references, uses)
        const held = yield* failure(store.remove(space, Gauge, gauge.id, 1, actor))
        assert.strictEqual(held._tag, "STILL_REFERENCED")
        yield* store.append(space, Widget, made.id, 3, { references: {} }, actor)
        yield* store.remove(space, Gauge, gauge.id, 1, actor)
        const gone = yield* failure(store.restore(space, Widget, made.id, { revision: 1, expectedRevision: 4 }, actor))
        assert.strictEqual(gone._tag, "REFERENCE_NOT_FOUND")
        assert.deepStrictEqual(gone.details, { references: ["g"] })
        assert.strictEqual((yield* store.read(space, Widget, made.id, undefined)).revision, 4)
        assert.strictEqual(
          (yield* failure(store.restore(space, Widget, made.id, { revision: 9, expectedRevision: 4 }, actor)))._tag,
          "NOT_FOUND"
        )
      })
    )

    it.effect("R6: copy has the content and the new name; names are unique whatever their case", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const made = yield* store.create(
          space,
          Widget,
          { ...content("Original"), source: { a: [1, { b: null }] } },
          actor
        )
        const copied = yield* store.copy(space, Widget, made.id, { name: "The copy" }, actor)
        assert.deepStrictEqual(copied.origin, { type: "copied", id: made.id, revision: 1 })
        // As the rest is written, since it is answered as it is stored.
        const [stored] = yield* (yield* SqlClient.SqlClient)<{ origin: string }>`
          select origin from agent_operations.revisions where definition_id = ${copied.id}`
        assert.strictEqual(stored?.origin, JSON.stringify(copied.origin))
        assert.deepStrictEqual(copied.source, made.source)
        assert.strictEqual(copied.revision, 1)
        const taken = [
          failure(store.copy(space, Widget, made.id, { name: "ORIGINAL", revision: 1 }, actor)),
          failure(store.create(space, Widget, content("original"), actor)),
          failure(store.append(space, Widget, copied.id, 1, { name: "oRiGiNaL" }, actor))
        ]
        for (const write of taken) assert.strictEqual((yield* write)._tag, "NAME_TAKEN")
        yield* store.create(space, Gauge, content("Original"), actor)
        yield* store.append(space, Widget, made.id, 1, { name: "ORIGINAL" }, actor)
      })
    )

    it.effect("R7: a reference to nothing is refused, naming its alias", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const gauge = yield* store.create(space, Gauge, content("Real"), actor)
        const error = yield* failure(
          store.create(
            space,
            Widget,
            content("Dangling", {
              good: { kind: "gauge", id: gauge.id, revision: null },
              late: { kind: "gauge", id: gauge.id, revision: 2 },
              gone: { kind: "gauge", id: "gg_nothing", revision: null },
              other: { kind: "widget", id: gauge.id, revision: null }
            }),
            actor
          )
        )
        assert.strictEqual(error._tag, "REFERENCE_NOT_FOUND")
        assert.deepStrictEqual(error.details, { references: ["gone", "late", "other"] })
        const self = yield* store.create(space, Gauge, content("Self"), actor)
        const itself = { me: { kind: "gauge", id: self.id, revision: null } }
        assert.strictEqual(
          (yield* failure(store.append(space, Gauge, self.id, 1, { references: itself }, actor)))._tag,
          "INVALID_REFERENCE"
        )
        assert.strictEqual(
          (yield* failure(store.append(space, Gauge, self.id, 2, { references: itself }, actor)))._tag,
          "CONFLICT"
        )
      })
    )

    it.effect("R7: a delete racing an attach never leaves a reference to nothing", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const sql = yield* SqlClient.SqlClient
        for (let round = 0; round < 20; round++) {
          const gauge = yield* store.create(space, Gauge, content(`Racing ${round}`), actor)
          const uses = { g: { kind: "gauge", id: gauge.id, revision: null } }
          yield* Effect.all(
            [
              Effect.exit(store.remove(space, Gauge, gauge.id, 1, actor)),
              Effect.exit(store.create(space, Widget, content(`Attaching ${round}`, uses), actor))
            ],
            { concurrency: "unbounded" }
          )
        }
        const dangling = yield* sql`
          select r.refs from agent_operations.definitions d join agent_operations.revisions r
            on r.definition_id = d.id and r.revision = d.revision
          cross join lateral json_each(r.refs::json) u
          where not exists (select from agent_operations.definitions t where t.id = u.value ->> 'id')`
        assert.deepStrictEqual(dangling, [])
      })
    )

    it.effect("R8: after delete everything is NOT_FOUND, the name is free and the revisions stay", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* store.create(space, Widget, content("Gone"), actor)
        assert.deepStrictEqual(yield* store.remove(space, Widget, id, 1, actor), { id, revision: 1 })
        const after = [
          failure(store.read(space, Widget, id, undefined)),
          failure(store.read(space, Widget, id, 1)),
          failure(store.append(space, Widget, id, 1, {}, actor)),
          failure(store.remove(space, Widget, id, 1, actor)),
          failure(store.restore(space, Widget, id, { revision: 1 }, actor)),
          failure(store.copy(space, Widget, id, { name: "Not gone" }, actor)),
          failure(store.history(space, Widget, id, page)),
          failure(store.referrers(space, Widget, id, 10))
        ]
        for (const use of after) assert.strictEqual((yield* use)._tag, "NOT_FOUND")
        yield* store.create(space, Widget, content("Gone"), actor)
        const [kept] = yield* sql<{ n: bigint }>`
          select count(*) as n from agent_operations.revisions where definition_id = ${id}`
        assert.strictEqual(kept?.n, 1n)
      })
    )

    it.effect("A3: another project, tenant or kind sees nothing", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const { id } = yield* store.create(space, Widget, content("Private"), actor)
        for (const [where, kind] of [
          [{ ...space, project: "prj_b" }, Widget],
          [{ ...space, tenant: "org_b" }, Widget],
          [space, Gauge]
        ] as const) {
          assert.strictEqual((yield* failure(store.read(where, kind, id, undefined)))._tag, "NOT_FOUND")
          assert.strictEqual((yield* failure(store.append(where, kind, id, 1, {}, actor)))._tag, "NOT_FOUND")
        }
      })
    )

    it.effect("P1, P2, P4: a list is walked newest first, each item once", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const there = { tenant: "org_a", project: "listed" }
        for (let n = 1; n <= 5; n++) yield* store.create(there, Widget, content(`Item ${n} 100%_\\`), actor)
        const seen: Array<string> = []
        let after: ListKey | undefined
        do {
          const { items, next } = yield* store.list(there, Widget, { ...page, after })
          seen.push(...items.map(({ name }) => name.slice(0, 6)))
          after = next ?? undefined
        } while (after !== undefined)
        assert.deepStrictEqual(seen, ["Item 5", "Item 4", "Item 3", "Item 2", "Item 1"])
        assert.strictEqual((yield* store.list(there, Widget, { ...page, search: "ITEM 3" })).items.length, 1)
        const total = (search: string, after?: bigint) =>
          Effect.map(
            store.list(there, Widget, { ...page, search, after, includeTotal: true }),
            (listed) => listed.total
          )
        assert.strictEqual(yield* total("0%_\\"), 5)
        assert.strictEqual(yield* total("0%_\\", 1n), 5)
        assert.strictEqual(yield* total("0__"), 0)
        assert.notProperty(yield* store.list(there, Widget, page), "total")
      })
    )

    it.effect("P5: a page stays under its bytes and holds at least one item", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const there = { tenant: "org_a", project: "large" }
        const large = (n: number) => ({ ...content(`Large ${n}`), source: "x".repeat(1000) })
        const { id } = yield* store.create(there, Widget, large(1), actor)
        yield* store.create(there, Widget, large(2), actor)
        for (const maxBytes of [1, 2000]) {
          const { items, next } = yield* store.list(there, Widget, { limit: 10, maxBytes })
          assert.strictEqual(items.length, 1)
          assert.isNotNull(next)
        }
        yield* store.append(there, Widget, id, 1, {}, actor)
        const { items, nextBefore } = yield* store.history(there, Widget, id, { limit: 10, maxBytes: 2000 })
        assert.deepStrictEqual([items.length, nextBefore], [1, 2])
      })
    )

    it.effect("P1, P5, P6: summaries are those of the same pages, without what may be large", () =>
      Effect.gen(function* () {
        const store = yield* EncodedRevisionStore
        const there = { tenant: "org_a", project: "summaries" }
        const large = (n: number) => ({ ...content(`Large ${n}`), source: "x".repeat(1000) })
        const made = yield* store.create(there, Widget, large(1), actor)
        const other = yield* store.create(there, Widget, large(2), actor)
        yield* store.append(there, Widget, made.id, 1, { description: "two" }, actor)
        const summary = ({ source: _s, settings: _t, references: _r, ...rest }: EncodedRevision) => {
          const { bytes: _b, ...told } = rest as typeof rest & { readonly bytes?: number }
          return told
        }
        const all = { limit: 10, maxBytes: 100_000 }
        for (const limits of [all, { ...all, limit: 1 }]) {
          const listed = yield* store.list(there, Widget, limits)
          assert.deepStrictEqual(yield* store.listSummaries(there, Widget, limits), {
            ...listed,
            items: listed.items.map(summary)
          })
          const history = yield* store.history(there, Widget, made.id, limits)
          assert.deepStrictEqual(yield* store.historySummaries(there, Widget, made.id, limits), {
            ...history,
            items: history.items.map(summary)
          })
        }
        const { items } = yield* store.listSummaries(there, Widget, { ...all, maxBytes: 1 })
        assert.strictEqual(items.length, 2)
        const gone = yield* failure(store.historySummaries(space, Widget, made.id, all))
        assert.strictEqual(gone._tag, "NOT_FOUND")

        const named = [made, other, { kind: "widget", id: "wd_none" }, { kind: "gauge", id: made.id }]
        const heads = yield* store.heads(there, named)
        assert.sameDeepMembers(
          [...heads],
          [
            { kind: "widget", id: made.id, name: "Large 1", revision: 2 },
            { kind: "widget", id: other.id, name: "Large 2", revision: 1 }
          ]
        )
        assert.deepStrictEqual(yield* store.heads(space, named), [])
      })
    )

    it.effect("P6: history is newest first and its walk yields each revision once", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const { id } = yield* store.create(space, Widget, content("Old"), actor)
        for (let n = 1; n < 5; n++) yield* store.append(space, Widget, id, n, { description: `${n}` }, actor)
        const seen: Array<Revision> = []
        let before: number | undefined
        do {
          const { items, nextBefore } = yield* store.history(space, Widget, id, { ...page, before })
          seen.push(...items)
          before = nextBefore ?? undefined
        } while (before !== undefined)
        assert.deepStrictEqual(
          seen.map(({ revision }) => revision),
          [5, 4, 3, 2, 1]
        )
        assert.deepStrictEqual(yield* store.history(space, Widget, id, { ...page, before: 1 }), {
          items: [],
          nextBefore: null
        })
      })
    )

    it.effect("P7: hasMore is true exactly when there are more referrers than returned", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const target = yield* store.create(space, Gauge, content("Popular"), actor)
        for (let n = 1; n <= 3; n++) {
          const uses = { one: { kind: "gauge", id: target.id, revision: n === 1 ? 1 : null } }
          yield* store.create(space, Widget, content(`Fan ${n}`, uses), actor)
        }
        const all = yield* store.referrers(space, Gauge, target.id, 3)
        assert.deepStrictEqual([all.items.length, all.hasMore], [3, false])
        assert.deepStrictEqual((yield* store.referrers(space, Gauge, target.id, 2)).hasMore, true)
        // By their IDs, which are in the order of making to the millisecond only.
        const ids = all.items.map(({ id }) => id)
        assert.deepStrictEqual(ids, ids.toSorted())
        assert.sameDeepMembers(
          all.items.map(({ name, pinnedRevision }) => [name, pinnedRevision]),
          [
            ["Fan 1", 1],
            ["Fan 2", null],
            ["Fan 3", null]
          ]
        )
      })
    )

    it.effect("reads the whole graph of references once, cycles included", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const a = yield* store.create(space, Gauge, content("Graph a"), actor)
        const b = yield* store.create(
          space,
          Gauge,
          content("Graph b", { a: { kind: "gauge", id: a.id, revision: 1 } }),
          actor
        )
        yield* store.append(
          space,
          Gauge,
          a.id,
          1,
          { references: { b: { kind: "gauge", id: b.id, revision: null } } },
          actor
        )
        const root = {
          a: { kind: "gauge", id: a.id, revision: null },
          x: { kind: "gauge", id: "gg_x", revision: null }
        }
        const nodes = yield* store.graph(space, root, { maxNodes: 10, maxBytes: 1_000_000 })
        assert.deepStrictEqual(
          nodes.map(({ requested, resolved }) => [requested.id, requested.revision, resolved?.revision]).sort(),
          [
            [a.id, 1, 1],
            [a.id, null, 2],
            [b.id, null, 1],
            ["gg_x", null, undefined]
          ].sort()
        )
        assert.strictEqual(
          (yield* failure(store.graph(space, root, { maxNodes: 2, maxBytes: 1_000_000 })))._tag,
          "PAYLOAD_TOO_LARGE"
        )
        assert.strictEqual(
          (yield* failure(store.graph(space, root, { maxNodes: 9, maxBytes: 100 })))._tag,
          "PAYLOAD_TOO_LARGE"
        )
      })
    )
  })
})
