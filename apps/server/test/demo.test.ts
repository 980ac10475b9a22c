import { assert, describe, it } from "vitest"
import { traceOf } from "../src/demo/trace-of.ts"

const now = Date.parse("2015-11-20T12:00:00.000Z")

const agent = (steps: Parameters<typeof traceOf>[1]["steps"]) => ({
  name: "support",
  instructions: "Help.",
  conversations: [{ hoursAgo: 1, user: "ada", session: "s", tier: "pro", ask: "Why?", steps }]
})

const traced = (steps: Parameters<typeof traceOf>[1]["steps"], more: object = {}) => {
  const one = agent(steps)
  return traceOf(one, { ...one.conversations[0]!, ...more }, now)
}

describe("a conversation as a trace", () => {
  const tool = { tool: "look", ms: 100, with: { at: 1 }, gives: "found" }

  it("has its steps one after the other below its root, which says what was asked and answered", () => {
    const { spans = [], ...trace } = traced([
      { model: "gpt-4o-mini", in: 10, out: 2, ms: 1000, calls: "look" },
      tool,
      { model: "gpt-4o-mini", in: 20, out: 4, ms: 500, says: "So." }
    ])
    assert.deepInclude(trace, { name: "support", userId: "ada", sessionId: "s", input: "Why?", output: "So." })
    assert.deepStrictEqual(
      spans.map(({ name, parentId, startedAt, endedAt }) => [
        name,
        parentId,
        startedAt.slice(11, 23),
        endedAt?.slice(11, 23)
      ]),
      [
        ["invoke_agent support", undefined, "11:00:00.000", "11:00:01.624"],
        ["chat gpt-4o-mini", "0000000000000001", "11:00:00.006", "11:00:01.006"],
        ["execute_tool look", "0000000000000001", "11:00:01.012", "11:00:01.112"],
        ["chat gpt-4o-mini", "0000000000000001", "11:00:01.118", "11:00:01.618"]
      ]
    )
    assert.deepStrictEqual(spans[1]!.output, { role: "assistant", content: { tool: "look", arguments: { at: 1 } } })
    assert.deepStrictEqual((spans[3]!.input as ReadonlyArray<object>).at(-1), { role: "tool", content: "found" })
  })

  it("may fail, may not have ended, and may repeat steps below one of its agents", () => {
    const failed = traced([{ ...tool, gives: undefined, error: "gone" }], { error: "No." }).spans!
    assert.deepStrictEqual(
      failed.map(({ status, error }) => [status, error]),
      [
        ["error", "No."],
        ["error", "gone"]
      ]
    )
    const open = traced([{ ...tool, open: true }], { open: true }).spans!
    assert.isTrue(open.every(({ endedAt }) => endedAt === undefined))
    const repeated = traced([
      { agent: "reader", steps: [{ repeat: 3, steps: [{ embed: "e", in: 1, ms: 1, of: "page {n}" }] }] }
    ]).spans!
    assert.deepStrictEqual(
      repeated.filter(({ type }) => type === "embedding").map(({ input, parentId }) => [input, parentId]),
      [1, 2, 3].map((n) => [`page ${n}`, "0000000000000002"])
    )
  })
})
