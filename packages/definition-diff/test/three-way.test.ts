import { assert, describe, it } from "vitest"
import { type Clash, diffJson, type Json, merge, type MergeOptions, numberValues, type Values } from "../src/index.ts"
import type { JsonObject } from "../src/json-value.ts"
import { changed, type Random, seeded, someJson } from "./some-json.ts"

const byIdentity: MergeOptions = { lists: "identity" }
const theirs = (clash: Clash) => clash.theirs
const mine = (clash: Clash) => clash.mine

const isSame = (one: Json | undefined, other: Json | undefined) => {
  const number = numberValues()
  return one === undefined || other === undefined ? one === other : number(one) === number(other)
}

/** Rows of which each has a name of its own. */
const someRows = (random: Random): Json =>
  ["a", "b", "c", "d", "e"].filter(() => random(3) > 0).map((field) => ({ field, width: random(3) }))

const changedRows = (random: Random, rows: Json): Json => {
  const items = (rows as ReadonlyArray<Json>).flatMap((row, at) => [
    ...(random(6) === 0 ? [] : [random(5) === 0 ? { ...(row as object), width: 7 } : row]),
    ...(random(6) === 0 ? [{ field: `${random(3)}${at}`, width: 0 }] : [])
  ])
  return random(6) === 0 ? items.toReversed() : items
}

const changedText = (random: Random, text: Json) =>
  (text as string)
    .split("\n")
    .map((line) => (random(4) === 0 ? `${line}${random(2)}` : line))
    .join("\n")

const changedContent = (random: Random, { rest, text, rows }: JsonObject): Json => ({
  rest: changed(random, rest ?? null),
  text: changedText(random, text ?? ""),
  ...(rows !== undefined && { rows: changedRows(random, rows) })
})

const draw = (hasRows: boolean) =>
  Array.from({ length: 1500 }, (_, seed): Values & { readonly seed: number } => {
    const random = seeded(seed + 1)
    const rows = hasRows ? { rows: someRows(random) } : {}
    const base = { ...rows, rest: someJson(random, 2), text: "a\nb\nc\nd" }
    return { seed, base, mine: changedContent(random, base), theirs: changedContent(random, base) }
  })

/** A value with each list in one order: what both add at one place stands with that of one side first. */
const unordered = (value: Json | undefined): Json | undefined => {
  if (Array.isArray(value))
    return value
      .map(unordered)
      .map((item) => JSON.stringify(item))
      .toSorted()
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, unordered(inner as Json) ?? null] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
  )
}

const isWithin = (path: ReadonlyArray<string>, place: ReadonlyArray<string>) =>
  place.every((key, at) => at >= path.length || path[at] === key)

/** What is at the end of a path of names. */
const valueAt = (value: Json | undefined, path: ReadonlyArray<string>): Json | undefined =>
  path.reduce<Json | undefined>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? (inner as { readonly [name: string]: Json })[key]
        : undefined,
    value
  )

describe.each<readonly [string, MergeOptions, ReturnType<typeof draw>]>([
  ["by items", {}, draw(false)],
  ["by identity", byIdentity, draw(true)]
])("a three-way merge, with lists %s", (_, options, drawn) => {
  it("is the other side where one left the base as it was, to the order of members", () => {
    for (const { base, mine: other, seed } of drawn) {
      for (const versions of [
        { base, mine: base, theirs: other },
        { base, mine: other, theirs: base },
        { base, mine: other, theirs: other }
      ]) {
        const { clashes, resolve } = merge(versions, options)
        assert.deepStrictEqual(clashes, [], `seed ${seed}`)
        assert.strictEqual(JSON.stringify(resolve(theirs)), JSON.stringify(other), `seed ${seed}`)
      }
    }
  })

  it("is alike from either side", () => {
    for (const { seed, ...versions } of drawn) {
      const one = merge(versions, options)
      const other = merge({ ...versions, mine: versions.theirs, theirs: versions.mine }, options)
      const places = ({ clashes }: typeof one) => clashes.map(({ path, type }) => JSON.stringify([type, path[0]]))
      assert.deepStrictEqual(places(one).toSorted(), places(other).toSorted(), `seed ${seed}`)
      const [resolved, swapped] = [one.resolve(mine), other.resolve(theirs)].map(unordered)
      assert.deepStrictEqual(resolved, swapped, `seed ${seed}`)
    }
  })

  it("has every change of either side, or asks about it", () => {
    let [kept, asked] = [0, 0]
    for (const { seed, ...versions } of drawn) {
      const { clashes, resolve } = merge(versions, options)
      for (const side of ["mine", "theirs"] as const) {
        const resolved = resolve((clash) => clash[side])
        for (const change of diffJson(versions.base ?? null, versions[side] ?? null)) {
          if (clashes.some(({ path }) => isWithin(change.path, path))) {
            asked++
            continue
          }
          // Of a list and of a text both may have changed some parts.
          const wants = valueAt(versions[side], change.path)
          if (change.type === "items" || (typeof wants === "string" && wants.includes("\n"))) continue
          kept++
          const has = valueAt(resolved, change.path)
          assert.isTrue(isSame(has, wants), `seed ${seed}, ${change.path.join("/")}`)
        }
      }
    }
    assert.isAbove(kept, 500)
    assert.isAbove(asked, 500)
  })

  it("keeps numbers and the order of members as they are", () => {
    const base: Json = { z: 1e21, a: -0.1, m: { y: 5e-324, b: 9007199254740991 } }
    const mine: Json = { z: 1e21, a: -0.1, m: { y: 5e-324, b: 9007199254740991 }, new: 0.1 }
    const theirs: Json = { first: true, z: 1e21, a: -0.1, m: { b: 9007199254740991, y: 1.7976931348623157e308 } }
    const { clashes, resolve } = merge({ base, mine, theirs }, options)
    assert.deepStrictEqual(clashes, [])
    assert.strictEqual(
      JSON.stringify(resolve(() => null)),
      '{"z":1e+21,"a":-0.1,"m":{"b":9007199254740991,"y":1.7976931348623157e+308},"new":0.1,"first":true}'
    )
  })
})

describe("a three-way merge by identity", () => {
  const merged = (base: Json, mine: Json, theirs: Json, options: MergeOptions = byIdentity) => {
    const { clashes, resolve } = merge({ base, mine, theirs }, options)
    return { clashes: clashes.map(({ path }) => path.join("/")), value: resolve((clash) => clash.theirs) }
  }
  it("has every row as either side changed it, or asks about it", () => {
    let [kept, asked] = [0, 0]
    for (const { seed, ...versions } of draw(true)) {
      const { clashes, resolve } = merge(versions, byIdentity)
      const row = (content: Json | undefined, field: string) =>
        (valueAt(content, ["rows"]) as ReadonlyArray<JsonObject>).find((each) => each["field"] === field)
      for (const side of ["mine", "theirs"] as const) {
        const resolved = resolve((clash) => clash[side])
        const rows = [versions.base, versions[side]].flatMap(
          (each) => valueAt(each, ["rows"]) as ReadonlyArray<JsonObject>
        )
        for (const field of new Set(rows.map((each) => each["field"] as string))) {
          if (isSame(row(versions.base, field), row(versions[side], field))) continue
          if (clashes.some(({ path }) => isWithin(["rows", field], path))) asked++
          else kept++
          assert.isTrue(isSame(row(resolved, field), row(versions[side], field)), `seed ${seed}, ${field}`)
        }
      }
    }
    assert.isAbove(kept, 500)
    assert.isAbove(asked, 500)
  })

  const columns = (...fields: ReadonlyArray<string>) => fields.map((field) => ({ field }))

  it("has what both added, theirs first, and what either removed is gone", () => {
    assert.deepStrictEqual(merged(columns("a", "b", "c"), columns("a", "c", "x"), columns("y", "b", "c", "z")), {
      clashes: [],
      value: columns("y", "c", "z", "x")
    })
  })

  it("takes the order of the side that moved items, and asks where both did", () => {
    const base = columns("a", "b", "c")
    assert.deepStrictEqual(
      merged(base, columns("c", "a", "b"), columns("a", "b", "x", "c")).value,
      columns("c", "a", "b", "x")
    )
    assert.deepStrictEqual(
      merged({ columns: base }, { columns: columns("c", "a", "b") }, { columns: columns("b", "a", "c") }).clashes,
      ["columns"]
    )
  })

  it("asks about an item that both changed, and about one that one side removed and the other changed", () => {
    const item = (field: string, width: number) => ({ field, width })
    assert.deepStrictEqual(
      merged([item("a", 1), item("b", 1)], [item("a", 2), item("b", 2)], [{ field: "a", width: 1, label: "A" }]),
      { clashes: ["a", "b"], value: [{ field: "a", width: 1, label: "A" }] }
    )
  })

  it("asks about a list as a whole where nothing tells its items apart", () => {
    const { clashes, value } = merged({ range: [0, 100] }, { range: [0, 200] }, { range: [50, 100] })
    assert.deepStrictEqual([clashes, value], [["range"], { range: [50, 100] }])
    const twice = merged(columns("a", "a"), columns("a", "a", "b"), columns("a"))
    assert.deepStrictEqual(twice.clashes, [""])
  })

  it("asks about each place of a text by itself, and keeps what only one side changed around it", () => {
    const text = (first: string, middle: string, last: string) => [first, "1", "2", middle, "3", "4", last].join("\n")
    const { clashes, resolve } = merge({
      base: text("a", "b", "c"),
      mine: text("mine", "b", "mine"),
      theirs: text("theirs", "theirs", "theirs")
    })
    assert.deepStrictEqual(
      clashes.map(({ type, mine, theirs }) => [type, mine, theirs]),
      [
        ["lines", ["mine"], ["theirs"]],
        ["lines", ["mine"], ["theirs"]]
      ]
    )
    assert.strictEqual(
      resolve((clash, index) => (index === 0 ? clash.mine : ["both", "of them"])),
      "mine\n1\n2\ntheirs\n3\n4\nboth\nof them"
    )
  })

  it("takes a place as one value where it is said to be", () => {
    const source = (type: string, code: string) => ({ type, code })
    const isWhole = (path: ReadonlyArray<string>) => path.length === 1
    const given = [{ s: source("a", "1") }, { s: source("b", "1") }, { s: source("a", "2") }] as const
    assert.deepStrictEqual(merged(...given).clashes, [])
    assert.deepStrictEqual(merged(...given, { isWhole }).clashes, ["s"])
  })
})
