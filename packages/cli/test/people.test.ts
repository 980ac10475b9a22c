import { assert, describe, it } from "vitest"
import { isAgent } from "../src/agent.ts"
import { forPeople, makeTable } from "../src/output/people.ts"
import { styleOf, widthOf } from "../src/output/style.ts"

const style = (columns?: number) => styleOf({ env: { NO_COLOR: "1" }, columns }, false)

describe("the width of a terminal", () => {
  it("is what COLUMNS says, else what it says itself, and 80 where neither says anything", () => {
    for (const [set, told, width] of [
      [undefined, 120, 120],
      ["40", 120, 40],
      ["40", 0, 40],
      [undefined, 0, 80],
      ["", 0, 80],
      ["0", 120, 120],
      ["wide", 0, 80],
      ["-1", 100, 100],
      ["999999", 100, 100]
    ] as const) {
      assert.strictEqual(widthOf(set, told), width, `${set} ${told}`)
    }
  })
})

/** Lines as they are printed: a line begins after its bar. */
const lines = (text: string) => text.trim().replaceAll(/^ *\|/gm, "")

const first = {
  description: "d",
  updatedAt: "2014-11-20T10:00:59.000Z",
  count: null,
  isOpen: true,
  createdAt: "2014-11-19T09:30:00.000Z",
  startedAt: "2014-11-20T08:07:00.000Z",
  status: "running",
  name: "First",
  id: "x_1",
  settings: null,
  owner: { id: "u", name: "Ada" },
  note: null
}
const second = {
  ...{ description: "slow", updatedAt: "2014-11-21T10:00:00.000Z", count: 12, isOpen: false },
  ...{ createdAt: "2014-11-18T09:30:00.000Z", startedAt: null, status: "ended", name: "The second", id: "x_22" },
  ...{ settings: { a: 1 }, owner: null, note: "n" }
}

describe("items for people", () => {
  it("are a table: what they are, how they went, numbers, when they changed, and the rest", () => {
    assert.strictEqual(
      forPeople({ items: [first, second], nextCursor: null }, style(200)),
      lines(`
        |id    name        status   startedAt             count  isOpen  updatedAt             createdAt             description  owner  note
        |x_1   First       running  2014-11-20 08:07 UTC         true    2014-11-20 10:00 UTC  2014-11-19 09:30 UTC  d            Ada
        |x_22  The second  ended                          12     false   2014-11-21 10:00 UTC  2014-11-18 09:30 UTC  slow                n`)
    )
    const [, row] = forPeople({ items: [first] }, style()).split("\n")
    assert.include(row, "  2014-11-20T08:07:00.000Z  ")
  })

  it("have as many columns as fit, of which the last is cut by columns of the terminal, and never less than two", () => {
    const widths = [25, 24, 16, 15, 13].map((columns) => forPeople({ items: [first, second] }, style(columns)))
    assert.deepStrictEqual(
      widths.map((text) => text.split("\n").at(-1)),
      ["x_22  The second  ended", "x_22  The second", "x_22  The second", "x_22  The seco…", "x_22  The se…"]
    )
    const wide = [8, 9, 10, 11].map((columns) =>
      forPeople({ items: [{ id: "a", name: "慢い跡e" }] }, style(columns))
        .split("\n")
        .at(-1)
    )
    assert.deepStrictEqual(wide, ["a   慢…", "a   慢い…", "a   慢い…", "a   慢い跡e"])
  })

  it("that come later go below in the same columns, which only grow", () => {
    const table = makeTable(style())
    const told = [
      { id: "a", name: "b" },
      { id: "abc", name: "b" },
      { name: "c", id: "d", more: 1 }
    ].map((item) => table([item]))
    assert.deepStrictEqual(told, ["id  name\na   b", "abc  b", "d    c"])
  })

  it("are told member by member where there is one, which stand below their names where they are long", () => {
    const one = {
      ...{ id: "x_1", updatedAt: "2014-11-20T10:00:59.000Z", updatedBy: { id: "u", name: "Ada" }, none: null },
      ...{ tags: ["a", "b"], source: { type: "react", code: "a\n\tb\n", list: [{ x: 1, y: "l\nm" }, ["p"], 3] } },
      text: "word word word word word word word word"
    }
    assert.strictEqual(
      forPeople(one, style()),
      lines(`
        |id         x_1
        |updatedAt  2014-11-20T10:00:59.000Z
        |updatedBy  Ada
        |none
        |tags       ["a","b"]
        |source     {"type":"react","code":"a\\n\\tb\\n","list":[{"x":1,"y":"l\\nm"},["p"],3]}
        |text       word word word word word word word word`)
    )
    const narrow = lines(`
        |id         x_1
        |updatedAt  2014-11-20 10:00 UTC
        |updatedBy  Ada
        |none
        |tags       ["a","b"]
        |source
        |  type  react
        |  code
        |    a
        |    \\u0009b
        |  list
        |    - x  1
        |      y
        |        l
        |        m
        |    - - p
        |    - 3
        |text
        |  word word word word word word word word`)
    assert.strictEqual(forPeople(one, style(31)), narrow)
  })
})

describe("colours", () => {
  it("are for a terminal, as the environment says, and never for agents", () => {
    const cases: ReadonlyArray<readonly [env: Record<string, string>, onTerminal: boolean, inPipe: boolean]> = [
      [{}, true, false],
      [{ NO_COLOR: "1" }, false, false],
      [{ NO_COLOR: "" }, true, false],
      [{ FORCE_COLOR: "1" }, true, true],
      [{ FORCE_COLOR: "1", NO_COLOR: "1" }, true, true],
      [{ FORCE_COLOR: "0" }, false, false],
      [{ FORCE_COLOR: "" }, true, false]
    ]
    for (const [env, ...expected] of cases) {
      const isColoured = [80, undefined].map((columns) => styleOf({ env, columns }, false).red("x") !== "x")
      assert.deepStrictEqual(isColoured, expected, JSON.stringify(env))
      assert.strictEqual(styleOf({ env, columns: 80 }, true).red("x"), "x")
    }
    const { bold, dim, red, green, cyan } = styleOf({ env: {}, columns: 80 }, false)
    assert.deepStrictEqual(
      [bold, dim, red, green, cyan].map((styled) => /\d+/.exec(styled("x"))?.[0]),
      ["1", "2", "31", "32", "36"]
    )
  })
})

describe("a coding agent", () => {
  it("is known by any variable that one sets, unless --agent says otherwise", () => {
    for (const name of ["AI_AGENT", "CLAUDECODE", "CODEX_SANDBOX", "CURSOR_AGENT", "GEMINI_CLI", "OPENCODE"]) {
      assert.deepStrictEqual([isAgent({ [name]: "1" }, "auto"), isAgent({ [name]: "" }, "auto")], [true, false], name)
      assert.isFalse(isAgent({ [name]: "1" }, "no"))
    }
    assert.deepStrictEqual([isAgent({}, "auto"), isAgent({}, "yes")], [false, true])
  })
})
