import {
  type Content,
  EncodedRevisionStore,
  type HistoryOptions,
  type HistoryPage,
  type ListKey,
  type ListOptions,
  type ListPage,
  RevisionStore
} from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { actor, content, Gauge, type space, ownStores, Widget } from "./kinds.ts"

const numbers = [1, 2, 3, 4, 5, 6]
const maxBytes = 1e6

/** The numbers on each page, by how many a page has. */
const expectedPages: ReadonlyArray<readonly [limit: number, pages: Array<ReadonlyArray<number>>]> = [
  [
    2,
    [
      [6, 5],
      [4, 3],
      [2, 1]
    ]
  ],
  [
    4,
    [
      [6, 5, 4, 3],
      [2, 1]
    ]
  ],
  [6, [numbers.toReversed()]]
]

/** Walks the pages of what continues by what each page ends with, and lists what each held. */
const walk = <K, E, R>(
  page: (from: K | undefined) => Effect.Effect<readonly [ReadonlyArray<number>, K | null], E, R>
) =>
  Effect.gen(function* () {
    const pages: Array<ReadonlyArray<number>> = []
    let from: K | null | undefined
    while (from !== null) {
      const [items, next]: readonly [ReadonlyArray<number>, K | null] = yield* page(from)
      pages.push(items)
      from = next
    }
    return pages
  })

/** Has the database read tables as they lie and join them as it comes, so that only what a statement asks for is in order. */
const withoutIndexes = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const off = ["indexscan", "indexonlyscan", "bitmapscan"]
    return yield* sql.withTransaction(
      Effect.andThen(
        Effect.forEach(off, (how) => sql`set local ${sql.literal(`enable_${how}`)} = off`, { discard: true }),
        effect
      )
    )
  })

describe.each(ownStores)("pages on $name", ({ layer: store }) => {
  layer(store)((it) => {
    it.effect("P1, P2, P6: are full but the last, in order however the tables lie, and end with their last item", () =>
      Effect.gen(function* () {
        const [store, encoded] = [yield* RevisionStore, yield* EncodedRevisionStore]
        const there: typeof space = { tenant: "org_a", project: "paged" }
        const made = yield* Effect.forEach(numbers, (n) =>
          store.create(there, Widget, { ...content(`Item ${n}`), source: n }, actor)
        )
        // The oldest is moved to the end of its table.
        const { id } = made[0]!
        for (const n of numbers.slice(0, -1)) yield* store.append(there, Widget, id, n, { source: n + 1 }, actor)
        const listed = ({ items, next }: ListPage<{ readonly name: string }>) =>
          [items.map(({ name }) => Number(name.at(-1))), next] as const
        const told = ({ items, nextBefore }: HistoryPage<{ readonly revision: number }>) =>
          [items.map(({ revision }) => revision), nextBefore] as const
        const lists = [
          (options: ListOptions) => Effect.map(store.list(there, Widget, options), listed),
          (options: ListOptions) => Effect.map(encoded.listSummaries(there, Widget, options), listed)
        ]
        const histories = [
          (options: HistoryOptions) => Effect.map(store.history(there, Widget, id, options), told),
          (options: HistoryOptions) => Effect.map(encoded.historySummaries(there, Widget, id, options), told)
        ]
        for (const [limit, expected] of expectedPages) {
          const walks = [
            ...lists.flatMap((list) =>
              [undefined, "item"].map((search) =>
                walk((after: ListKey | undefined) => Effect.orDie(list({ limit, maxBytes, after, search })))
              )
            ),
            ...histories.map((history) =>
              walk((before: number | undefined) => Effect.orDie(history({ limit, maxBytes, before })))
            )
          ]
          for (const pages of walks) {
            assert.deepStrictEqual(yield* pages, expected)
            assert.deepStrictEqual(yield* withoutIndexes(pages), expected)
          }
        }
        const none = { ...there, project: "paged, but empty" }
        const empty = { items: [], next: null }
        assert.deepStrictEqual(yield* store.list(none, Widget, { limit: 2, maxBytes }), empty)
        assert.deepStrictEqual(yield* store.list(there, Widget, { limit: 2, maxBytes, search: "none" }), empty)
      })
    )

    it.effect("P7: referrers are by kind, ID and alias, and those of several asked for at once are told apart", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const there: typeof space = { tenant: "org_a", project: "referred" }
        const [popular, plain] = [
          yield* store.create(there, Gauge, content("Popular"), actor),
          yield* store.create(there, Gauge, content("Plain"), actor)
        ]
        const uses = (...aliases: ReadonlyArray<string>): Content["references"] =>
          Object.fromEntries(aliases.map((alias) => [alias, { kind: "gauge", id: popular.id, revision: null }]))
        const widgets = yield* Effect.forEach(["z", "y"], (name) =>
          store.create(there, Widget, content(name, uses("c", "a", "b")), actor)
        )
        const gauge = yield* store.create(there, Gauge, content("x", uses("b")), actor)
        // Written last, and first by its ID.
        yield* store.append(there, Widget, widgets[0]!.id, 1, { description: "moved" }, actor)
        const ids = widgets.map(({ id }) => id).toSorted()
        const all = [[gauge.id, "b"], ...ids.flatMap((id) => ["a", "b", "c"].map((alias) => [id, alias]))]
        const asked = [
          [popular.id, 7],
          [popular.id, 6],
          [popular.id, 1],
          [plain.id, 7],
          [plain.id, 1]
        ] as const
        const expected = [
          [all, false],
          [all.slice(0, 6), true],
          [all.slice(0, 1), true],
          [[], false],
          [[], false]
        ]
        const page = ([id, limit]: (typeof asked)[number]) =>
          Effect.map(store.referrers(there, Gauge, id, limit), ({ items, hasMore }) => [
            items.map(({ id, alias }) => [id, alias]),
            hasMore
          ])
        for (const concurrency of ["unbounded", 1] as const) {
          const pages = Effect.forEach(asked, page, { concurrency })
          assert.deepStrictEqual(yield* pages, expected)
          assert.deepStrictEqual(yield* withoutIndexes(pages), expected)
        }
      })
    )
  })
})
