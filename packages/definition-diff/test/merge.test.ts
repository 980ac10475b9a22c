import { assert, describe, it } from "vitest"
import { hasMarks, type Json, markClashes, mergeJson, mergeLines } from "../src/index.ts"
import { changed, seeded, someJson } from "./some-json.ts"

const labels = { base: "revision 3", mine: "yours", theirs: "revision 4" }

const merged = (base: Json, mine: Json, theirs: Json): Json => {
  const { clashes, mine: value, ...others } = mergeJson({ base, mine, theirs })
  assert.deepStrictEqual([clashes, others], [[], { base: value, theirs: value }])
  return value
}

/** The text with one side of each clash: what follows its mark. */
const chosen = (text: string, mark: "<<<<<<<" | "=======") => {
  let isChosen = true
  return text
    .split("\n")
    .filter((line) => {
      const isMark = hasMarks(line) || line === "======="
      if (isMark) isChosen = line.startsWith(mark) || line.startsWith(">>>>>>>")
      return isChosen && !isMark
    })
    .join("\n")
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
    const marked = markClashes({ base: "a\nb\nc", mine: "a\nB\nc", theirs: "a\nβ\nC\nc" }, labels)
    const between = ["<<<<<<< yours", "B", "||||||| revision 3", "b", "=======", "β", "C", ">>>>>>> revision 4"]
    assert.strictEqual(marked, ["a", ...between, "c"].join("\n"))
    assert.isTrue(hasMarks(marked))
    assert.strictEqual(markClashes({ base: "a\n", mine: "a\n", theirs: "a\n" }, labels), "a\n")
    assert.isFalse(hasMarks("a <<<<<<< b\n=======\n<<<<<<<"))
  })

  it("has the text of either side on its side of the marks, whatever was changed", () => {
    let clashed = 0
    for (let seed = 1; seed <= 1000; seed++) {
      const random = seeded(seed)
      const base = someJson(random, 3)
      const [one, other] = [changed(random, base), changed(random, base)]
      const merged = mergeJson({ base, mine: one, theirs: other })
      const swapped = mergeJson({ base, mine: other, theirs: one })
      assert.deepStrictEqual([merged.mine, merged.theirs], [swapped.theirs, swapped.mine], `seed ${seed}`)
      const { mine, theirs, base: start } = merged
      const print = (value: Json) => JSON.stringify(value, null, 2)
      const marked = markClashes({ base: print(start), mine: print(mine), theirs: print(theirs) }, labels)
      assert.strictEqual(hasMarks(marked), merged.clashes.length > 0, `seed ${seed}`)
      if (merged.clashes.length === 0) assert.deepStrictEqual([start, theirs], [mine, mine], `seed ${seed}`)
      else clashed++
      assert.strictEqual(chosen(marked, "<<<<<<<"), print(mine), `seed ${seed}`)
      assert.strictEqual(chosen(marked, "======="), print(theirs), `seed ${seed}`)
    }
    assert.isAbove(clashed, 100)
  })

  it("of what is long or repeats itself comes to its end", () => {
    // By node-diff3 alone it took minutes.
    const same = Array.from({ length: 4000 }, () => "").join("\n")
    const versions = { base: same, mine: `a\n${same}\nb\n${same}`, theirs: `${same}\n${same}\nc` }
    const [merged, ...others] = mergeLines(versions)
    assert.deepStrictEqual([merged?.type, others.length], ["merged", 0])
    const lines = (letter: string) => Array.from({ length: 130_000 }, (_, n) => `${letter}${n}`).join("\n")
    const different = { base: lines("a"), mine: lines("b"), theirs: lines("c") }
    const [region, ...clashes] = mergeLines(different)
    assert.deepStrictEqual([region?.type, clashes.length], ["clash", 0])
    assert.strictEqual(markClashes({ ...different, theirs: different.mine }, labels), different.mine)
    assert.strictEqual(markClashes(different, labels).split("\n").length, 390_004)
  })
})
