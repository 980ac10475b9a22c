import { camelCase, family, type Operation, operation, type Paging, viewFamilies } from "@agent-operations/contract"
import { parseSelection } from "@agent-operations/mcp"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import type { Port } from "../src/port.ts"
import { makeServer } from "../src/server.ts"
import { callOperation } from "../src/tools/call.ts"
import { type McpCaller, makeCatalog } from "../src/tools/catalog.ts"
import { everything } from "../src/tools/selection.ts"
import { ask } from "./ask.ts"

const declare = (id: string, more: Partial<Operation.Any> = {}) =>
  operation({
    id,
    summary: "Do something",
    description: "Does something.",
    scopes: ["own:read"],
    effect: "read",
    input: Schema.Struct({}),
    result: Schema.Struct({}),
    errors: [],
    example: { input: {}, result: {} },
    ...more
  } as Parameters<typeof operation>[0]) as Operation.Any

const scopes = { "own:read": "Read.", "own:write": "Write." }
const familyOf = (name: string, ...operations: ReadonlyArray<Operation.Any>) =>
  family(name, {
    title: name,
    scopes,
    operations: Object.fromEntries(operations.map((one) => [camelCase(one.id), one]))
  })

const person: McpCaller = { scopes: "all", isPerson: true }

describe("what a client asks to be shown", () => {
  const known = ["page-views", "custom-fields"]
  const nothing = { toolsets: undefined, readonly: undefined, mode: undefined, output: undefined }

  it("is read of each parameter by itself", () => {
    const asked: ReadonlyArray<readonly [object, object]> = [
      [{}, {}],
      [{ toolsets: " custom-fields, page-views ," }, { toolsets: ["custom-fields", "page-views"] }],
      [{ readonly: "1" }, { readonly: true }],
      [{ readonly: "true" }, { readonly: true }],
      [{ readonly: "0" }, {}],
      [{ readonly: "false" }, {}],
      [{ mode: "search" }, { mode: "search" }],
      [{ mode: "tools" }, { mode: "tools" }],
      [{ output: "schema" }, { outputSchemas: true }],
      [{ output: "none" }, {}]
    ]
    for (const [given, expected] of asked)
      assert.deepStrictEqual(parseSelection({ ...nothing, ...given }, known), { ...everything, ...expected })
  })

  it("is refused by the name of the parameter, with what it may be", () => {
    const some = "name some of page-views, custom-fields, separated by commas."
    const refused = {
      toolsets: [
        ["", `toolsets is empty: ${some}`],
        ["page-views,pages", `There is no toolset pages: ${some}`]
      ],
      readonly: [["yes", "readonly is 1 or 0."]],
      mode: [["find", "mode is search or tools."]],
      output: [["full", "output is schema or none."]]
    }
    for (const [name, cases] of Object.entries(refused)) {
      for (const [value, message] of cases)
        assert.deepStrictEqual(parseSelection({ ...nothing, [name]: value }, known), { name, message: message! })
    }
  })
})

describe("what a caller sees", () => {
  const read = declare("read_it")
  const write = declare("write_it", { effect: "write", scopes: ["own:read", "own:write"] })
  const alone = declare("by_people", { callers: "people", errors: ["HUMAN_REQUIRED"] })
  const other = declare("other_it")
  const unserved = declare("not_here", { surfaces: ["rest"] })
  const catalog = makeCatalog([familyOf("ownThings", read, write, alone, unserved), familyOf("others", other)])
  const seen = (caller: Partial<McpCaller>, selection: object = {}) =>
    catalog.viewOf({ ...person, ...caller }, { ...everything, ...selection }).tools.map(({ operation }) => operation.id)

  it("are the operations that all of their scopes let it call, and those for people where it is one", () => {
    const all = [read.id, write.id, alone.id, other.id]
    assert.deepStrictEqual(catalog.toolsets, ["own-things", "others"])
    assert.deepStrictEqual(seen({}), all)
    assert.deepStrictEqual(seen({ isPerson: false }), [read.id, write.id, other.id])
    assert.deepStrictEqual(seen({ scopes: ["own:read"] }), [read.id, alone.id, other.id])
    assert.deepStrictEqual(seen({ scopes: ["own:write"] }), [])
    assert.deepStrictEqual(seen({ scopes: ["own:read", "own:write"] }), all)
    assert.deepStrictEqual(seen({}, { readonly: true }), [read.id, alone.id, other.id])
    assert.deepStrictEqual(seen({}, { toolsets: ["others"] }), [other.id])
    assert.deepStrictEqual(seen({}, { toolsets: ["own-things"], readonly: true }), [read.id, alone.id])
    // Asked for again, it is that of who asked.
    assert.deepStrictEqual([seen({}), seen({ isPerson: false })], [all, [read.id, write.id, other.id]])
  })
})

describe("search", () => {
  const zebras = [
    declare("of_nothing"),
    declare("of_description", { description: "Counts zebras." }),
    declare("of_summary", { summary: "Count zebras" }),
    declare("zebra_count"),
    declare("horse", { summary: "Count" })
  ]
  const animals = [familyOf("animals", ...zebras), familyOf("zebras", declare("of_family"))]
  const search = async (input: object, families = animals) => {
    const port: Port = { call: () => assert.fail("nothing is called") }
    const session = { port, caller: person, selection: { ...everything, mode: "search" } } as const
    const server = makeServer(makeCatalog(families), {}, session)
    const { structuredContent } = await ask(server, "tools/call", { name: "search_operations", arguments: input })
    return (structuredContent as { readonly operations: ReadonlyArray<{ readonly operation: string }> }).operations
  }
  const idsOf = async (...asked: Parameters<typeof search>) =>
    (await search(...asked)).map(({ operation }) => operation)

  it("finds by the beginnings of words: those of the ID first, then of the summary, the toolset and the description", async () => {
    assert.deepStrictEqual(await idsOf({ query: "ZEBR" }), ["zebra_count", "of_summary", "of_family", "of_description"])
    assert.deepStrictEqual(await idsOf({ query: "ebra" }), [])
    // Words add up, each by its best place.
    assert.deepStrictEqual((await idsOf({ query: "count zebra" })).slice(0, 3), ["zebra_count", "of_summary", "horse"])
    assert.deepStrictEqual(await idsOf({ query: "zebra", limit: 2 }), ["zebra_count", "of_summary"])
    const [first] = await search({ query: "zebra count" })
    const found = { operation: "zebra_count", summary: "Do something", effect: "read", toolset: "animals" }
    assert.deepStrictEqual(first as object, found)
  })

  it("refuses a query that is long: each word is looked for in every tool", async () => {
    const port: Port = { call: () => assert.fail("nothing is called") }
    const session = { port, caller: person, selection: { ...everything, mode: "search" } } as const
    const server = makeServer(makeCatalog(animals), {}, session)
    const asked = (query: string) => ask(server, "tools/call", { name: "search_operations", arguments: { query } })
    assert.notStrictEqual((await asked("a ".repeat(100)))["isError"], true)
    assert.include(JSON.stringify(await asked("a ".repeat(100) + "a")), "at most 200 characters")
  })

  it("has the first ten of all without words", async () => {
    assert.lengthOf(await idsOf({}), 6)
    assert.deepStrictEqual(await idsOf({ limit: 1 }), ["of_nothing"])
    const many = Array.from({ length: 12 }, (_, n) => declare(`one_${String(n).padStart(2, "0")}`))
    assert.deepStrictEqual(
      await idsOf({}, [familyOf("many", ...many)]),
      many.slice(0, 10).map(({ id }) => id)
    )
  })
})

describe("completions", () => {
  /** What is completed over a port that answers so, and what the port was asked. */
  const complete = async (uri: string, name: string, value: string, answer: object, others = {}) => {
    const asked: Array<unknown> = []
    const port: Port = {
      call: async (id, input) => {
        asked.push([id, input])
        return "error" in answer ? (answer as never) : { data: answer }
      }
    }
    const server = makeServer(makeCatalog(viewFamilies), {}, { port, caller: person, selection: everything })
    const { completion } = await ask(server, "completion/complete", {
      ref: { type: "ref/resource", uri },
      argument: { name, value },
      context: { arguments: others }
    })
    return { completion, asked }
  }
  const template = "agent-operations://custom-fields/{id}"
  const items = ["cf_a1", "cf_b2", "cf_a3"].map((id, n) => ({ id, revision: 12 - n }))

  it("are by name, or by the beginning of an ID, a hundred at most, and say whether there are more", async () => {
    assert.deepStrictEqual(await complete(template, "id", "cost", { items, nextCursor: "more" }), {
      completion: { values: ["cf_a1", "cf_b2", "cf_a3"], hasMore: true },
      asked: [["list_custom_fields", { limit: 100, search: "cost" }]]
    })
    assert.deepStrictEqual(await complete(template, "id", "cf_a", { items, nextCursor: null }), {
      completion: { values: ["cf_a1", "cf_a3"], hasMore: false },
      asked: [["list_custom_fields", { limit: 100 }]]
    })
    const revisions = `${template}/revisions/{revision}`
    assert.deepStrictEqual(await complete(revisions, "revision", "1", { items, nextBefore: 10 }, { id: "cf_a1" }), {
      completion: { values: ["12", "11", "10"], hasMore: true },
      asked: [["get_custom_field_history", { id: "cf_a1", limit: 100 }]]
    })
    assert.deepStrictEqual(
      (await complete(revisions, "revision", "11", { items, nextBefore: null }, { id: "cf_a1" })).completion,
      { values: ["11"], hasMore: false }
    )
  })

  it("are none where the server refuses, or the definition is not said", async () => {
    const error = { code: "NOT_FOUND", message: "None.", hint: "List." }
    const none = { values: [], hasMore: false }
    assert.deepStrictEqual((await complete(template, "id", "x", { error })).completion, none)
    const unsaid = await complete(`${template}/revisions/{revision}`, "revision", "", { items, nextBefore: null })
    assert.deepStrictEqual(unsaid, { completion: none, asked: [] })
  })
})

describe("an error", () => {
  it("C4: is structured where no output schema says what is, and text with its hint always", async () => {
    const error = { code: "NOT_FOUND", message: "There is none.", hint: "List them.", requestId: "req_1" } as const
    const port: Port = { call: async () => ({ error }) }
    const catalog = makeCatalog([familyOf("own", declare("read_it"))])
    for (const outputSchemas of [false, true]) {
      const selection = { ...everything, mode: "tools", outputSchemas } as const
      const server = makeServer(catalog, {}, { port, caller: person, selection })
      const { isError, structuredContent, content } = await ask(server, "tools/call", {
        name: "read_it",
        arguments: {}
      })
      assert.isTrue(isError)
      assert.deepEqual(structuredContent, outputSchemas ? undefined : { error })
      assert.deepEqual(content, [{ type: "text", text: JSON.stringify({ error }) }])
    }
  })
})

describe("a list that goes on", () => {
  const input = Schema.Struct({ limit: Schema.optionalKey(Schema.Number) })

  /** The texts after what is listed, and the input that the server got. */
  const called = async (paging: Paging | undefined, next: object) => {
    const asked: Array<unknown> = []
    const port: Port = {
      call: (_, input) => {
        asked.push(input)
        return Promise.resolve({ data: { items: [], ...next } })
      }
    }
    const operation = declare("list_it", paging === undefined ? { input } : { paging, input })
    const { content } = await callOperation(port, operation, {}, undefined)
    return { asked, told: content.slice(1).map((part) => ("text" in part ? part.text : part.type)) }
  }
  const listed = async (paging: Paging, next: object) => {
    const { asked, told } = await called(paging, next)
    assert.deepStrictEqual(asked, [{ limit: 10 }])
    return told
  }

  it("is no answer whose rest can't be asked for: that is as long as the server has it", async () => {
    assert.deepStrictEqual(await called(undefined, { nextCursor: "abc" }), { asked: [{}], told: [] })
  })

  it.each([
    ["cursor", { nextCursor: "abc" }, '{"cursor":"abc"}'],
    ["before", { nextBefore: 0 }, '{"before":0}'],
    ["offset", { nextOffset: 20 }, '{"offset":20}']
  ] as const)("by %s says with what to go on, and of another way nothing", async (paging, next, input) => {
    assert.deepStrictEqual(await listed(paging, { nextCursor: null, nextBefore: null, nextOffset: null, ...next }), [
      `There are more. To continue, call list_it again with the same input and ${input}.`
    ])
    const others = { nextCursor: "abc", nextBefore: 7, nextOffset: 20 }
    const [name] = Object.keys(next)
    assert.deepStrictEqual(await listed(paging, { ...others, [name!]: null }), [])
  })
})
