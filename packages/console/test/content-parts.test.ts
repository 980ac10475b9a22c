import { runSteps } from "@agent-operations/operations"
import { assert, describe, expect, it } from "vitest"
import type { Control, GroupControl } from "../src/content/form/control.ts"
import { choicesIn, fields } from "../src/content/merge/choices.ts"
import { type Contents, mergeContents } from "../src/content/merge/merge-contents.ts"
import { tagsOf } from "../src/content/merge/tags.ts"
import { placeWords } from "../src/content/parts/place.ts"
import { perform, sizeOf } from "../src/content/render/jobs.ts"
import { roomOf, takeRoom } from "../src/content/render/room.ts"
import { renderSettings } from "../src/content/render/settings.ts"
import { drawChart } from "../src/content/sections/metrics-charts/draw.ts"
import { groupName, measureName, seriesOf } from "../src/content/sections/metrics-charts/series.ts"
import { writerOf } from "../src/content/sections/metrics-charts/units.ts"
import { viewOf } from "../src/content/sections/page-views/react-view.ts"
import { parseForm } from "../src/form.ts"
import { html } from "../src/html/html.ts"
import { textOf } from "./text.ts"

describe("settings as people read them", () => {
  const words = (name: string) => ({ name, label: name.toUpperCase(), empty: "absent" as const })
  const text = (name: string): Control => ({ type: "text", ...words(name), rows: 1, code: false })
  const select = (name: string): Control => ({
    ...{ type: "select", ...words(name) },
    options: [
      { value: 1, label: "One" },
      { value: true, label: "Yes" }
    ]
  })
  const group = (name: string, members: GroupControl["members"]): GroupControl => ({
    type: "group",
    ...words(name),
    members
  })
  const variant = (value: string, members: GroupControl["members"]) => ({
    value,
    label: `The ${value}`,
    about: "",
    members
  })
  const settings = group("", [
    ["fixed", { type: "constant", ...words("fixed"), value: "x" }],
    ["short", text("short")],
    ["one", select("one")],
    ["inner", group("inner", [["deep", text("deep")]])],
    [
      "sort",
      {
        ...{ type: "choice", ...words("sort"), tag: "type", tagName: "sortType", ask: "" },
        variants: [variant("table", [["width", text("width")]]), variant("none", [])],
        shared: undefined
      }
    ],
    ["json", { type: "json", ...words("json"), rows: 1 }]
  ])
  const shown = (value: object) => {
    const { markup, isCut } = renderSettings(settings, value as never)
    const parts = [...markup.matchAll(/<(dt|dd|h3|pre)[^>]*>([^]*?)<\/\1\s*>/g)]
    return [isCut, ...parts.map(([, tag, content]) => `${tag} ${textOf(content!)}`)]
  }

  it("are lines and blocks, by their labels, and what is not there is none", () => {
    assert.deepStrictEqual(shown({ short: "", one: null, inner: { deep: 7 }, sort: { type: "table", width: "w" } }), [
      false,
      ...["dt SHORT", "dd none", "dt ONE", "dd none", "h3 INNER", "dt DEEP", "dd 7"],
      ...["h3 SORT", "dt Type", "dd The table", "dt WIDTH", "dd w"]
    ])
    assert.deepStrictEqual(shown({ short: "s", one: 1, inner: 5, sort: { type: "other" }, json: { a: 1 } }), [
      false,
      ...["dt SHORT", "dd s", "dt ONE", "dd One", "h3 INNER", "dt DEEP", "dd none"],
      ...["h3 SORT", "dt Type", "dd unknown", 'pre { "a": 1 }']
    ])
    assert.deepStrictEqual(shown({ one: 2, sort: null, json: [] }).slice(3, 5), ["dt ONE", "dd 2"])
    assert.deepStrictEqual(shown({ one: true }).slice(3, 5), ["dt ONE", "dd Yes"])
  })

  it("are blocks of text above 200 characters", () => {
    const [fits, more] = ["x".repeat(200), "x".repeat(201)]
    assert.deepStrictEqual(shown({ short: fits }).slice(0, 3), [false, "dt SHORT", `dd ${fits}`])
    assert.deepStrictEqual(shown({ short: more }).slice(0, 3), [false, "dt ONE", "dd none"])
    assert.include(shown({ short: more }), `pre "${more}"`)
  })

  it("are JSON where they are no group, and in the kind's own way where it has one", () => {
    const json: Control = { type: "json", ...words("all"), rows: 1 }
    assert.include(renderSettings(json, { a: 1 }).markup, '"a": 1')
    assert.strictEqual(
      renderSettings(json, { a: 1 }, (_, given) => html`own ${JSON.stringify(given)}`).markup,
      "own {&quot;a&quot;:1}"
    )
  })

  it("are shown as far as there is room", () => {
    const room = roomOf(2)
    assert.deepStrictEqual([takeRoom(room, "é"), room.bytes, room.isCut], [true, 0, false])
    assert.deepStrictEqual([takeRoom(room, "x"), room.bytes, room.isCut], [false, 0, true])
    const last = roomOf(1)
    assert.deepStrictEqual([takeRoom(last, "xxx"), last.bytes, last.isCut], [true, -2, false])
  })
})

describe("the sizes of jobs", () => {
  it("are those of all that is worked on", () => {
    const side = (description: string | null) => ({
      ...{ name: "n", description, text: "tt", source: {}, settings: "sss", references: {} }
    })
    const contents = { base: "a", mine: "bb", theirs: "ccc", seen: undefined, tags: [], choices: [] }
    const control = {} as Control
    assert.deepStrictEqual(
      [
        sizeOf({ type: "changes", before: side("1234"), after: side(null), bytes: 1 }),
        sizeOf({ type: "same", before: side(null), after: side("1") }),
        sizeOf({ type: "merge", contents }),
        sizeOf({ type: "merge", contents: { ...contents, seen: "dddd" } }),
        sizeOf({ type: "settings", kind: "k", control, settings: "12345" }),
        sizeOf({ type: "span", page: "123", traces: "/t" }),
        sizeOf({ type: "indent", json: "1234", most: 1 })
      ],
      [14, 11, 6, 10, 5, 3, 4]
    )
  })

  it("leave JSON as it is where it would be too long indented", () => {
    const indent = (most: number) => perform({ type: "indent", json: '{"a":1}', most }, {})
    assert.deepStrictEqual([indent(12), indent(11)], ['{\n  "a": 1\n}', '{"a":1}'])
    const control: Control = { type: "json", name: "s", label: "S", empty: "value", rows: 1 }
    const drawn = (kind: string) =>
      (perform({ type: "settings", kind, control, settings: "{}" }, { own: () => html`own` }) as { markup: string })
        .markup
    assert.strictEqual(drawn("own"), "own")
    assert.notStrictEqual(drawn("toString"), drawn("own"))
  })
})

describe("two changes of one content", () => {
  const merged = (
    [base, mine, theirs]: readonly [object, object, object],
    choices: Contents["choices"] = [],
    more: Partial<Contents> = {}
  ) => {
    const [one, two, three] = [base, mine, theirs].map((each) => JSON.stringify(each)) as [string, string, string]
    return mergeContents({ base: one, mine: two, theirs: three, seen: undefined, tags: [], choices, ...more })
  }
  const shown = (text: string | undefined, isCut = false) => ({ text, isCut })

  it("are both in what is merged, with what each side changed", () => {
    assert.deepStrictEqual(
      merged([
        { a: 1, b: 1, c: 1 },
        { a: 2, b: 1, c: 3 },
        { a: 1, b: 2, c: 3 }
      ]),
      {
        places: [],
        merged: JSON.stringify({ a: 2, b: 2, c: 3 }),
        isTheirs: false,
        changed: { mine: [["a"], ["c"]], theirs: [["b"], ["c"]] }
      }
    )
    const theirs = merged([{ a: 1 }, { a: 1 }, { a: 2 }])
    assert.deepStrictEqual([theirs.isTheirs, theirs.merged], [true, '{"a":2}'])
  })

  it("are asked about where they differ, and are as was chosen", () => {
    const three = [
      { a: 1, t: "x" },
      { a: 2, t: "y" },
      { a: 3, t: null }
    ] as const
    const places = (choice?: unknown, fault?: string) => [
      {
        ...{ path: ["a"], type: "value", base: shown("1"), mine: shown("2"), theirs: shown("3") },
        ...{ choice, fault }
      },
      {
        ...{ path: ["t"], type: "value", base: shown("x"), mine: shown("y"), theirs: shown(undefined) },
        ...{ choice: undefined, fault: undefined }
      }
    ]
    const none = { merged: undefined, isTheirs: false, changed: { mine: [], theirs: [] } }
    assert.deepStrictEqual(merged(three), { places: places(), ...none } as never)
    const mine = { take: "mine" } as const
    assert.deepStrictEqual(merged(three, [mine]), { places: places(mine), ...none } as never)
    const wrong = { take: "edit", text: "{", fault: "No JSON." } as const
    assert.deepStrictEqual(merged(three, [wrong]), { places: places(wrong, "No JSON."), ...none } as never)
    const result = (...choices: Contents["choices"]) => {
      const { merged: text, isTheirs } = merged(three, choices)
      return [text === undefined ? undefined : (JSON.parse(text) as unknown), isTheirs]
    }
    const edit = (text: string) => ({ take: "edit", text, fault: undefined }) as const
    const taken = { take: "theirs" } as const
    assert.deepStrictEqual(result(mine, taken), [{ a: 2, t: null }, false])
    assert.deepStrictEqual(result(taken, taken), [{ a: 3, t: null }, true])
    assert.deepStrictEqual(result(edit("[4]"), edit("")), [{ a: [4], t: null }, false])
    assert.deepStrictEqual(result(edit("4"), edit("a\r\nb")), [{ a: 4, t: "a\nb" }, false])
    assert.deepStrictEqual(result(edit("4"), undefined), [undefined, false])
  })

  it("of a member that one side took away are asked about as a whole, and may be nothing", () => {
    const three = [{ a: { x: 1 } }, { a: { x: 2 } }, {}] as const
    assert.deepStrictEqual(merged(three).places, [
      {
        ...{ path: ["a"], type: "value", base: shown('{\n  "x": 1\n}'), mine: shown('{\n  "x": 2\n}') },
        ...{ theirs: shown(undefined), choice: undefined, fault: undefined }
      }
    ])
    const edit = (text: string, fault?: string) => merged(three, [{ take: "edit", text, fault }])
    assert.deepStrictEqual(edit(" ", "No JSON.").merged, "{}")
    assert.deepStrictEqual(edit("1").merged, '{"a":1}')
    assert.deepStrictEqual(
      [edit("x", "No JSON.").merged, edit("x", "No JSON.").places[0]!.fault],
      [undefined, "No JSON."]
    )
    const empty = merged([{ a: "x" }, { a: "y" }, { a: "z" }], [{ take: "edit", text: "", fault: undefined }])
    assert.deepStrictEqual(empty.merged, '{"a":""}')
  })

  it("of lines are lines with the ends that they had", () => {
    const three = [{ a: "1\n2\n3\n" }, { a: "1\nm\n3\n" }, { a: "1\nt\n3\n" }] as const
    const edit = (text: string) => merged(three, [{ take: "edit", text, fault: undefined }])
    assert.deepStrictEqual(edit("x\ny").places, [
      {
        ...{ path: ["a"], type: "lines", base: shown("2"), mine: shown("m"), theirs: shown("t"), fault: undefined },
        choice: { take: "edit", text: "x\ny", fault: undefined }
      }
    ])
    assert.deepStrictEqual(edit("x\ny").merged, JSON.stringify({ a: "1\nx\ny\n3\n" }))
    assert.deepStrictEqual(edit("").merged, JSON.stringify({ a: "1\n3\n" }))
    const crLf = ({ a }: { readonly a: string }) => ({ a: a.replaceAll("\n", "\r\n") })
    const ends = [crLf(three[0]), crLf(three[1]), crLf(three[2])] as const
    const kept = merged(ends, [{ take: "edit", text: "x\ny", fault: undefined }])
    assert.deepStrictEqual(kept.merged, JSON.stringify({ a: "1\r\nx\r\ny\r\n3\r\n" }))
    const gone = merged([{ a: "1\n2\n3\n" }, { a: "1\n3\n" }, { a: "1\nt\n3\n" }])
    assert.deepStrictEqual(
      gone.places.map(({ mine, theirs }) => [mine, theirs]),
      [[shown(undefined), shown("t")]]
    )
  })

  it("of references and of objects of another sort are asked about as wholes", () => {
    const references = (revision: number | null, id = "a") => ({ references: { x: { id, revision } } })
    assert.deepStrictEqual(
      merged([references(1), references(2), references(1, "b")]).places.map(({ path }) => path),
      [["references", "x"]]
    )
    const source = (type: string, code: string, more = 1) => ({ source: { type, code, more } })
    const tags = [{ path: ["source"], tag: "type" }]
    const paths = (...three: Parameters<typeof merged>[0]) => merged(three, [], { tags }).places.map(({ path }) => path)
    assert.deepStrictEqual(paths(source("a", "1"), source("b", "1"), source("a", "2")), [["source"]])
    assert.deepStrictEqual(paths(source("a", "1"), source("a", "2"), source("b", "1")), [["source"]])
    assert.deepStrictEqual(paths(source("a", "1"), source("a", "2"), source("a", "3")), [["source", "code"]])
    assert.deepStrictEqual(paths({ source: 1 }, { source: 2 }, { source: 3 }), [["source"]])
  })

  it("keep what was chosen where they say the same after another change of theirs", () => {
    const [base, mine] = [
      { a: 1, b: 1, c: 1 },
      { a: 2, b: 2, c: 2 }
    ]
    const choices = [{ take: "mine" }, { take: "theirs" }, { take: "mine" }] as const
    const seen = JSON.stringify({ a: 3, b: 3, c: 3 })
    const { places, merged: text } = merged([base, mine, { a: 3, b: 4, c: 3 }], choices, { seen })
    assert.deepStrictEqual(
      places.map(({ path: [key], choice }) => [key, choice?.take]),
      [
        ["a", "mine"],
        ["b", undefined],
        ["c", "mine"]
      ]
    )
    assert.isUndefined(text)
    const fewer = merged([base, mine, { a: 1, b: 3, c: 3 }], choices, { seen })
    assert.deepStrictEqual(fewer.merged, JSON.stringify({ a: 2, b: 3, c: 2 }))
  })

  it("are asked about in whole members where there are more than 40 places, and shown up to 6,000 characters", () => {
    const many = (count: number, value: number) => ({
      settings: { list: Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, value])) }
    })
    const paths = (count: number) =>
      merged([many(count, 1), many(count, 2), many(count, 3)]).places.map(({ path }) => path)
    assert.lengthOf(paths(40), 40)
    assert.deepStrictEqual(paths(41), [["settings", "list"]])
    const wide = (value: number) => ({
      settings: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`k${n}`, value]))
    })
    assert.deepStrictEqual(
      merged([wide(1), wide(2), wide(3)]).places.map(({ path }) => path),
      [["settings"]]
    )
    const text = (length: number, sign: string) => ({ a: sign.repeat(length) })
    const versions = merged([text(1, "x"), text(6000, "y"), text(6001, "z")]).places[0]!
    assert.deepStrictEqual([versions.mine, versions.theirs], [shown("y".repeat(6000)), shown("z".repeat(6000), true)])
    const changed = merged([many(30, 1), many(30, 2), many(30, 1)]).changed
    assert.deepStrictEqual([changed.mine.length, changed.theirs.length], [20, 0])
  })

  it("are chosen by the fields of a form", () => {
    const form = new URLSearchParams([
      [fields.choice(0), "mine"],
      [fields.choice(1), "theirs"],
      [fields.choice(2), "other"],
      [fields.choice(3), "edit"],
      [fields.text(3), "[1]"],
      [fields.choice(4), "edit"],
      [fields.text(4), "["],
      [fields.choice(99), "mine"],
      [fields.choice(100), "mine"]
    ])
    const choices = runSteps(choicesIn(parseForm(form.toString())))
    assert.lengthOf(choices, 100)
    assert.deepStrictEqual(choices.slice(0, 4), [
      { take: "mine" },
      { take: "theirs" },
      undefined,
      { take: "edit", text: "[1]", fault: undefined }
    ])
    const last = choices[4] as { readonly fault: string }
    assert.match(last.fault, /^This is not JSON\. /)
    assert.deepStrictEqual([choices[5], choices[98], choices[99]], [undefined, undefined, { take: "mine" }])
  })

  it("are at places that are named in words, in part where they are long", () => {
    assert.strictEqual(placeWords(["settings", "columns", "trace.name"]), "Settings › columns › trace.name")
    assert.strictEqual(placeWords(["", "x".repeat(81)]), `“” › ${"x".repeat(79)}…`)
  })

  it("have their sorts wherever a form has a choice", () => {
    const choice = (name: string, members: GroupControl["members"]): Control => ({
      ...{ type: "choice", name, label: name, tag: "type", tagName: "", ask: "", shared: undefined },
      variants: [{ value: "v", label: "", about: "", members }]
    })
    const form = {
      type: "group",
      name: "",
      label: "",
      members: [["a", choice("a", [["b", choice("b", [])]])]]
    } as const
    assert.deepStrictEqual(tagsOf(form), [
      { path: ["a"], tag: "type" },
      { path: ["a", "b"], tag: "type" }
    ])
  })
})

describe("what a component of a page view gets", () => {
  const page = (items: ReadonlyArray<object>, nextCursor: string | null = null) =>
    ({ columns: [{ field: "trace.name" }], items, nextCursor, scanned: 0 }) as never
  const given = (...args: [Parameters<typeof viewOf>[2], Parameters<typeof viewOf>[3]]) =>
    viewOf("code", { target: "traces" }, ...args, html`rows`)

  it("are the rows with their custom values, and of what they are", () => {
    const row = { id: "r", values: { "trace.name": "a", "custom.rate": 1, "custom.__proto__": 2 } }
    const custom = JSON.parse('{"rate":1,"__proto__":2}') as object
    const { props, ...view } = given(page([row, { id: "s", values: {} }], "next"), { traceId: "t" })
    assert.deepStrictEqual(view, { code: "code", title: "The page view's component", rows: html`rows` })
    assert.deepStrictEqual(props, {
      ...{ target: "traces", columns: [{ field: "trace.name" }], custom, hasMore: true },
      rows: [
        { ...row, custom },
        { id: "s", values: {}, custom: {} }
      ],
      ...{ traceId: "t", runId: null, sessionId: null }
    })
    assert.deepStrictEqual(given(page([]), { runId: "r", sessionId: "s" }).props, {
      ...{ target: "traces", columns: [{ field: "trace.name" }], custom: {}, hasMore: false, rows: [] },
      ...{ traceId: null, runId: "r", sessionId: "s" }
    })
  })
})

describe("charts", () => {
  const day = 86_400_000
  const start = Date.UTC(2015, 0, 1)
  const times = (name: string, ...values: ReadonlyArray<number | null>) => {
    const points = values.flatMap((value, n) => (value === null ? [] : [{ time: start + n * day, value }]))
    return { name, points, total: points.reduce((sum, { value }) => sum + value, 0) }
  }
  const total = (name: string, value: number) => ({ name, points: [{ time: undefined, value }], total: value })
  const chart = { label: "Cost", from: start, to: start + 5 * day, step: day, write: (value: number) => `${value} $` }
  const drawn = (given: Partial<Parameters<typeof drawChart>[0]>) =>
    String(drawChart({ type: "line", series: [], ...chart, ...given }))
      .replaceAll(/\s+/g, " ")
      .replaceAll(/> </g, ">\n<")

  it("are drawn as they are written down", async () => {
    const series = [times("A <b>", 1, 2, null, 4.5, 3), times("B", -1, 0.25)]
    const early = { ...series[0]!, points: [{ time: start - day / 2, value: 7 }, ...series[0]!.points.toReversed()] }
    const many = Array.from({ length: 10 }, (_, n) => total(`Series ${n} ${"x".repeat(n * 12)}`, 10 - n))
    const hours = { from: start, to: start + day / 2, step: day / 24 }
    const all: Readonly<Record<string, Partial<Parameters<typeof drawChart>[0]>>> = {
      ...{ line: { series }, area: { type: "area", series }, bar: { type: "bar", series } },
      early: { series: [early] },
      "early bar": { type: "bar", series: [early] },
      hours: {
        ...hours,
        series: [{ ...times("H", 5), points: [0, 1, 2, 5].map((n) => ({ time: start + (n * day) / 24, value: n })) }]
      },
      rows: { series: [total("C", 12), total("D", 0), total("E", -3)] },
      many: { type: "bar", series: many },
      none: {},
      zero: { series: [times("Z", 0, 0)] },
      mixed: { type: "bar", series: [total("no time", 1), times("time", 1)] },
      "mixed line": { series: [total("no time", 1), times("time", 1)] }
    }
    const written = Object.entries(all).map(([name, given]) => `=== ${name}\n${drawn(given)}\n`)
    await expect(written.join("\n")).toMatchFileSnapshot("charts.txt")
  })

  it("write values in the unit of their measure, or in the chart's own", () => {
    const write = (measure: string, aggregation: string, unit: string | null) =>
      writerOf({ measure, aggregation } as never, unit)(1234.5678)
    assert.deepStrictEqual(
      [
        ...["count", "distinctUsers", "distinctSessions"].map((aggregation) => write("cost", aggregation, "EUR")),
        write("count", "errorRate", "EUR"),
        ...[null, "USD", "$", "ms", "s", "EUR"].map((unit) => write("cost", "sum", unit)),
        ...[null, "s", "h"].map((unit) => write("durationMs", "p95", unit)),
        write("timeToFirstTokenMs", "avg", null),
        write("inputTokens", "sum", null),
        write("inputTokens", "sum", "x".repeat(21))
      ],
      [
        ...["1,234.568", "1,234.568", "1,234.568", "123,457%"],
        ...["$1,234.57", "$1,234.57", "$1,234.57", "$1,234.57", "$1,234.57", "1,234.57 EUR"],
        ...["1.23 s", "1.23 s", "1,234.57 h", "1.23 s", "1,234.57", `1,234.57 ${"x".repeat(19)}…`]
      ]
    )
  })

  it("have a series for each measure and group, the largest first", () => {
    const measures = [
      { measure: "cost", aggregation: "sum" },
      { measure: "count", aggregation: "count" }
    ] as never
    const row = (time: string | undefined, model: string | null, values: ReadonlyArray<number | null>) => ({
      ...(time !== undefined && { time }),
      dimensions: { model, env: "e" },
      values
    })
    const rows = [
      row("2015-01-01T00:00:00.000Z", "a", [1, 10]),
      row("2015-01-02T00:00:00.000Z", "a", [2, null]),
      row(undefined, null, [5, 1])
    ] as never
    const point = (time: number | undefined, value: number) => ({ time, value })
    assert.deepStrictEqual(seriesOf({ measures }, rows), [
      { name: "a, e, count", points: [point(start, 10)], total: 10 },
      { name: "none, e, sum of cost", points: [point(undefined, 5)], total: 5 },
      { name: "a, e, sum of cost", points: [point(start, 1), point(start + day, 2)], total: 3 },
      { name: "none, e, count", points: [point(undefined, 1)], total: 1 }
    ])
    const one = [{ measure: "durationMs", aggregation: "p95" }] as never
    assert.deepStrictEqual(seriesOf({ measures: one }, [{ dimensions: {}, values: [1] }] as never), [
      { name: "p95 of durationMs", points: [point(undefined, 1)], total: 1 }
    ])
    const counted = ["count", "errorRate", "distinctUsers", "distinctSessions"]
    assert.deepStrictEqual(
      counted.map((aggregation) => measureName({ measure: "count", aggregation } as never)),
      ["count", "error rate", "users", "sessions"]
    )
    assert.strictEqual(groupName({ a: null, b: "x", c: 1, d: ["y"] } as never), 'none, x, 1, ["y"]')
  })
})
