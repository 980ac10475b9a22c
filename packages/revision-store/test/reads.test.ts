import {
  type Content,
  EncodedRevisionStore,
  type ListPage,
  type Revision,
  RevisionStore
} from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { actor, another, content, failure, Gauge, ownStores, space, Widget } from "./kinds.ts"

/** Runs an effect where no revision can be read, and undoes that. */
const withoutRevisions = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let result: A | undefined
    const undone = sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`alter table agent_operations.revisions rename to hidden`
        result = yield* effect
        return yield* Effect.fail("rolled back" as const)
      })
    )
    assert.strictEqual(yield* failure(undone), "rolled back")
    return result
  })

const everything = { limit: 10, maxBytes: 1e6 }
const numbers = [1, 2, 3]

/** What may be remembered of them: nothing, the first of a page, what follows it, everything. */
const choices = [[], [3], [1, 2], numbers]

describe.each(ownStores)("reads on $name", ({ layer: store }) => {
  layer(store)((it) => {
    // Of what is long a part is read by itself.
    const title = "P5: a page is as many of %s characters as fit in the bytes, and one at least, whatever is remembered"
    it.effect.each([500, 120_000, 300_000])(title, (length) =>
      Effect.gen(function* () {
        const [store, sql] = [yield* RevisionStore, yield* SqlClient.SqlClient]
        const there = { ...space, project: `measured ${length}` }
        const source = (n: number) => "x".repeat(length + 10 * n)
        const { id } = yield* store.create(there, Widget, { ...content("Measured"), source: source(1) }, actor)
        for (const n of numbers.slice(1)) yield* store.append(there, Widget, id, n - 1, { source: source(n) }, actor)
        const other = yield* store.create(there, Widget, content("Beside it"), actor)
        const sizesOf = (id: string) =>
          Effect.map(
            sql<{ bytes: number }>`
              select encoded_bytes as bytes from agent_operations.revisions where definition_id = ${id}
              order by revision desc`,
            (rows) => rows.map(({ bytes }) => bytes)
          )
        const [sizes, besides] = [yield* sizesOf(id), yield* sizesOf(other.id)]
        /** How many of the first take so many bytes. */
        const totals = sizes.map((_, n) => sizes.slice(0, n + 1).reduce((sum, bytes) => sum + bytes))
        const bounds = totals.flatMap((total) => [total - 1, total])
        const fitting = (bound: number) => Math.max(1, totals.filter((total) => total <= bound).length)
        for (const known of choices)
          for (const maxBytes of bounds) {
            const fresh = yield* another
            for (const revision of known) yield* fresh.read(there, Widget, id, revision)
            const { items } = yield* fresh.history(there, Widget, id, { limit: 10, maxBytes })
            assert.deepStrictEqual(
              items.map(({ revision }) => revision),
              numbers.toReversed().slice(0, fitting(maxBytes)),
              `${maxBytes} of ${totals.join()}, ${known.join()} remembered`
            )
          }
        const both = sizes[0]! + besides[0]!
        for (const [maxBytes, count] of [
          [both, 2],
          [both - 1, 1]
        ] as const) {
          const { items } = yield* (yield* another).list(there, Widget, { limit: 10, maxBytes })
          assert.lengthOf(items, count)
        }
      })
    )

    it.effect("R2: a page is read once, and then only what is not remembered, of which the newest is", () =>
      Effect.gen(function* () {
        const [store, sql] = [yield* RevisionStore, yield* SqlClient.SqlClient]
        const there = { ...space, project: "remembered" }
        const made = yield* Effect.forEach(["a", "b", "c"], (name) => store.create(there, Widget, content(name), actor))
        const [{ id }] = made as [Revision]
        yield* store.append(there, Widget, id, 1, { description: "two" }, actor)
        const list = store.list(there, Widget, everything)
        const history = store.history(there, Widget, id, everything)
        yield* store.read(there, Widget, made[1]!.id, undefined)
        const [listed, told] = [yield* list, yield* history]
        assert.deepStrictEqual(
          listed.items.map(({ name, revision }) => [name, revision]),
          [
            ["c", 1],
            ["b", 1],
            ["a", 2]
          ]
        )
        // Nothing but a test changes a revision: it tells what was read from what was remembered.
        yield* sql`update agent_operations.revisions set description = 'changed' where project_id = ${there.project}`
        assert.deepStrictEqual([yield* list, yield* history], [listed, told])
        assert.deepStrictEqual(yield* withoutRevisions(list), listed)
        // An old one that is read later is not taken for the current one.
        const fresh = yield* another
        for (const revision of [2, 1]) yield* fresh.read(there, Widget, id, revision)
        yield* sql`update agent_operations.revisions set description = 'again' where project_id = ${there.project}`
        assert.strictEqual((yield* fresh.read(there, Widget, id, undefined)).description, "changed")
      })
    )

    it.effect("P2: a page is nothing where there is nothing, and then no revision is looked for", () =>
      Effect.gen(function* () {
        const [store, encoded] = [yield* RevisionStore, yield* EncodedRevisionStore]
        const nowhere = { ...space, project: "empty" }
        for (const list of [store.list, encoded.listSummaries]) {
          const page = yield* withoutRevisions<ListPage<unknown>, unknown>(list(nowhere, Widget, everything))
          assert.deepStrictEqual(page, { items: [], next: null })
        }
      })
    )

    it.effect("P4: a total without a search is of all", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const there = { ...space, project: "counted" }
        for (const name of ["one", "two", "three"]) yield* store.create(there, Widget, content(name), actor)
        const { total } = yield* store.list(there, Widget, { ...everything, limit: 1, includeTotal: true })
        assert.strictEqual(total, 3)
      })
    )

    it.effect.each(["source", "settings", "refs"])("P5: summaries do not read the %s of a revision", (column) =>
      Effect.gen(function* () {
        const [store, sql] = [yield* EncodedRevisionStore, yield* SqlClient.SqlClient]
        const { id } = yield* store.create(space, Widget, content(`Without ${column}`), actor)
        const summaries = Effect.all([
          store.listSummaries(space, Widget, everything),
          store.historySummaries(space, Widget, id, everything)
        ])
        const expected = yield* summaries
        const hidden = yield* failure(
          sql.withTransaction(
            Effect.gen(function* () {
              const revisions = sql.literal(`agent_operations.revisions rename column ${column}`)
              yield* sql`alter table ${revisions} to hidden`
              assert.deepStrictEqual(yield* summaries, expected)
              return yield* Effect.fail("rolled back" as const)
            })
          )
        )
        assert.strictEqual(hidden, "rolled back")
      })
    )

    it.effect("P2: summaries of nothing are none", () =>
      Effect.gen(function* () {
        const store = yield* EncodedRevisionStore
        const nowhere = { ...space, project: "empty at first" }
        assert.deepStrictEqual(yield* store.listSummaries(nowhere, Widget, everything), { items: [], next: null })
        const { id } = yield* store.create(nowhere, Widget, content("One"), actor)
        assert.deepStrictEqual(yield* store.historySummaries(nowhere, Widget, id, { ...everything, before: 1 }), {
          items: [],
          nextBefore: null
        })
      })
    )

    it.effect("a graph has a node without a revision for each that is not there, wherever it stands among others", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const one = yield* store.create(space, Gauge, content("One"), actor)
        yield* store.append(space, Gauge, one.id, 1, {}, actor)
        const to = (id: string, revision: number | null = null) => ({ kind: "gauge", id, revision })
        const there = [to(one.id), to(one.id, 1), to(one.id, 2)]
        const missing = [to("gg_none"), to("gg_nothing", 1), to(one.id, 3)]
        const revisions = [2, 1, 2]
        for (const asked of [missing.slice(0, 2), missing, [...missing, ...there], [...there, ...missing]]) {
          const references: Content["references"] = Object.fromEntries(asked.map((one, n) => [`it ${n}`, one]))
          const nodes = yield* store.graph(space, references, { maxNodes: asked.length, maxBytes: 1e6 })
          assert.sameDeepMembers(
            nodes.map(({ requested, resolved }) => [requested, resolved?.revision]),
            asked.map((one) => [one, revisions[there.indexOf(one)]])
          )
        }
      })
    )

    it.effect("a graph is refused where its only definition is larger than the bytes", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const { id } = yield* store.create(space, Gauge, content("Large"), actor)
        const references = { it: { kind: "gauge", id, revision: null } }
        const refused = yield* failure(store.graph(space, references, { maxNodes: 1, maxBytes: 100 }))
        assert.strictEqual(refused._tag, "PAYLOAD_TOO_LARGE")
      })
    )
  })
})
