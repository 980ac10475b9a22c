import { type Actor, type Content, type Revision, RevisionStore } from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { actor, content, Gauge, space, ownStores, Widget } from "./kinds.ts"

const atOnce = { concurrency: "unbounded" } as const
const oneByOne = { concurrency: 1 } as const
const ways = [
  ["one by one", oneByOne],
  ["together", atOnce]
] as const

const members = ["name", "description", "source", "settings", "references"] as const

/** Every choice of members that an update may change. */
const choices = Array.from({ length: 2 ** members.length }, (_, bits) => members.filter((_, n) => bits & (1 << n)))

const another: Actor = { type: "api_key", id: "key_bob", name: "Bob" }

const contentOf = ({ name, description, source, settings, references }: Revision): Content => ({
  name,
  description,
  source,
  settings,
  references
})

describe.each(ownStores)("what revisions hold on $name", ({ layer: store }) => {
  layer(store)((it) => {
    it.effect("R1, R2: an update changes the members that it gives, and keeps all others, in a batch too", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const [one, two] = [
          yield* store.create(space, Gauge, content("One"), actor),
          yield* store.create(space, Gauge, content("Two"), actor)
        ]
        const uses = (id: string, revision: number | null) => ({ it: { kind: "gauge", id, revision } })
        /** Which refer to a gauge, and to which revision of it, as the gauge tells. */
        const pinsOf = (way: string) =>
          Effect.forEach([one, two], ({ id }) =>
            Effect.map(
              store.referrers(space, Gauge, id, 200),
              ({ items }) =>
                new Map(items.filter(({ name }) => name.endsWith(way)).map((from) => [from.id, from.pinnedRevision]))
            )
          )
        /** The same, as the revisions say. */
        const referencesOf = (revisions: ReadonlyArray<Revision>) =>
          [one, two].map(
            ({ id }) =>
              new Map(
                revisions.flatMap(({ id: from, references: { it } }) =>
                  it?.id === id ? [[from, it.revision] as const] : []
                )
              )
          )
        for (const [way, options] of ways) {
          const first = choices.map((_, n): Content => ({
            name: `First ${n} ${way}`,
            description: "first",
            source: { first: n },
            settings: { first: n },
            references: n % 7 === 0 ? {} : uses(one.id, n % 2 === 0 ? null : 1)
          }))
          const made = yield* Effect.forEach(first, (one) => store.create(space, Widget, one, actor), options)
          assert.deepStrictEqual(yield* pinsOf(way), referencesOf(made))
          yield* TestClock.adjust("1 second")
          const given = choices.map((choice, n): Partial<Content> => {
            const second: Content = {
              name: `Second ${n} ${way}`,
              description: n % 3 === 0 ? null : "second",
              source: { second: n },
              settings: { second: n },
              references: n % 5 === 0 ? {} : uses(two.id, n % 2 === 0 ? 1 : null)
            }
            return Object.fromEntries(choice.map((member) => [member, second[member]]))
          })
          const updated = yield* Effect.forEach(
            made,
            ({ id }, n) => store.append(space, Widget, id, 1, given[n]!, another),
            options
          )
          const expected = made.map((before, n): Revision => ({
            ...before,
            ...given[n],
            revision: 2,
            origin: { type: "updated" },
            updatedAt: updated[0]!.updatedAt,
            updatedBy: another
          }))
          assert.deepStrictEqual(made.map(contentOf), first)
          for (const { origin } of made) assert.deepStrictEqual(origin, { type: "created" })
          assert.deepStrictEqual(updated, expected)
          assert.isAbove(Date.parse(updated[0]!.updatedAt), Date.parse(made[0]!.updatedAt))
          const read = (revision: number | undefined) =>
            Effect.forEach(made, ({ id }) => store.read(space, Widget, id, revision), atOnce)
          assert.deepStrictEqual([yield* read(1), yield* read(undefined)], [made, expected])
          assert.deepStrictEqual(yield* pinsOf(way), referencesOf(expected))
          yield* Effect.forEach(
            made.slice(0, -4),
            ({ id }) => store.append(space, Widget, id, 2, { references: {} }, actor),
            options
          )
          assert.deepStrictEqual(yield* pinsOf(way), referencesOf(expected.slice(-4)))
          for (const [n, { id }] of made.slice(-4).entries()) {
            const restored = yield* store.restore(space, Widget, id, { revision: 1 }, another)
            assert.deepStrictEqual(contentOf(restored), first.at(n - 4))
            assert.deepInclude(restored, { createdAt: made[0]!.createdAt, createdBy: actor, updatedBy: another })
          }
        }
      })
    )

    it.effect("R6: a copy has the content of its source's revision, and a beginning of its own, in a batch too", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const gauge = yield* store.create(space, Gauge, content("Copied gauge"), actor)
        const uses = { it: { kind: "gauge", id: gauge.id, revision: 1 } }
        const source = yield* store.create(
          space,
          Widget,
          { name: "Source", description: "first", source: { first: 1 }, settings: { first: 2 }, references: uses },
          actor
        )
        yield* TestClock.adjust("1 second")
        const changed = { name: "Source now", description: null, source: { second: 1 }, settings: {}, references: {} }
        const now = yield* store.append(space, Widget, source.id, 1, changed, actor)
        yield* TestClock.adjust("1 second")
        for (const [way, options] of ways) {
          const copies = yield* Effect.forEach(
            [1, 2, undefined],
            (revision) => store.copy(space, Widget, source.id, { name: `Copy ${revision} ${way}`, revision }, another),
            options
          )
          for (const [n, copy] of copies.entries()) {
            const of = n === 0 ? source : now
            const { name, ...rest } = contentOf(copy)
            const { name: _, ...expected } = contentOf(of)
            assert.deepStrictEqual([name, rest], [`Copy ${[1, 2, undefined][n]} ${way}`, expected])
            assert.deepStrictEqual(copy.origin, { type: "copied", id: source.id, revision: of.revision })
            assert.deepStrictEqual([copy.revision, copy.createdBy, copy.updatedBy], [1, another, another])
            assert.strictEqual(copy.createdAt, copy.updatedAt)
            assert.isAbove(Date.parse(copy.createdAt), Date.parse(now.updatedAt))
            assert.deepStrictEqual(yield* store.read(space, Widget, copy.id, undefined), copy)
          }
          const { items } = yield* store.referrers(space, Gauge, gauge.id, 10)
          assert.deepStrictEqual(
            items.filter(({ name }) => name.endsWith(way)).map(({ id }) => id),
            [copies[0]!.id]
          )
        }
        assert.deepStrictEqual(yield* store.read(space, Widget, source.id, undefined), now)
      })
    )
  })
})
