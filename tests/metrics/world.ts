import fc from "fast-check"
import type { Calls } from "./host.ts"

/** The last day of a month, a Saturday: months, weeks and days end near by. */
const base = Date.parse("2015-01-31T22:00:00.000Z")

const hex = (n: number, digits: number) => n.toString(16).padStart(digits, "0")

const nanoOf = (millis: number, nanos: number) => String(BigInt(millis) * 1_000_000n + BigInt(nanos))

const start = fc.tuple(
  fc.oneof(
    fc.integer({ min: -5, max: 5 }),
    fc.integer({ min: -40, max: 60 }).map((hours) => hours * 3_600_000)
  ),
  fc.constantFrom(0, 1, 999_999)
)

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

/** An object without the members that are not there. */
const given = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as { [K in keyof T]: never }

const span = fc
  .record({
    start,
    length: fc.option(fc.oneof(fc.integer({ min: -1, max: 9 }), fc.nat(10_000_000_000))),
    name: fc.constantFrom("chat", "Chat", "tool 1", "Zoë", "\u{1f600}", "\uffee"),
    type: optional(fc.constantFrom("generation", "embedding", "agent", "tool", "span")),
    status: optional(fc.constantFrom("unset", "ok", "error")),
    model: optional(fc.constantFrom("gpt", "opus", "Ärger")),
    provider: optional(fc.constantFrom("openai", "anthropic")),
    cost: optional(
      fc.oneof(fc.constantFrom(0, 0.1, 0.2, 0.3, 1e-12, 1e-13), fc.double({ min: 0, max: 100, noNaN: true }))
    ),
    usage: optional(fc.nat(3).map((n) => ({ inputTokens: n * 7, outputTokens: n }))),
    firstToken: optional(fc.nat(3000))
  })
  .map(({ start: [millis, nanos], length, firstToken, ...rest }) => {
    const startNano = nanoOf(base + millis, nanos)
    const at = new Date(base + millis + (firstToken ?? 0)).toISOString()
    return {
      ...given(rest),
      name: rest.name,
      startedAt: new Date(base + millis).toISOString(),
      startNano,
      endNano: length === null ? null : String(BigInt(startNano) + BigInt(length)),
      attributes: firstToken === undefined ? {} : { "langfuse.observation.completion_start_time": at }
    }
  })

const text = fc.constantFrom("production", "test", "a", "B")

const trace = fc
  .record({
    name: optional(fc.constantFrom("support", "checkout", "Zoë")),
    userId: optional(fc.constantFrom("ada", "bob", "Zoë")),
    sessionId: optional(fc.constantFrom("s1", "s2")),
    environment: optional(text),
    release: optional(text),
    tags: optional(fc.array(fc.constantFrom("a", "b", "Z", "é"), { maxLength: 4 })),
    tier: optional(fc.constantFrom<unknown[]>("gold", "", 1, 1.5, true, null, ["a"])),
    spans: fc.array(span, { minLength: 1, maxLength: 5 })
  })
  .map(({ spans, tier, ...rest }) => ({
    ...given(rest),
    spans: spans.map((one, n) => ({
      ...one,
      attributes: { ...one.attributes, ...(n === 0 && tier !== undefined ? { "customer.tier": tier as string } : {}) }
    }))
  }))

const score = fc.record({
  trace: fc.nat(25),
  ofSpan: fc.boolean(),
  name: fc.constantFrom("helpful", "Resolved"),
  value: fc.oneof(
    fc.constantFrom<Array<number | boolean | string>>(0.1, 0.2, true, false, "good"),
    fc.double({ min: -1e6, max: 1e6, noNaN: true })
  ),
  label: fc.constantFrom("good", "bad", null),
  identifier: fc.constantFrom("", "a")
})

/** What a project recorded: traces, of which some are deleted again, and scores, also of traces that never come. */
export const world = fc.record({
  traces: fc.array(trace, { minLength: 8, maxLength: 20 }),
  scores: fc.array(score, { maxLength: 20 }),
  deleted: fc.subarray([1, 2, 3])
})
export type World = typeof world extends fc.Arbitrary<infer T> ? T : never

export const record = async (calls: Calls, { traces, scores, deleted }: World) => {
  const sent = traces.map(({ spans, ...rest }, n) => ({
    ...rest,
    id: hex(n + 1, 32),
    spans: spans.map((one, m) => ({ ...one, id: hex(m + 1, 16), parentId: m === 0 ? null : hex(1, 16) }))
  }))
  await calls.traces.record({ traces: sent })
  for (const { trace, ofSpan, ...rest } of scores) {
    await calls.traces.createScore({ ...rest, traceId: hex(trace + 1, 32), spanId: ofSpan ? hex(1, 16) : null })
  }
  for (const n of deleted) await calls.traces.delete({ id: hex(n, 32) })
}

/** A range of time about what is recorded, with ends that nanoseconds fall on. */
export const range = fc
  .tuple(fc.integer({ min: -60, max: 30 }), fc.integer({ min: 1, max: 120 }), fc.constantFrom("", "000001"))
  .map(([from, hours, nanos]) => {
    const at = (hour: number) => new Date(base + hour * 3_600_000).toISOString().replace("Z", `${nanos}Z`)
    return { from: at(from), to: at(from + hours) }
  })
