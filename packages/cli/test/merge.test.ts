import type { Json } from "@agent-operations/definition-diff"
import { assert, describe, it } from "vitest"
import { mergeJson } from "../src/merge/merge-json.ts"
import { hasMarks, markClashes, mergeLines } from "../src/merge/merge-text.ts"

const labels = { base: "revision 3", mine: "yours", theirs: "revision 4" }

const merged = (base: Json, mine: Json, theirs: Json): Json => {
  const { clashes, mine: value, ...others } = mergeJson({ base, mine, theirs })
  assert.deepStrictEqual([clashes, others], [[], { base: value, theirs: value }])
  return value
}

describe("a three-way merge", () => {
  it("has what either side changed", () => {
    const base = {
      name: "a",
      settings: { sort: [], columns: [{ field: "x" }, { field: "y" }, { field: "z" }] },
      gone: 1
    }
    const mine = {
      ...base,
      name: "b",
      settings: { ...base.settings, columns: [{ field: "w" }, ...base.settings.columns] }
    }
    const theirs = {
      name: "a",
      settings: { sort: [1], columns: [{ field: "x" }, { field: "y" }, { field: "z", width: 3 }], groupBy: null }
    }
    assert.deepStrictEqual(merged(base, mine, theirs), {
      name: "b",
      settings: {
        sort: [1],
        columns: [{ field: "w" }, { field: "x" }, { field: "y" }, { field: "z", width: 3 }],
        groupBy: null
      }
    })
  })

  it("merges members of one item of a list, and lines of one text", () => {
    const code = (first: string, last: string) => [first, "1", "2", last].join("\n")
    assert.deepStrictEqual(merged([{ a: 1, b: 1 }], [{ a: 2, b: 1 }], [{ a: 1, b: 2 }]), [{ a: 2, b: 2 }])
    assert.deepStrictEqual(merged([code("a", "b")], [code("A", "b")], [code("a", "B")]), [code("A", "B")])
  })

  it("one side that is as the base, or as the other, gives way", () => {
    const values: ReadonlyArray<Json> = [null, 1, "a", "a\nb", [], [1, [2]], {}, { a: { b: 1 } }, [1, 1, 2], { a: [] }]
    for (const base of values) {
      for (const other of values) {
        assert.deepStrictEqual(merged(base, base, other), other)
        assert.deepStrictEqual(merged(base, other, base), other)
        assert.deepStrictEqual(merged(base, other, other), other)
      }
    }
  })

  it("keeps every version where both changed a place in different ways, and says where", () => {
    const base: Json = { a: 1, b: 1, list: [1, 2, 3], removed: { x: 1 } }
    const mine: Json = { a: 2, b: 2, list: [1, 4, 5, 3], added: "m", removed: { x: 2 } }
    const theirs: Json = { a: 3, b: 1, list: [1, 6, 3], added: "t" }
    assert.deepStrictEqual(mergeJson({ base, mine, theirs }), {
      clashes: [["a"], ["list", "1"], ["added"], ["removed"]],
      base: { a: 1, b: 2, list: [1, 2, 3], removed: { x: 1 } },
      mine: { a: 2, b: 2, list: [1, 4, 5, 3], added: "m", removed: { x: 2 } },
      theirs: { a: 3, b: 2, list: [1, 6, 3], added: "t" }
    })
    const named = JSON.parse('{"__proto__":1,"constructor":1}') as Json
    assert.strictEqual(
      JSON.stringify(merged(named, { ...(named as object), a: 1 }, named)),
      '{"__proto__":1,"constructor":1,"a":1}'
    )
  })

  it("marks each clash in the text, and nothing else", () => {
    const marked = markClashes({ base: "a\nb\nc", mine: "a\nB\nc", theirs: "a\nβ\nC" }, labels)
    const expected = [
      "a",
      "<<<<<<< yours",
      "B",
      "c",
      "||||||| revision 3",
      "b",
      "c",
      "=======",
      "β",
      "C",
      ">>>>>>> revision 4"
    ]
    assert.strictEqual(marked, expected.join("\n"))
    assert.isTrue(hasMarks(marked))
    const clean = markClashes({ base: "a\nb\nc\nd", mine: "A\nb\nc\nd", theirs: "a\nb\nc\nD" }, labels)
    assert.strictEqual(clean, "A\nb\nc\nD")
    assert.isFalse(hasMarks(clean))
    assert.isFalse(hasMarks("a <<<<<<< b\n=======\n<<<<<<<"))
  })

  it("of what is long or repeats itself takes no more than seconds", () => {
    const started = performance.now()
    // By node-diff3 alone it took minutes.
    const same = Array.from({ length: 4000 }, () => "").join("\n")
    const versions = { base: same, mine: `a\n${same}\nb\n${same}`, theirs: `${same}\n${same}\nc` }
    assert.strictEqual(markClashes(versions, labels), `${versions.mine}\n${same}\nc`)
    const lines = (letter: string) => Array.from({ length: 100_000 }, (_, n) => `${letter}${n}`).join("\n")
    const [region, ...others] = mergeLines({ base: lines("a"), mine: lines("b"), theirs: lines("c") })
    assert.deepStrictEqual([region?.type, others.length], ["clash", 0])
    assert.strictEqual(markClashes({ base: lines("a"), mine: lines("b"), theirs: lines("b") }, labels), lines("b"))
    assert.isBelow(performance.now() - started, 10_000)
  })
})
