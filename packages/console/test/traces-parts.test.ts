import { traceRecords } from "@agent-operations/contract/records"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { lineOf, messagesOf } from "../src/traces/conversation.ts"
import { inputOf, queryOf } from "../src/traces/list/query.ts"
import { type Node, treeOf } from "../src/traces/trace/tree.ts"
import { count, dollars, elapsed, visible, visibleJson } from "../src/traces/values.ts"

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
