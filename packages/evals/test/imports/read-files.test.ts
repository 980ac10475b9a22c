import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { ImportFormat, ImportMapping } from "@agent-operations/contract/imports"
import type { ItemDraft } from "../../src/imports/files/item.ts"
import { limits } from "../../../../tooling/readme/src/limits.ts"
import { type ReadItem, readFiles } from "../../src/imports/files/read-files.ts"
import { scanJson } from "../../src/imports/files/scan-json.ts"
import { csvMapping, writeCsv, writeJsonl } from "../../src/imports/files/write-files.ts"

const read = (path: string, content: string, mapping?: ImportMapping) => readFiles([{ path, content }], mapping)

/** An item as it was before it was written. */
const valuesOf = ({ input, expected, metadata, source, ...names }: ReadItem["draft"]) => {
  const parts = Object.entries({ input, expected, metadata, source }).filter(([, text]) => text !== undefined)
  return { ...names, ...Object.fromEntries(parts.map(([name, text]) => [name, JSON.parse(text!)])) } as ItemDraft
}

const itemsOf = (path: string, content: string, mapping?: ImportMapping) => {
  const { datasets, errors } = read(path, content, mapping)
  expect(errors).toEqual([])
  return datasets.flatMap(({ items }) => items.map(({ draft }) => valuesOf(draft)))
}

/** Of each error its place and code: `line:column pointer CODE`. */
const placesOf = (path: string, content: string, mapping?: ImportMapping) =>
  read(path, content, mapping).errors.map(
    ({ line, column, pointer, code }) => `${line}${column === undefined ? "" : `:${column}`} ${pointer} ${code}`
  )

// What JSON has, and texts that formats take for something else.
const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("=1+1", "'=1", "-5", "@a", "a\r\nb", 'say "x", y', "", " ", "null", "#", "\ttab", "\u2028", "\uFEFF")
)
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0))
const json = fc
  .letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.integer(),
      number,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(text, tie("value"), { maxKeys: 4, noNullPrototype: true })
    )
  }))
  .value.filter((value) => read("a.jsonl", JSON.stringify({ input: value })).errors.length === 0)
const name = text.filter((one) => one !== "" && !one.includes("\0"))
const items = fc.uniqueArray(
  fc.record({
    externalId: fc.option(name),
    input: json,
    expected: json,
    metadata: fc.dictionary(text, json, { maxKeys: 3, noNullPrototype: true }),
    split: fc.option(name),
    source: fc.constantFrom(null, { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: null })
  }),
  { selector: ({ externalId }) => externalId ?? {}, maxLength: 6 }
)

describe("files", () => {
  const { most } = limits.imports["items of an import"]

  test("I3: what is written as JSONL or CSV and read again is the same items", () => {
    fc.assert(
      fc.property(items, (written) => {
        expect(itemsOf("a.jsonl", writeJsonl(written))).toEqual(written)
        expect(itemsOf("a.csv", writeCsv(written), csvMapping)).toEqual(written)
        expect(itemsOf("a.json", JSON.stringify(written, null, 2))).toEqual(written)
      })
    )
  })

  test("no cell that is written is one that a spreadsheet runs", () => {
    fc.assert(
      fc.property(items, (written) => {
        // Every cell is in quotation marks, those in it doubled.
        for (const [, cell = ""] of writeCsv(written).matchAll(/"((?:[^"]|"")*)"/g))
          expect(cell).not.toMatch(/^[=+\-@]/)
      })
    )
  })

  test("the scanner takes what JSON.parse takes, and stops inside of what it does not", () => {
    const broken = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.nat(3),
        fc.constantFrom("", ",", '"', "{", "]", "\\", "0", "-", "e", ".", "u", "\n", "\u0001")
      )
      .map(([whole, at, length, put]) => {
        const from = at % (whole.length + 1)
        return whole.slice(0, from) + put + whole.slice(from + length)
      })
    fc.assert(
      fc.property(fc.oneof(broken, fc.string()), (source) => {
        let isJson = true
        try {
          JSON.parse(source)
        } catch {
          isJson = false
        }
        const found = scanJson(source, { wants: () => true, value: () => {} })
        expect(found === undefined).toBe(isJson)
        if (found !== undefined) expect(found.offset).toBeLessThanOrEqual(source.length)
      }),
      { numRuns: 2000 }
    )
  })

  test("I1: whatever a file has in it is read, or refused at places that it has", () => {
    const seeds = [
      '{"input":{"a":[1,2]},"metadata":{"x":"é"},"externalId":"a"}\n{"input":2}\n',
      '[{"input":1,"split":"test"},\n{"input":"\\u00e9"}]',
      '{"datasets":[{"name":"A","items":[{"input":1}]}],"scorers":[{}]}',
      'input,expected,split\n"a\nb",c,d\n=1,"",test\n',
      "- input: &a [1, {b: 2}]\n  expected: *a\n- {input: 0x10, metadata: {k: |\n    x\n  }}\n",
      "datasets:\n- name: A\n  items:\n  - input: .5\n"
    ]
    const bytes = fc
      .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }))
      .map(([seed, changes]) => {
        const copy = new TextEncoder().encode(seed)
        for (const [at, byte] of changes) copy[at % copy.length] = byte
        return new TextDecoder().decode(copy)
      })
    fc.assert(
      fc.property(bytes, fc.constantFrom<ImportFormat>("jsonl", "json", "csv", "yaml"), (content, format) => {
        const { datasets, errors } = readFiles([{ path: "file", format, content }])
        const lines = content.split(/\r\n|\n|\r/)
        for (const { line, column = 1 } of errors) {
          expect(line).toBeGreaterThanOrEqual(1)
          expect(line).toBeLessThanOrEqual(lines.length)
          expect(column).toBeGreaterThanOrEqual(1)
        }
        for (const item of datasets.flatMap((dataset) => dataset.items))
          expect(valuesOf(item.draft)).toHaveProperty("input")
      }),
      { numRuns: 1500 }
    )
  })

  test("I1: every place is told, the first 100 of them", () => {
    const wrong = Array.from({ length: 150 }, (_, n) => (n % 2 === 0 ? `{"input":${n}}` : '{"inputs":1}'))
    const places = placesOf("a.jsonl", wrong.join("\n"))
    expect(places.slice(0, 3)).toEqual([
      "2:11 /inputs INVALID_ITEM",
      "4:11 /inputs INVALID_ITEM",
      "6:11 /inputs INVALID_ITEM"
    ])
    expect(placesOf("a.jsonl", [...wrong, ...wrong].join("\n"))).toHaveLength(100)
  })

  test.each<[what: string, path: string, content: string, places: ReadonlyArray<string>]>([
    ["broken lines", "a.jsonl", '{"input":1}\r\n\r\n{"input":}\n{"input":1}}', ["3:10  SYNTAX", "4:12  SYNTAX"]],
    [
      "several in one item",
      "a.json",
      '[\n {"input":1e400,\n  "expected":9007199254740993}\n]',
      ["2:11 /0/input NOT_EXACT", "3:14 /0/expected NOT_EXACT"]
    ],
    ["a comma too many", "a.json", '[{"input":1},\n {"input":2,}]', ["2:13  SYNTAX"]],
    ["a value that is no item", "a.json", '[{"input":1},\n 2]', ["2:2 /1 INVALID_ITEM"]],
    ["a text that is no item", "a.jsonl", '{"input":1}\n"text"', ["2:1  INVALID_ITEM"]],
    ["no list", "a.json", '"text"', ["1:1  SYNTAX"]],
    [
      "an unknown name of a bundle",
      "a.json",
      '{"datasets":[{"name":"A","itms":[]}],\n"x":1}',
      ["1:33 /datasets/0/itms SYNTAX", "2:5 /x SYNTAX"]
    ],
    ["a dataset that is none", "a.json", '{"datasets":[\n5]}', ["2:1 /datasets/0 SYNTAX"]],
    ["a dataset without a name", "a.yaml", "datasets:\n- items: [{input: 1}]", ["2 /datasets/0 INVALID_DEFINITION"]],
    [
      "what is there twice",
      "a.jsonl",
      '{"input":1,"externalId":"a"}\n{"input":2,"externalId":"a"}',
      ["2:25 /externalId DUPLICATE"]
    ],
    [
      "what is no item, and has the name of one",
      "a.jsonl",
      '{"input":1,"externalId":"a"}\n{"externalId":"a"}',
      ["2:1  INVALID_ITEM"]
    ],
    ["an external ID that is a number", "a.jsonl", '{"input":1,"externalId":5}', ["1:25 /externalId INVALID_ITEM"]],
    ["a format that nobody knows", "a.xlsx", "PK", ["1  UNSUPPORTED"]],
    ["unequal rows", "a.csv", 'input\n"a\r\nb"\n\n1,2\nc', ["5  SYNTAX"]],
    ["a row behind cells of several lines", "a.csv", 'input,expected\n"a\r\nb\nc\rd","\n"\n1', ["7  SYNTAX"]],
    ["no header", "a.csv", "\n\n", ["1  INVALID_HEADER"]],
    ["metadata that is a text", "a.csv", "input,metadata\na,b", ["2 /metadata INVALID_ITEM"]]
  ])("I1: the places of %s, whichever way lines end", (_, path, content, places) => {
    expect(placesOf(path, content)).toEqual(places)
    expect(placesOf(path, content.replaceAll(/\r?\n/g, "\r\n"))).toEqual(places)
  })

  // Source: the specification's list of hostile inputs.
  test.each<[what: string, path: string, content: string, places: ReadonlyArray<string>]>([
    ["a NUL in JSON", "a.jsonl", String.raw`{"input":"\u0000"}`, ["1:10 /input NOT_EXACT"]],
    ["a NUL in CSV", "a.csv", "input\na\0", ["2 /input NOT_EXACT"]],
    ["a NUL in YAML", "a.yaml", String.raw`- input: "\0"`, ["1:10 /0/input NOT_EXACT"]],
    ["a lone surrogate in JSON", "a.json", String.raw`[{"input":"\ud800"}]`, ["1:11 /0/input NOT_EXACT"]],
    ["a lone surrogate in CSV", "a.csv", "input\n\udc00", ["2:1  NOT_EXACT"]],
    ["a name twice", "a.jsonl", '{"input":1,"input":2}', ["1:12 /input NOT_EXACT"]],
    ["a name twice in YAML", "a.yaml", "- input: 1\n  input: 2", ["2:3  SYNTAX"]],
    ["a column twice", "a.csv", "input,input\n1,2", ["1  INVALID_HEADER"]],
    ["a million columns", "a.csv", `${"a,".repeat(1_000_000)}\n`, ["1  INVALID_HEADER"]],
    ["a row of a million cells", "a.csv", `input\n${",".repeat(1_000_000)}\n`, ["2  SYNTAX"]],
    ["a quotation mark that is not closed", "a.csv", `input\na\n"${"b\n".repeat(100_000)}`, ["3  SYNTAX"]],
    ["a column called __proto__", "a.csv", "__proto__,input\n1,2", ["1  INVALID_HEADER"]],
    [
      "JSON as deep as a file goes",
      "a.jsonl",
      `{"input":${"[".repeat(500_000)}${"]".repeat(500_000)}}`,
      [`1:265 /input${"/0".repeat(255)} NOT_EXACT`]
    ],
    ["open brackets", "a.json", "[".repeat(1_000_000), ["1:1000001  SYNTAX"]],
    ["YAML as deep as a file goes", "a.yaml", "[".repeat(100_000), [expect.stringMatching(/^1:\d+ {2}UNSUPPORTED$/)]],
    ["YAML deeper than is kept", "a.yaml", `- input: ${"[".repeat(300)}${"]".repeat(300)}`, ["1:265  UNSUPPORTED"]],
    [
      "aliases of aliases",
      "a.yaml",
      `- &a0 {input: [1, 1]}\n${Array.from({ length: 30 }, (_, n) => `- &a${n + 1} {input: [*a${n}, *a${n}]}`).join("\n")}`,
      [expect.stringMatching(/UNSUPPORTED$/)]
    ],
    ["an alias in itself", "a.yaml", "- &a {input: [*a]}", ["1:15 /0/input/0 UNSUPPORTED"]],
    ["an alias of nothing", "a.yaml", "- input: *a", ["1:10 /0/input UNSUPPORTED"]],
    ["a tag that is code elsewhere", "a.yaml", '- input: !!js/function "x"', ["1:10  UNSUPPORTED"]],
    ["bytes", "a.yaml", "- input: !!binary aGk=", ["1:10  UNSUPPORTED"]],
    ["YAML 1.1", "a.yaml", "%YAML 1.1\n---\n- input: yes", ["1:1  UNSUPPORTED"]],
    ["a place that is wrong twice", "a.yaml", "{a: [b", ["1:7  SYNTAX"]],
    ["two documents", "a.yaml", "- input: 1\n---\n- input: 2", ["2:1  SYNTAX"]],
    [
      "no number",
      "a.yaml",
      "- input: .nan\n- input: 1e400\n- input: -.inf",
      ["1:10 /0/input NOT_EXACT", "2:10 /1/input NOT_EXACT", "3:10 /2/input NOT_EXACT"]
    ],
    [
      "integers that would be rounded",
      "a.yaml",
      "- input: 9007199254740993\n- input: 0x20000000000001",
      ["1:10 /0/input NOT_EXACT", "2:10 /1/input NOT_EXACT"]
    ],
    ["more YAML than its parser has time for", "a.yaml", `- input: ${"a".repeat(1024 * 1024)}`, ["1  TOO_LARGE"]],
    ["an item larger than is kept", "a.jsonl", `{"input":"${"a".repeat(1024 * 1024)}"}`, ["1:1  TOO_LARGE"]],
    ["more items than an import has", "a.jsonl", '{"input":1}\n'.repeat(most + 2), [`${most + 1}:1  TOO_LARGE`]]
  ])("refuses %s", (_, path, content, places) => {
    expect(placesOf(path, content)).toEqual(places)
  })

  test("names of prototypes are names, and a byte order mark is none of the file", () => {
    expect(itemsOf("a.json", '\uFEFF[{"input":{"__proto__":{"a":1}}}]')[0]!.input).toEqual(
      JSON.parse('{"__proto__":{"a":1}}')
    )
    const mapping = JSON.parse('{"__proto__":"metadata.__proto__","input":"input"}') as ImportMapping
    const [item] = itemsOf("a.csv", "\uFEFF__proto__,input\r\nx,y\r\n", mapping)
    expect(Object.entries(item!.metadata!)).toEqual([["__proto__", "x"]])
    expect(itemsOf("a.yaml", "- input: {__proto__: 1}")[0]!.input).toEqual(JSON.parse('{"__proto__":1}'))
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined()
  })

  test("a mapping says what columns and pointers are", () => {
    const mapping = {
      q: "input.question",
      n: { to: "expected", as: "number" },
      t: "metadata.topic",
      j: { to: "metadata.j", as: "json" }
    } as const
    expect(itemsOf("a.csv", 'q,n,t,j,other\nx,-1.5,,"[1]",y\n,,z,,\n', mapping)).toEqual([
      { input: { question: "x" }, expected: -1.5, metadata: { j: [1] } },
      { input: { question: "" }, expected: null, metadata: { topic: "z", j: null } }
    ])
    expect(
      itemsOf("a.jsonl", '{"in":{"q":"x"},"a/b":["y"],"n":5}', {
        "/in/q": "input",
        "/a~1b/0": "expected",
        n: "metadata.n"
      })
    ).toEqual([{ input: "x", expected: "y", metadata: { n: 5 } }])
    expect(placesOf("a.csv", "q,n,t,j\nx,two,,\nx,1,,{", mapping)).toEqual(["2 /n INVALID_ITEM", "3 /j INVALID_ITEM"])
    expect(placesOf("a.csv", "q,n\nx,2", mapping)).toEqual(["1  INVALID_HEADER"])
    expect(placesOf("a.jsonl", '{"in":{}}', { "/in/q": "input" })).toEqual(["1:1  INVALID_ITEM"])
    // A name that there is comes before a pointer, and only what begins as a pointer is one.
    const named = { input: "input", "/x": "expected", "a/b": "metadata.ab", constructor: "metadata.c" } as const
    expect(itemsOf("a.jsonl", '{"input":1,"/x":2,"x":3,"b":4,"a":{"b":5}}', named)).toEqual([{ input: 1, expected: 2 }])
  })

  test("an item that was read is imported as it is, and bundles have datasets of their own", () => {
    const listed = {
      id: "di_01k9x3m2h8e7v9q4t6w5z0r1ca",
      datasetId: "ds_01k9x3m2h8e7v9q4t6w5z0r1ca",
      input: 1,
      fromVersion: 1,
      toVersion: null,
      position: 0,
      purged: false
    }
    expect(itemsOf("a.jsonl", JSON.stringify(listed))).toEqual([{ id: listed.id, input: 1 }])
    const bundle =
      "datasets:\n- items:\n  - input: 1\n  name: A\n- name: B\n  settings: {extra: {}}\nscorers:\n- name: S\n"
    const { datasets, scorers, errors } = read("a.yml", bundle)
    expect(errors).toEqual([])
    expect(datasets.map(({ members, items: of }) => [JSON.parse(members!), of.length])).toEqual([
      [{ name: "A" }, 1],
      [{ name: "B", settings: { extra: {} } }, 0]
    ])
    expect(scorers).toEqual([{ file: "a.yml", line: 8, pointer: "/scorers/0", json: '{"name":"S"}' }])
  })

  const longest = "é".repeat(200)
  const traceId = "0af7651916cd43dd8448eb211c80319c"
  const spanId = "b7ad6b7169203331"

  test.each<[member: string, taken: ReadonlyArray<unknown>, refused: ReadonlyArray<unknown>]>([
    [
      "id",
      ["di_01k9x3m2h8e7v9q4t6w5z0r1ca"],
      [
        "di_81k9x3m2h8e7v9q4t6w5z0r1ca",
        "di_01k9x3m2h8e7v9q4t6w5z0r1cax",
        "ds_01k9x3m2h8e7v9q4t6w5z0r1ca",
        ["di_01k9x3m2h8e7v9q4t6w5z0r1ca"],
        null,
        1
      ]
    ],
    ["externalId", ["a", longest, "😀".repeat(200), null], ["", `${longest}a`, 1]],
    ["split", ["a", longest, null], ["", `${longest}a`, true]],
    ["metadata", [{}, { a: [1] }, null], [[], "{}", 1]],
    [
      "source",
      [{ traceId, spanId }, { traceId, spanId: null }, null],
      [
        {},
        { traceId },
        { traceId: traceId.slice(1), spanId },
        { traceId: traceId.toUpperCase(), spanId },
        { traceId, spanId: spanId.slice(1) },
        { traceId, spanId, more: 1 },
        [],
        traceId
      ]
    ]
  ])("takes what %s may be, and refuses what it may not", (member, taken, refused) => {
    for (const value of taken) {
      const [item] = itemsOf("a.jsonl", JSON.stringify({ input: 1, [member]: value }))
      const kept = member === "metadata" && value === null ? {} : { [member]: value }
      expect(item).toEqual({ input: 1, ...kept })
    }
    for (const value of refused) {
      const line = JSON.stringify({ [member]: value, input: 1 })
      expect(placesOf("a.jsonl", line)).toEqual([`1:${member.length + 5} /${member} INVALID_ITEM`])
    }
  })

  test.each([
    ["5", 5],
    ["5.", 5],
    [".5", 0.5],
    ["-.5", -0.5],
    ["+5", 5],
    ["-5.25", -5.25],
    ["007", 7],
    ["-00.1", -0.1],
    [`${"0".repeat(400)}7.5`, 7.5],
    ["1e3", 1000],
    ["1.5e-3", 0.0015],
    ["0x10", 16],
    ["0o17", 15],
    ["9007199254740991", 9_007_199_254_740_991],
    ["true", true],
    ["~", null],
    ["", null],
    ["yes", "yes"],
    ["1_000", "1_000"],
    ["2015-01-01", "2015-01-01"]
  ])("reads %s of YAML as %j", (written, value) => {
    expect(itemsOf("a.yaml", `- input: ${written}`)).toEqual([{ input: value }])
  })

  test.each([
    "1.00000000000000000001",
    "0.1000000000000000055511151231257827",
    "00.1000000000000000055511151231257827",
    "1.5e400",
    "-9007199254740993.",
    "5e-400"
  ])("refuses %s of YAML, which JSON.parse would round", (written) => {
    expect(placesOf("a.yaml", `- input: ${written}`)).toEqual(["1:10 /0/input NOT_EXACT"])
  })

  test("E3: tens of thousands of keys of one map, aliases of nothing, columns and long names around many places are read in their turn", () => {
    const lines = (count: number, line: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => line(n)).join("")
    const keys = (count: number) => lines(count, (n) => `  k${n}: 1\n`)
    const [one] = itemsOf("a.yaml", `- input:\n${keys(60_000).replaceAll("  k", "    k")}`)
    expect(Object.keys(one?.input as object)).toHaveLength(60_000)
    expect(placesOf("a.yaml", `- input: 1\n${lines(80_000, () => "- *gone\n")}`)).toEqual(["102:3  UNSUPPORTED"])
    const around = lines(200, (n) => `${" ".repeat(n)}${"k".repeat(900)}:\n`)
    expect(placesOf("a.yaml", `${around}${lines(3000, (n) => `${" ".repeat(200)}a${n}: 1\n`)}`)).toHaveLength(1)
    expect(placesOf("a.csv", `${lines(1_000_000, (n) => `c${n},`)}c\n`)).toEqual(["1  INVALID_HEADER"])
  })

  test("an alias of YAML stands for the last of its name before it", () => {
    const items = itemsOf(
      "a.yaml",
      "- input: &a 1\n- input: *a\n- input: &a 2\n- input: *a\n- input: [&b {x: &a 3}, *a, *b, *a]"
    )
    expect(items.map(({ input }) => input)).toEqual([1, 1, 2, 2, [{ x: 3 }, 3, { x: 3 }, 3]])
    const [item] = itemsOf("a.yaml", "- input: {&k name: 1, other: *k}")
    expect(item!.input).toEqual({ name: 1, other: "name" })
  })

  test("an alias of YAML stands for what it names, a hundred times, and a name without a value for null", () => {
    expect(itemsOf("a.yaml", "- input: &a [1, {b: 2}]\n  expected: *a\n- {input}")).toEqual([
      { input: [1, { b: 2 }], expected: [1, { b: 2 }] },
      { input: null }
    ])
    const aliases = (count: number) => `- &a {input: 1}\n- input: [${Array(count).fill("*a").join(", ")}]`
    const [, many] = itemsOf("a.yaml", aliases(100))
    expect(many!.input).toEqual(Array.from({ length: 100 }, () => ({ input: 1 })))
    expect(placesOf("a.yaml", aliases(101))).toEqual([expect.stringMatching(/ UNSUPPORTED$/)])
  })

  test("white space of JSON is none of a value, and what is wrong names what it is", () => {
    expect(itemsOf("a.json", '\r\n[\r\t{ "input"\r:\t1 }\r,{"input":2}\n]\r')).toEqual([{ input: 1 }, { input: 2 }])
    const messageOf = (path: string, content: string, mapping?: ImportMapping) =>
      read(path, content, mapping).errors[0]!.message
    expect(messageOf("a.csv", "question,n\nx,1", { question: "input", n: "expected", gone: "metadata.g" })).toMatch(
      /"gone"/
    )
    expect(messageOf("a.csv", "input,odd,even\nx,1,2")).toMatch(/"odd", "even"/)
    expect(messageOf("a.jsonl", '{"input":1,"id":"di_01k9x3m2h8e7v9q4t6w5z0r1ca"}\n'.repeat(2))).toMatch(/a\.jsonl:1/)
  })

  test("a cell that is empty is a text for an input, null for a member, and nothing else", () => {
    const empty = "input,expected,split,externalId,metadata\n,,,,\n"
    expect(itemsOf("a.csv", empty)).toEqual([{ input: "", expected: null, split: null, externalId: null }])
  })

  test("a name of YAML is a text as any other, and what it leads to is kept", () => {
    expect(itemsOf("a.yaml", '- input: {"é": {"": 1}}')).toEqual([{ input: { é: { "": 1 } } }])
    expect(itemsOf("a.yaml", "- input: {1: a, true: b}")).toEqual([{ input: { "1": "a", true: "b" } }])
    expect(itemsOf("a.yaml", "%YAML 1.2\n---\n- input: yes")).toEqual([{ input: "yes" }])
    expect(placesOf("a.yaml", String.raw`- input: {"\0": 1}`)).toEqual(["1:11 /0/input NOT_EXACT"])
  })

  test.each<
    [as: "json" | "number", texts: ReadonlyArray<readonly [text: string, value: unknown]>, wrong: ReadonlyArray<string>]
  >([
    [
      "number",
      [
        ["1", 1],
        [" -2.5 ", -2.5],
        [" ", null]
      ],
      ["true", '"1"', "null", "[1]", "one"]
    ],
    [
      "json",
      [
        ["true", true],
        ['"1"', "1"],
        ["null", null],
        ["[1]", [1]],
        [" ", null]
      ],
      ["one", "{", "'1'"]
    ]
  ])("a text that is mapped as %s is one, or refused", (as, texts, wrong) => {
    const mapping: ImportMapping = { q: "input", v: { to: "expected", as } }
    const row = (text: string) => `q,v\nx,"${text.replaceAll('"', '""')}"`
    const json = (v: unknown) => JSON.stringify({ q: "x", v })
    const forms = [
      ["a.csv", row, "2 /v"],
      ["a.jsonl", json, "1:14 /v"],
      ["a.json", (text: string) => `[${json(text)}]`, "1:15 /0/v"],
      ["a.yaml", (text: string) => `- ${json(text)}`, "1:16 /0/v"]
    ] as const
    for (const [path, write, place] of forms) {
      for (const [text, value] of texts)
        expect(itemsOf(path, write(text), mapping)).toEqual([{ input: "x", expected: value }])
      for (const text of wrong) expect(placesOf(path, write(text), mapping)).toEqual([`${place} INVALID_ITEM`])
      expect(placesOf(path, write("9007199254740993"), mapping)).toEqual([`${place} NOT_EXACT`])
    }
    // What is no text is as it is.
    expect(itemsOf("a.jsonl", json([true]), mapping)).toEqual([{ input: "x", expected: [true] }])
  })

  test.each([
    ['{"datasets":{"a":{"name":"A"}}}', "/datasets/a"],
    ['{"scorers":{"a":{"name":"A"}}}', "/scorers/a"],
    ['{"scorers":"a"}', "/scorers"],
    ['{"datasets":["a"]}', "/datasets/0"],
    ['{"datasets":[{"name":"A","items":{"a":1}}]}', "/datasets/0/items/a"],
    ['{"datasets":[{"name":"A","items":1}]}', "/datasets/0/items"],
    ['{"items":[{"input":1}]}', "/items"]
  ])("a bundle is not %s", (bundle, pointer) => {
    for (const path of ["a.json", "a.yaml"]) {
      const places = read(path, bundle).errors.map(({ pointer, code }) => `${pointer} ${code}`)
      expect(places).toContain(`${pointer} SYNTAX`)
    }
  })

  test("K3: what is read is text, and whoever writes it parses no item", () => {
    const large = Array.from({ length: 100 }, () => ({}))
    const bundle = {
      datasets: [{ name: "D", settings: { extra: large }, items: [{ input: large }] }],
      scorers: [{ large }]
    }
    const isText = (value: unknown): boolean =>
      typeof value !== "object" || value === null || (!Array.isArray(value) && Object.values(value).every(isText))
    const { datasets, scorers } = read("a.json", JSON.stringify(bundle))
    const items = datasets.flatMap(({ items }) => items)
    expect([datasets.length, items.length, scorers.length]).toEqual([1, 1, 1])
    expect(
      [...items.map(({ draft }) => draft), ...datasets.map(({ members }) => members), ...scorers].every(isText)
    ).toBe(true)
    expect(items[0]!.draft).toEqual({ input: JSON.stringify(large) })
  })

  test("K3: what is wrong is told without names that are too long to repeat, at each of its places", () => {
    const [name, numbers] = ["x".repeat(100_000), Array<string>(100).fill("1e999").join(",")]
    const unknown = `{"input":1,"${name}":1}`
    const bundle = `{"datasets":[{"name":"A","${name}":[${numbers}]}]}`
    const files = [
      ["a.jsonl", `{"input":{"${name}":[${numbers}]}}`, 100, "/input"],
      ["a.json", `[{"input":{"${name}":[${numbers}]}}]`, 100, "/0/input"],
      ["a.json", bundle, 100, "/datasets/0"],
      ["a.yaml", bundle.replaceAll("1e999", "9007199254740993"), 100, "/datasets/0"],
      ["a.jsonl", unknown, 1, ""]
    ] as const
    for (const [path, content, count, pointer] of files) {
      const { errors } = read(path, content)
      expect(errors.length).toBe(count)
      expect(new Set(errors.map((error) => error.pointer))).toEqual(new Set([pointer]))
      expect(JSON.stringify(errors).length).toBeLessThan(count * 1200)
    }
  })
})
