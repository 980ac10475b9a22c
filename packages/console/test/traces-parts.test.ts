import { traceRecords } from "@agent-operations/contract/records"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { lineOf, messagesOf } from "../src/traces/conversation.ts"
import { type Asked, askedIn, inputOf, isPlain, localTime, queryOf } from "../src/traces/list/query.ts"
import { type Node, treeOf } from "../src/traces/trace/tree.ts"
import { count, dollars, elapsed, number, visible, visibleJson } from "../src/traces/values.ts"

const node = (id: string, parentId: string | null = null, start = 0): Node => ({
  id,
  parentId,
  startNano: String(start)
})

it("P1: a link to the next page of traces asks for all that the first one did", () => {
  const asked = {
    search: "refund",
    range: "7d",
    from: "",
    to: "",
    status: "error",
    user: "ada",
    environment: "production",
    conditions: [
      { field: "trace.name", operator: "eq", value: "a" },
      { field: "trace.totalTokens", operator: "gt", value: "10" }
    ]
  }
  const range = { from: "2015-01-01T00:00:00Z", to: "2015-01-08T00:00:00Z" }
  assert.deepStrictEqual(
    [...queryOf(asked, range, "next")],
    [
      ["search", "refund"],
      ["from", range.from],
      ["to", range.to],
      ["status", "error"],
      ["user", "ada"],
      ["environment", "production"],
      ["field", "trace.name"],
      ["operator", "eq"],
      ["value", "a"],
      ["field", "trace.totalTokens"],
      ["operator", "gt"],
      ["value", "10"],
      ["cursor", "next"]
    ]
  )
})

const operators = ["eq", "gt", "in"]
const fields = Object.entries(traceRecords.trace).filter(([, type]) => type === "string" || type === "number")

it.each(fields)("a condition on trace.%s compares with what looks like a number as with a %s", (name, type) => {
  const asked = { search: "", range: "7d", from: "", to: "", status: "", user: "", environment: "" }
  const conditions = operators.map((operator) => ({ field: `trace.${name}`, operator, value: "1.10" }))
  const { filters = [] } = inputOf({ ...asked, conditions }, 0)
  const value = type === "number" ? 1.1 : "1.10"
  assert.deepStrictEqual(
    filters.map((filter) => filter.value),
    [value, value, [value]]
  )
})

describe("what is asked of the list of traces", () => {
  const asked = (query: string): Asked => {
    const searchParams = new URLSearchParams(query)
    return askedIn({ query: (name) => searchParams.get(name) ?? undefined, url: { searchParams } })
  }
  const now = Date.parse("2015-01-31T12:00:00.000Z")
  const input = (query: string) => inputOf(asked(query), now)

  it("is read of the query, without what says nothing", () => {
    const nothing = { search: "", range: "", from: "", to: "", status: "", user: "", environment: "", conditions: [] }
    assert.deepStrictEqual(asked("range=2h&field=&operator=eq&value=1&field=+"), nothing)
    assert.deepStrictEqual(asked("search=+a+b+&range=24h&from=+x&to=y+&status=ok&user=u&environment=e"), {
      ...{ search: "a b", range: "24h", from: "x", to: "y", status: "ok", user: "u", environment: "e", conditions: [] }
    })
    assert.deepStrictEqual(
      asked("field=+a&field=&field=b&field=c&field=d&operator=gt&operator=lt&value=+1+&value=2&value=3").conditions,
      [
        { field: "a", operator: "gt", value: " 1 " },
        { field: "b", operator: "eq", value: "3" },
        { field: "c", operator: "eq", value: "" }
      ]
    )
    assert.deepStrictEqual(
      ["", "range=7d", "search=x", "from=x", "to=x", "status=x", "user=x", "environment=x", "field=x"].map((query) =>
        isPlain(asked(query))
      ),
      [true, ...Array.from({ length: 8 }, () => false)]
    )
  })

  it("is the input of the operation, of a range up to now or of times in UTC", () => {
    assert.deepStrictEqual(input(""), {})
    assert.deepStrictEqual(
      ["1h", "24h", "7d", "30d"].map((range) => input(`range=${range}&from=2014-01-01T00:00&to=2014-01-02T00:00`)),
      ["2015-01-31T11", "2015-01-30T12", "2015-01-24T12", "2015-01-01T12"].map((hour) => ({
        from: `${hour}:00:00.000Z`
      }))
    )
    for (const [typed, time] of [
      ["2015-01-02T03:04", "2015-01-02T03:04:00Z"],
      ["2015-01-02T03:04:05", "2015-01-02T03:04:05Z"],
      ["2015-01-02T03:04:05.6", "2015-01-02T03:04:05.6Z"],
      ["2015-01-02T03:04:05.678", "2015-01-02T03:04:05.678Z"],
      ["2015-01-02T03:04:05.6789", "2015-01-02T03:04:05.6789"],
      ["2015-01-02T03:04Z", "2015-01-02T03:04Z"],
      ["x2015-01-02T03:04", "x2015-01-02T03:04"],
      ["2015-01-02", "2015-01-02"]
    ] as const)
      assert.deepStrictEqual(input(`from=${typed}&to=${typed}`), { from: time, to: time })
    assert.deepStrictEqual(
      ["2015-01-02T03:04:05.000Z", "2015-01-02T03:04:05Z", "2015-01-02T03:04:05.600Z", "nonsense"].map(localTime),
      ["2015-01-02T03:04:05", "2015-01-02T03:04:05", "2015-01-02T03:04:05.600", "nonsense"]
    )
  })

  it("has filters of values as they are typed, by the type of their field", () => {
    assert.deepStrictEqual(input("search=x&status=error&user=7&environment=true"), {
      search: "x",
      filters: [
        { field: "trace.status", operator: "eq", value: "error" },
        { field: "trace.userId", operator: "eq", value: "7" },
        { field: "trace.environment", operator: "eq", value: "true" }
      ]
    })
    const filter = (field: string, operator: string, value: string) =>
      input(`${new URLSearchParams({ field, operator, value })}`).filters?.[0]
    const [number, text] = ["trace.cost", "trace.name"]
    for (const [field, operator, value, read] of [
      ...[" 5 ", "-0.5", "1e3", "2.5E-2", "true", "false", "null"].map(
        (typed) => [number, "gt", typed, JSON.parse(typed) as unknown] as const
      ),
      ...["5.", ".5", "+5", "0x5", "1 2", "True", "a,b", " x "].map((typed) => [number, "gt", typed, typed] as const),
      ...["id", "name", "status", "userId", "sessionId", "environment", "release", "tags"].map(
        (name) => [`trace.${name}`, "ne", " 5 ", "5"] as const
      ),
      [number, "in", "1, 2,x ,", [1, 2, "x", ""]],
      [text, "in", "1, true", ["1", "true"]],
      [text, "contains", "", ""],
      [number, "exists", "", true],
      [number, "exists", "yes", true],
      [number, "exists", " false ", false]
    ] as const)
      assert.deepStrictEqual(filter(field, operator, value), { field, operator, value: read } as never)
    assert.deepStrictEqual(filter(number, "none", "1"), { field: number, operator: "eq", value: 1 })
  })

  it("P1: is a query that asks for the same, without what is empty", () => {
    assert.deepStrictEqual([...queryOf(asked("range=7d"), {})], [])
    assert.deepStrictEqual(
      [...queryOf(asked("search=a&field=x&field=y&operator=gt&value=1"), { to: "t" }, "c")],
      [
        ["search", "a"],
        ["to", "t"],
        ["field", "x"],
        ["operator", "gt"],
        ["value", "1"],
        ["field", "y"],
        ["operator", "eq"],
        ["value", ""],
        ["cursor", "c"]
      ]
    )
  })
})

describe("the tree of spans", () => {
  const shape = (nodes: ReadonlyArray<Node>, isElsewhere?: (id: string) => boolean) =>
    treeOf(nodes, isElsewhere).map(({ span, depth, below, detached }) => [span.id, depth, below, detached])

  it("has children below their parents, by start, whatever the order they come in", () => {
    const nodes = [node("c", "a", 3), node("d", "b", 9), node("b", "a", 2), node("a", null, 5)]
    assert.deepStrictEqual(shape(nodes), [
      ["a", 0, 3, undefined],
      ["b", 1, 1, undefined],
      ["d", 2, 0, undefined],
      ["c", 1, 0, undefined]
    ])
  })

  it("T7: shows orphans, spans that are their own parents, and cycles with what hangs from them", () => {
    const nodes = [
      node("x", "gone", 1),
      node("y", "before", 2),
      node("s", "s", 3),
      node("h", "p", 4),
      node("p", "q", 5),
      node("q", "p", 6)
    ]
    assert.deepStrictEqual(
      shape(nodes, (id) => id === "before"),
      [
        ["x", 0, 0, "orphan"],
        ["y", 0, 0, "elsewhere"],
        ["s", 0, 0, "cycle"],
        ["p", 0, 2, "cycle"],
        ["h", 1, 0, undefined],
        ["q", 1, 0, undefined]
      ]
    )
  })

  it("T7: has each span once, and counts what is below it, whatever they say of their parents", () => {
    const parents = fc.array(fc.option(fc.nat(12), { nil: null }), { maxLength: 12 })
    fc.assert(
      fc.property(parents, (parents) => {
        const nodes = parents.map((parent, n) => node(String(n), parent === null ? null : String(parent), n % 3))
        const rows = treeOf(nodes)
        assert.sameMembers(
          rows.map(({ span }) => span.id),
          nodes.map(({ id }) => id)
        )
        for (const [n, { depth, below }] of rows.entries()) {
          const after = rows.slice(n + 1)
          const end = after.findIndex((row) => row.depth <= depth)
          assert.strictEqual(below, end === -1 ? after.length : end)
        }
      })
    )
  })

  it("takes a chain of 100,000 spans without recursion", () => {
    const nodes = Array.from({ length: 100_000 }, (_, n) => node(String(n), n === 0 ? null : String(n - 1), n))
    const rows = treeOf(nodes)
    assert.deepStrictEqual([rows.at(-1)!.depth, rows[0]!.below], [99_999, 99_999])
  })
})

describe("a conversation", () => {
  it("is found in what OpenAI, Anthropic, the AI SDK, OpenInference and OpenTelemetry record", () => {
    const said = [{ role: "user", parts: [{ type: "text", text: "Hi" }] }]
    for (const value of [
      [{ role: "user", content: "Hi" }],
      { messages: [{ role: "user", content: [{ type: "text", text: "Hi" }] }] },
      { role: "user", content: "Hi" },
      [{ message: { role: "user", content: "Hi" } }],
      [{ message: { role: "user", contents: [{ message_content: { type: "text", text: "Hi" } }] } }],
      [{ role: "user", parts: [{ type: "text", content: "Hi" }] }],
      { choices: [{ index: 0, message: { role: "user", content: "Hi" } }] }
    ]) {
      assert.deepStrictEqual(messagesOf(value), said as never, JSON.stringify(value))
    }
    assert.deepStrictEqual(
      messagesOf({ system: "Be short.", messages: [{ role: "user", content: "Hi" }] })?.[0]?.role,
      "system"
    )
  })

  it("has calls of tools with their arguments, and what tools answered", () => {
    const call = { type: "call", name: "track", value: { number: 1 } }
    for (const asked of [
      { role: "assistant", content: null, tool_calls: [{ function: { name: "track", arguments: '{"number":1}' } }] },
      { role: "assistant", tool_calls: [{ tool_call: { function: { name: "track", arguments: '{"number":1}' } } }] },
      { role: "assistant", content: [{ type: "tool_use", name: "track", input: { number: 1 } }] },
      { role: "assistant", content: [{ type: "tool-call", toolName: "track", args: { number: 1 } }] },
      { role: "assistant", parts: [{ type: "tool_call", name: "track", arguments: { number: 1 } }] }
    ]) {
      assert.deepStrictEqual(messagesOf([asked])?.[0]?.parts, [call] as never, JSON.stringify(asked))
    }
    assert.deepStrictEqual(messagesOf([{ role: "tool", content: '{"state":"lost"}' }])?.[0]?.parts, [
      { type: "result", value: { state: "lost" } }
    ])
  })

  it.each([
    [
      { type: "tool_call", tool_name: "a", parameters: "[1]" },
      { type: "call", name: "a", value: [1] }
    ],
    [
      { type: "function_call", name: "a", arguments: " {" },
      { type: "call", name: "a", value: " {" }
    ],
    [
      { type: "function_call", name: "a", arguments: "1" },
      { type: "call", name: "a", value: "1" }
    ],
    [
      { type: "tool-call", toolName: null, name: 1, args: null, input: 0 },
      { type: "call", name: "tool", value: 0 }
    ],
    [
      { type: "tool_use", toolName: "b" },
      { type: "call", name: "b", value: {} }
    ],
    [
      { type: "tool_use", function: "x", tool_call: "y", name: "c" },
      { type: "call", name: "c", value: {} }
    ],
    [
      { type: "tool_result", content: "x" },
      { type: "result", value: "x" }
    ],
    [
      { type: "tool-result", output: "[1]" },
      { type: "result", value: [1] }
    ],
    [
      { type: "tool_call_response", response: { a: 1 } },
      { type: "result", value: { a: 1 } }
    ],
    [
      { type: "function_call_output", result: false, output: 1 },
      { type: "result", value: false }
    ],
    [{ type: "tool_result" }, { type: "result", value: null }],
    ["Hi", { type: "text", text: "Hi" }],
    [{ text: "Hi" }, { type: "text", text: "Hi" }],
    [
      { type: "input_text", text: "Hi" },
      { type: "text", text: "Hi" }
    ],
    [
      { type: "reasoning", content: "Hm" },
      { type: "text", text: "Hm" }
    ],
    [
      { type: "thinking", text: "Hm" },
      { type: "text", text: "Hm" }
    ],
    [
      { type: "image", text: "Hi" },
      { type: "json", value: { type: "image", text: "Hi" } }
    ],
    [
      { type: "text", text: 1 },
      { type: "json", value: { type: "text", text: 1 } }
    ],
    [7, { type: "json", value: 7 }],
    [null, { type: "json", value: null }],
    [[1], { type: "json", value: [1] }],
    [
      { message_content: "x", text: "y" },
      { type: "text", text: "y" }
    ]
  ])("has %j as a part", (given, part) => {
    assert.deepStrictEqual(messagesOf([{ role: "user", content: [given] }]), [{ role: "user", parts: [part] }] as never)
  })

  it("has messages with a role of up to 40 characters, their content first and their calls after it", () => {
    const call = { type: "call", name: "a", value: {} }
    const text = { type: "text", text: "Hi" }
    const asked = [{ name: "a" }, "none", null]
    for (const [given, parts] of [
      [{ content: "Hi", tool_calls: asked }, [text, call]],
      [{ contents: ["Hi"], toolCalls: asked }, [text, call]],
      [{ content: null, parts: { text: "Hi" } }, [text]],
      [{ content: "" }, []],
      [{ content: [], tool_calls: {} }, []],
      [{ tool_calls: [] }, []]
    ] as const)
      assert.deepStrictEqual(messagesOf({ role: "r".repeat(40), ...given }), [{ role: "r".repeat(40), parts }] as never)
    assert.isUndefined(messagesOf({ role: "r".repeat(41), content: "Hi" }))
    assert.isUndefined(messagesOf({ role: "", content: "Hi" }))
    for (const role of ["tool", "function"])
      assert.deepStrictEqual(messagesOf({ role, content: "[1]" })?.[0]?.parts, [{ type: "result", value: [1] }])
    assert.deepStrictEqual(messagesOf({ role: "tool", content: ["[1]"] })?.[0]?.parts, [{ type: "text", text: "[1]" }])
    assert.deepStrictEqual(messagesOf({ role: "user", message: { content: "Ho" }, content: "Hi" })?.[0]?.parts, [
      text
    ] as never)
  })

  it("begins with what the system is told beside it", () => {
    const messages = [{ role: "user", content: "Hi" }]
    const hi = { role: "user", parts: [{ type: "text", text: "Hi" }] }
    const system = (text: string) => ({ role: "system", parts: [{ type: "text", text }] })
    assert.deepStrictEqual(messagesOf({ instructions: "Be short.", choices: messages }), [
      system("Be short."),
      hi
    ] as never)
    assert.deepStrictEqual(messagesOf({ system: ["Be short."], messages }), [hi] as never)
    assert.isUndefined(messagesOf({ system: "Be short.", messages: [] }))
    assert.isUndefined(messagesOf({ system: "Be short.", messages: [1] }))
  })

  it("is not made of what has no roles", () => {
    for (const value of [
      null,
      "text",
      1,
      [],
      {},
      [1],
      [{ role: "user" }],
      [{ content: "Hi" }],
      [{ role: 1, content: "Hi" }],
      { messages: "Hi" },
      [{ role: "user", content: "Hi" }, "Ho"],
      { role: "admin" }
    ]) {
      assert.isUndefined(messagesOf(value), JSON.stringify(value))
    }
  })

  it("is a line by what was said last, and anything else by its JSON", () => {
    assert.strictEqual(
      lineOf([
        { role: "user", content: "Hi" },
        { role: "tool", content: "{}" }
      ]),
      "Hi"
    )
    const said = [
      { role: "user", content: ["One", { type: "tool_use" }, " ", "two"] },
      { role: "assistant", content: " " }
    ]
    assert.strictEqual(lineOf(said), "One two")
    const unsaid = { role: "assistant", tool_calls: [{ name: "a" }] }
    assert.strictEqual(lineOf(unsaid), JSON.stringify(unsaid))
    assert.strictEqual(lineOf("text"), "text")
    assert.strictEqual(lineOf({ a: [1] }), '{"a":[1]}')
    assert.strictEqual(lineOf(null), "")
  })

  it("takes any JSON, and loses no text", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, text) => {
        messagesOf(value as never)
        const parts = messagesOf([{ role: "user", content: [value as never, { type: "text", text }] }])?.[0]?.parts
        assert.deepStrictEqual(parts?.at(-1), text === "" ? parts?.at(-1) : { type: "text", text })
      })
    )
  })
})

describe("values in words", () => {
  it("are as long as they need to be", () => {
    assert.deepStrictEqual([0, 0.001, 0.25, 999, 1530, 59_960, 125_000, 11_040_000].map(elapsed), [
      "0 ms",
      "< 0.01 ms",
      "0.25 ms",
      "999 ms",
      "1.53 s",
      "1 min 0 s",
      "2 min 5 s",
      "3 h 4 min"
    ])
    const bounds = [0.0099, 0.01, 999.9, 1000, 59_949, 59_950, 119_500, 3_599_499, 3_599_500, 86_399_999, 3.6e9]
    assert.deepStrictEqual(bounds.map(elapsed), [
      "< 0.01 ms",
      "0.01 ms",
      "1,000 ms",
      "1 s",
      "59.9 s",
      "1 min 0 s",
      "2 min 0 s",
      "59 min 59 s",
      "1 h 0 min",
      "24 h 0 min",
      "1,000 h 0 min"
    ])
    assert.deepStrictEqual([0.000_001, 0.000_999_6, 0.1, 0.999, 1, 9.999].map(dollars), [
      "$0.000001",
      "$0.001",
      "$0.10",
      "$0.999",
      "$1.00",
      "$10.00"
    ])
    assert.deepStrictEqual([0.123_456_789, 1_234_567.8, -2, 0].map(number), ["0.123457", "1,234,570", "-2", "0"])
    assert.deepStrictEqual([0, 1e-9, 0.000_036, 0.0224, 1.239, 1234.5].map(dollars), [
      "$0.00",
      "< $0.000001",
      "$0.000036",
      "$0.0224",
      "$1.24",
      "$1,234.50"
    ])
    assert.strictEqual(count(12_345), "12,345")
  })

  it("show what would show nothing, or turn what stands around it", () => {
    assert.strictEqual(visible("a\u0007\u001b[1m\tb\n\u202ec"), "a\\u0007\\u001b[1m\tb\n\\u202ec")
    const json = JSON.stringify({ "\u202e": "\u200f\u2066\u007f\u0085\u2028" })
    assert.strictEqual(visibleJson(json), '{"\\u202e":"\\u200f\\u2066\\u007f\\u0085\\u2028"}')
    assert.deepStrictEqual(JSON.parse(visibleJson(json)), JSON.parse(json))
  })
})
