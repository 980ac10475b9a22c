import { applyPatch } from "diff"
import { assert, describe, it } from "vitest"
import {
  compareSides,
  diffJson,
  diffLines,
  fold,
  isChanged,
  type Json,
  type JsonChange,
  type Run,
  saysTheSame,
  type Side,
  unifiedDiff
} from "../src/index.ts"

/** The text of a value with the names of every object in order: equal for equal values. */
const canonical = (value: Json): string =>
  JSON.stringify(value, (_, inner: Json) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner
  )

interface Content extends Omit<Side, "text" | "source"> {
  readonly source: { readonly type: string; readonly code?: string }
}

const sideOf = ({ source: { code = "", ...source }, ...rest }: Content): Side => ({ ...rest, text: code, source })

const compareContents = (before: Content, after: Content) => compareSides(sideOf(before), sideOf(after))

/** Repeats a test over a thousand seeds; the one that fails is named. */
const forSeeds = (test: (random: (below: number) => number) => void, count = 1000) => {
  for (let seed = 1; seed <= count; seed++) {
    let state = seed * 2654435761
    const random = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    try {
      test(random)
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error })
    }
  }
}

/** What a list of runs makes of what they start with; the start itself is checked against what they keep and remove. */
const applyRuns = <T>(before: ReadonlyArray<T>, runs: ReadonlyArray<Run<T>>): Array<T> => {
  let at = 0
  const after = runs.flatMap(({ type, items }) => {
    if (type === "added") return items
    assert.deepStrictEqual(before.slice(at, at + items.length), items)
    at += items.length
    return type === "kept" ? items : []
  })
  assert.strictEqual(at, before.length)
  return after
}

const linesOf = (text: string) => (text === "" ? [] : text.split("\n"))

const set = (value: Json, [key, ...rest]: ReadonlyArray<string>, change: JsonChange): Json => {
  if (key === undefined) {
    if (change.type === "items") return applyRuns(value as Array<Json>, change.runs)
    if (change.type === "removed" || change.type === "added") return assert.fail("no place")
    assert.deepStrictEqual(value, change.before)
    return change.after
  }
  const object = { ...(value as Record<string, Json>) }
  if (rest.length > 0 || change.type === "changed" || change.type === "items") {
    object[key] = set(object[key] ?? null, rest, change)
  } else if (change.type === "added") {
    assert.notProperty(object, key)
    object[key] = change.after
  } else {
    assert.deepStrictEqual(object[key], change.before)
    delete object[key]
  }
  return object
}

const applyJson = (before: Json, changes: ReadonlyArray<JsonChange>): Json =>
  changes.reduce((value: Json, change) => set(value, change.path, change), before)

const letters = ["a", "b", "", "c", "\r", "é"]
const someLines = (random: (below: number) => number) =>
  Array.from({ length: random(14) }, () => letters[random(letters.length)]).join("\n")

const someJson = (random: (below: number) => number, depth = 3): Json => {
  const kind = random(depth === 0 ? 4 : 6)
  if (kind === 0) return null
  if (kind === 1) return random(3)
  if (kind === 2) return ["x", "y/~", ""][random(3)] ?? ""
  if (kind === 3) return random(2) === 0
  if (kind === 4) return Array.from({ length: random(5) }, () => someJson(random, depth - 1))
  return Object.fromEntries(
    Array.from({ length: random(4) }, () => [["p", "q", "/r~", "s"][random(4)] ?? "", someJson(random, depth - 1)])
  )
}

const someContent = (random: (below: number) => number): Content => ({
  name: ["One", "Two"][random(2)] ?? "",
  description: [null, "", someLines(random)][random(3)] ?? null,
  source: random(2) === 0 ? { type: "table" } : { type: "react", code: someLines(random) },
  settings: { target: "traces", extra: someJson(random) },
  references: Object.fromEntries(
    Array.from({ length: random(3) }, () => [
      ["cost", "time"][random(2)] ?? "",
      { kind: "custom_field", id: `cf_${random(2)}`, revision: random(2) === 0 ? null : random(3) }
    ])
  )
})

describe("the diff of two revisions", () => {
  it("applying what it says of lines gives the other text, and taking it back the first", () => {
    forSeeds((random) => {
      const [before, after] = [someLines(random), someLines(random)]
      const runs = diffLines(before, after)
      assert.deepStrictEqual(applyRuns(linesOf(before), runs), linesOf(after))
      const kept = runs.flatMap(({ type, items }) => (type === "added" ? [] : items))
      assert.strictEqual(kept.join("\n"), before)
    })
  })

  it("applying what it says of JSON gives the other value, and says nothing of equal ones", () => {
    forSeeds((random) => {
      const [before, after] = [someJson(random), someJson(random)]
      const changes = diffJson(before, after)
      assert.strictEqual(canonical(applyJson(before, changes)), canonical(after))
      assert.strictEqual(changes.length === 0, canonical(before) === canonical(after))
    })
  })

  it("applying what it says of each part of a definition gives the other revision", () => {
    forSeeds((random) => {
      const [before, after] = [someContent(random), someContent(random)]
      const parts = Object.fromEntries(compareContents(before, after).map((part) => [part.title, part]))
      const text = (title: string, start: string) =>
        parts[title]?.text.length === 0 ? start : applyRuns(linesOf(start), parts[title]?.text ?? []).join("\n")
      const values = (title: string, start: Json) => applyJson(start, parts[title]?.values ?? [])

      assert.strictEqual(text("Name", before.name), after.name)
      const description = text("Description", before.description ?? "")
      const none = parts["Description"]?.text.length === 0 ? values("Description", before.description) : description
      // From none to some text, the lines say it all.
      assert.strictEqual(none === "" ? after.description : none, after.description)
      const code = (content: Content) => content.source.code ?? ""
      assert.strictEqual(text("Source", code(before)), code(after))
      assert.deepStrictEqual(values("Source", { type: before.source.type }), { type: after.source.type })
      assert.deepStrictEqual(values("Settings", before.settings), after.settings)
      assert.deepStrictEqual(values("References", before.references), after.references)
      const isSame = canonical({ ...before }) === canonical({ ...after })
      assert.strictEqual(Object.values(parts).some(isChanged), !isSame)
      assert.strictEqual(saysTheSame(sideOf(before), sideOf(after)), isSame)
    })
  })

  it("folding loses no line, and numbers each as it stands in either text", () => {
    forSeeds((random) => {
      const before = Array.from({ length: 40 }, (_, n) => `${n}`)
      const after = before.filter(() => random(12) > 0).flatMap((line) => (random(12) === 0 ? [line, "new"] : [line]))
      const blocks = fold(diffLines(before.join("\n"), after.join("\n")))
      const lines = blocks.flatMap(({ lines }) => lines)
      const inBefore = lines.filter(({ type }) => type !== "added")
      assert.deepStrictEqual(
        inBefore.map(({ before, item }) => [before, item]),
        before.map((item, index) => [index + 1, item])
      )
      assert.deepStrictEqual(
        lines.filter(({ type }) => type !== "removed").map(({ after, item }) => [after, item]),
        after.map((item, index) => [index + 1, item])
      )
      for (const [at, { folded, lines }] of blocks.entries()) {
        if (!folded) continue
        assert.isTrue(lines.every(({ type }) => type === "kept"))
        const around = [blocks[at - 1], blocks[at + 1]].filter((block) => block !== undefined)
        assert.isTrue(around.every(({ folded, lines }) => !folded && lines.length === 3))
      }
    }, 200)
  })

  it("a unified diff makes one text of the other, also where the last line does not end", () => {
    assert.strictEqual(unifiedDiff("a\nb\n", "a\nc\n"), "@@ -1,2 +1,2 @@\n a\n-b\n+c\n")
    assert.strictEqual(unifiedDiff("", "a"), "@@ -0,0 +1,1 @@\n+a\n\\ No newline at end of file\n")
    forSeeds((random) => {
      const lines = (count: number) => Array.from({ length: count }, () => ["a", "b", ""][random(3)] ?? "")
      const edited = (before: ReadonlyArray<string>) =>
        before.flatMap((line) => (random(12) > 0 ? [line] : lines(random(3))))
      const start = lines(random(60))
      const [before, after] = [start.join("\n"), edited(start).join("\n")]
      assert.strictEqual(applyPatch(before, `--- a\n+++ b\n${unifiedDiff(before, after)}`), after)
    })
  })

  it("two large texts with nothing in common are told whole", () => {
    const text = (letter: string) => Array.from({ length: 60_000 }, (_, n) => `${letter}${n}`).join("\n")
    const runs = diffLines(`same\n${text("a")}\nsame`, `same\n${text("b")}\nsame`)
    assert.deepStrictEqual(
      runs.map(({ type, items }) => [type, items.length]),
      [
        ["kept", 1],
        ["removed", 60_000],
        ["added", 60_000],
        ["kept", 1]
      ]
    )
  })
})
