import { Result } from "effect"
import { assert, it } from "vitest"
import { makePrices } from "../src/costs/prices.ts"
import { readRecorded } from "../src/family/record.ts"
import { makeSpan } from "../src/make-span.ts"

const now = new Date("2015-11-20T10:00:00Z")
const make = makeSpan(makePrices())
const times = { earliest: 0n, latest: BigInt(now.getTime()) * 2_000_000n }
const id = (digit: string) => digit.repeat(16)
const at = (seconds: number) => `2015-11-20T10:00:0${seconds}Z`

it("what a trace says of itself is laid on its root: first of those without a parent, the earliest, the least ID", () => {
  const span = (digit: string, seconds: number, parentId?: string) => ({
    id: id(digit),
    name: digit,
    startedAt: at(seconds),
    ...(parentId === undefined ? {} : { parentId })
  })
  const rootOf = (...spans: ReadonlyArray<ReturnType<typeof span>>) => {
    const read = readRecorded([{ name: "Trace", sessionId: "s1", spans }] as never, { times, now, make })
    const laid = Result.getOrThrow(read).spans.filter(({ facts }) => facts.sessionId === "s1")
    assert.lengthOf(laid, 1)
    return laid[0]!.sent.spanId
  }
  assert.strictEqual(rootOf(span("a", 1, id("b")), span("b", 2)), id("b"))
  assert.strictEqual(rootOf(span("b", 2), span("a", 1, id("b"))), id("b"))
  assert.strictEqual(rootOf(span("a", 2), span("b", 1)), id("b"))
  assert.strictEqual(rootOf(span("b", 1), span("a", 1)), id("a"))
  assert.strictEqual(rootOf(span("b", 2, id("f")), span("a", 1, id("f"))), id("a"))
})
