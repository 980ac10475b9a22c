import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { type ItemDraft, type LivingItem, mergeItems } from "../../src/datasets/store/merge.ts"
import { namesOf, otherIds, partsOf, placeItems, unknownIds } from "../../src/datasets/store/between.ts"

const MiB = 1024 * 1024

describe("K3: what statements name and write", () => {
  it("are items in parts of some megabytes, in their order", () => {
    const write = (length: number) => ({ write: { externalId: null, split: null, input: "1".repeat(length) } })
    const items = [...Array.from({ length: 20 }, () => write(MiB)), write(10), write(9 * MiB), write(10)]
    assert.deepStrictEqual(
      [...partsOf(items)].map((part) => part.map(({ write }) => write.input.length)),
      [...Array.from({ length: 5 }, () => Array(4).fill(MiB)), [10, 9 * MiB], [10]]
    )
    assert.deepStrictEqual([...partsOf([])], [])
  })

  it("are some thousand items, however small they are", () => {
    const items = Array.from({ length: 10_000 }, (_, n) => ({
      write: { externalId: `${n}`, split: null, input: "1", expected: "1" }
    }))
    const parts = [...partsOf(items)]
    assert.deepStrictEqual(parts.flat(), items)
    assert.deepStrictEqual(
      parts.map(({ length }) => length),
      [4089, 4089, 1822]
    )
    const names = items.map(({ write }) => write.externalId)
    assert.deepStrictEqual([...namesOf(names)], [names])
    assert.deepStrictEqual([...namesOf([])], [])
    assert.deepStrictEqual(
      [...namesOf([...names, ...names, ...names])].map(({ length }) => length),
      [20_000, 10_000]
    )
  })
})

/** What steps return, and how many there are. */
const counted = <A>(steps: Generator<void, A>): { readonly count: number; readonly value: A } => {
  for (let count = 0; ; count++) {
    const step = steps.next()
    if (step.done === true) return { count, value: step.value }
  }
}

describe("K3: what is done between statements", () => {
  const many = 5000
  const id = (n: number) => `di_${n}`
  const living: ReadonlyArray<LivingItem> = Array.from({ length: many }, (_, n) => ({
    id: id(n),
    fromVersion: 1,
    position: n + 1,
    externalId: `${n}`,
    split: null,
    purged: false,
    bytes: [1, 1, 1, 1],
    sha256: []
  }))
  const draft = (n: number): ItemDraft => ({ externalId: `${n}`, input: "10" })
  const drafts = Array.from({ length: many }, (_, n) => draft(n * 2))

  it("are steps for each item, of those that are sent and those that there are", () => {
    const merged = counted(mergeItems(drafts, { living, former: [], replace: false }))
    // Each that there is, and each that is sent twice: by itself, and among the others.
    assert.isAtLeast(merged.count, 3 * many)
    const items = Result.getOrThrow(merged.value)
    const { count, value } = counted(placeItems(items, many))
    assert.isAtLeast(count, many)
    assert.lengthOf(value.items, many)
    assert.deepStrictEqual([value.differ.length, value.changed.length, value.position], [many, many / 2, many * 1.5])
    const rest = counted(
      otherIds(
        living.map(({ id: item_id }) => ({ item_id })),
        value.items
      )
    )
    assert.isAtLeast(rest.count, 2 * many)
    assert.deepStrictEqual(
      rest.value,
      living.filter((_, n) => n % 2 === 1).map((item) => item.id)
    )
    const sent = Array.from({ length: many }, (_, n) => ({ id: id(n + 1), input: "1" }))
    const gone = counted(unknownIds(sent, living))
    assert.isAtLeast(gone.count, 2 * many)
    assert.deepStrictEqual(gone.value, [id(many)])
  })

  it("D3: keeps the first hundred places that are wrong, in the order of the items, and no more of them", () => {
    const wrong = [...drafts.slice(0, 3), ...drafts.map(() => ({ externalId: "twice" }))]
    const refused = Result.flip(counted(mergeItems(wrong, { living, former: [], replace: false })).value)
    const places = Result.getOrThrow(refused).details.items
    assert.lengthOf(places, 100)
    assert.deepStrictEqual(
      places.slice(0, 4).map(({ index, pointer }) => [index, pointer]),
      [
        [3, "/input"],
        [4, "/input"],
        [4, "/externalId"],
        [5, "/input"]
      ]
    )
  })
})
