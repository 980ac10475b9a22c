import type { Json, Side } from "@agent-operations/definition-diff"
import { assert, describe, it } from "vitest"
import { type Change, compare, type Comparison, type PartChange } from "../src/diff/comparison.ts"
import { comparisonText } from "../src/diff/comparison-text.ts"

/** Says how each text looks. */
const mark = (name: string) => (text: string) => `${name}(${text})`
const style = {
  ...{ columns: undefined, bold: mark("bold"), dim: mark("dim") },
  ...{ red: mark("red"), green: mark("green"), cyan: mark("cyan") }
}

const textOf = (parts: ReadonlyArray<PartChange>, more: Partial<Comparison> = {}) =>
  comparisonText({ parts, unchanged: [], isCut: false, ...more }, style).split("\n")
/** The lines of one change of the settings, below their title. */
const linesOf = (change: Change) => {
  const [title, ...lines] = textOf([{ part: "settings", changes: [change] }])
  assert.strictEqual(title, "bold(Settings)")
  return lines
}

describe("a comparison", () => {
  const side: Side = { name: "A", description: null, text: "", source: {}, settings: {}, references: {} }

  it("has each part that differs, its values by path, items by their places, and code by lines", () => {
    const before: Side = {
      ...side,
      text: "1\n2\n",
      source: { a: 1, same: true },
      settings: { list: ["a", "b", "c", "d", "e"], "a/b": { c: null } }
    }
    const after: Side = {
      ...{ ...side, name: "B", description: "D", text: "1\n3\n", source: { a: 2, same: true } },
      settings: { list: ["b", "x", "y", "c"], "a/b": { c: 1 } }
    }
    assert.deepStrictEqual(compare(before, after), {
      parts: [
        { part: "name", changes: [{ path: "", type: "changed", before: "A", after: "B" }] },
        { part: "description", changes: [{ path: "", type: "changed", before: null, after: "D" }] },
        {
          part: "source",
          text: "@@ -1,2 +1,2 @@\n 1\n-2\n+3\n",
          changes: [{ path: "/a", type: "changed", before: 1, after: 2 }]
        },
        {
          part: "settings",
          changes: [
            {
              path: "/list",
              type: "items",
              items: [
                { type: "removed", index: 0, value: "a" },
                { type: "added", index: 1, value: "x" },
                { type: "added", index: 2, value: "y" },
                { type: "removed", index: 3, value: "d" },
                { type: "removed", index: 4, value: "e" }
              ]
            },
            { path: "/a~1b/c", type: "changed", before: null, after: 1 }
          ]
        }
      ],
      unchanged: ["references"],
      isCut: false
    })
    assert.deepStrictEqual(compare(side, { ...side, source: { a: 1 } }).parts, [
      { part: "source", changes: [{ path: "/a", type: "added", after: 1 }] }
    ])
    const all = ["name", "description", "source", "settings", "references"]
    assert.deepStrictEqual(compare(side, side), { parts: [], unchanged: all, isCut: false } as never)
  })

  it("is told by signs and colours, part by part", () => {
    assert.deepStrictEqual(textOf([], { unchanged: ["name"], isCut: true }), ["Their content is identical."])
    const path = "/a\u001b"
    const parts: ReadonlyArray<PartChange> = [
      { part: "name", changes: [{ path: "", type: "changed", before: "A\u001b", after: "B" }] },
      {
        ...{ part: "source", text: "@@ -1,2 +1,3 @@\n \ta\n-b\n+c\u001b\td\n+\n\\ No newline at end of file\n" },
        changes: [{ path, type: "added", after: { b: [1] } }]
      },
      { part: "references", changes: [{ path: "/b", type: "removed", before: "\u001b" }] }
    ]
    assert.deepStrictEqual(textOf(parts, { unchanged: ["description", "settings"], isCut: true }), [
      "bold(Name)",
      "red(-A\\u001b)",
      "green(+B)",
      "",
      "bold(Source)",
      "/a\\u001b added",
      "green(+{)",
      'green(+  "b": [)',
      "green(+    1)",
      "green(+  ])",
      "green(+})",
      "cyan(@@ -1,2 +1,3 @@)",
      " \ta",
      "red(-b)",
      "green(+c\\u001b\td)",
      "green(+)",
      "dim(\\ No newline at end of file)",
      "",
      "bold(References)",
      "/b removed",
      'red(-"\\u001b")',
      "",
      "More differs than is shown here.",
      "dim(Unchanged: description and settings.)"
    ])
    assert.deepStrictEqual(textOf(parts.slice(0, 1)), ["bold(Name)", "red(-A\\u001b)", "green(+B)"])
  })

  it("shows text by lines where it has several, and else values as JSON", () => {
    const changed = (before: Json, after: Json, path = "/a") => linesOf({ type: "changed", path, before, after })
    const both = (...lines: ReadonlyArray<string>) => ["/a changed", ...lines]
    assert.deepStrictEqual(changed("b", "c"), both('red(-"b")', 'green(+"c")'))
    assert.deepStrictEqual(changed(null, "c"), both("red(-null)", 'green(+"c")'))
    assert.deepStrictEqual(changed("b\nc", "b\nd"), both("cyan(@@ -1,2 +1,2 @@)", " b", "red(-c)", "green(+d)"))
    assert.deepStrictEqual(changed("b\nc", null), both("cyan(@@ -1,2 +0,0 @@)", "red(-b)", "red(-c)"))
    assert.deepStrictEqual(changed(1, "b\nc\nd"), both("red(-1)", 'green(+"b\\nc\\nd")'))
    assert.deepStrictEqual(
      changed({ b: 1 }, [2]),
      both("red(-{)", 'red(-  "b": 1)', "red(-})", "green(+[)", "green(+  2)", "green(+])")
    )
    assert.deepStrictEqual(changed("b", "c", ""), ["red(-b)", "green(+c)"])
    assert.deepStrictEqual(changed(null, "c", ""), ["green(+c)"])
    assert.deepStrictEqual(changed("", null, ""), ['red(-"")', "green(+null)"])
    assert.deepStrictEqual(
      linesOf({
        ...{ path: "/a", type: "items" },
        items: [
          { type: "removed", index: 0, value: { b: 1 } },
          { type: "added", index: 0, value: "\u001b" }
        ]
      }),
      ["/a items changed", 'red(-{"b":1})', 'green(+"\\u001b")']
    )
  })

  it("leaves out the place of code of one line", () => {
    const source = (text: string) => textOf([{ part: "source", text, changes: [] }]).slice(1)
    assert.deepStrictEqual(source("@@ -1,1 +1,1 @@\n-a\n+b\n"), ["red(-a)", "green(+b)"])
    assert.deepStrictEqual(source("@@ -0,0 +1,1 @@\n+b\n\\ No newline at end of file\n"), ["green(+b)"])
    assert.deepStrictEqual(source("@@ -1,2 +1,1 @@\n a\n-b\n"), ["cyan(@@ -1,2 +1,1 @@)", " a", "red(-b)"])
    assert.deepStrictEqual(source("@@ -1,1 +1,2 @@\n a\n+b\n"), ["cyan(@@ -1,1 +1,2 @@)", " a", "green(+b)"])
    assert.deepStrictEqual(source("@@ -9,1 +9,1 @@\n-a\n+b\n"), ["red(-a)", "green(+b)"])
    assert.deepStrictEqual(source("\n"), [])
  })
})
