import type { Operation } from "@agent-operations/contract"
import type { traces } from "@agent-operations/contract/traces"

type Recorded = Operation.EncodedInput<(typeof traces)["operations"]["record"]>["traces"][number]
type RecordedSpan = NonNullable<Recorded["spans"]>[number]

/** A trace ID, by a number. */
export const traceId = (n: number) => `a${n.toString(16).padStart(31, "0")}`

/** A span ID, by a number. */
export const spanId = (n: number) => `b${n.toString(16).padStart(15, "0")}`

/** When the first trace began: a full minute of yesterday, which is in the week that a list goes back. */
const firstAt = Math.floor(Date.now() / 60_000) * 60_000 - 86_400_000

/** A time so many milliseconds after the first. */
export const at = (ms: number) => new Date(firstAt + ms).toISOString()

const usage = (inputTokens: number, outputTokens: number) => ({ inputTokens, outputTokens })

/** An answer of a support agent, as OpenAI's messages have it: it searches, calls a tool and answers. */
export const support = (n: number, question: string, answer: string, more: Partial<Recorded> = {}): Recorded => {
  const start = n * 60_000
  const [first] = [n * 100]
  const asked = [
    { role: "system", content: "You answer questions about parcels. Be short and exact." },
    { role: "user", content: question }
  ]
  const call = { id: "call_1", function: { name: "track_parcel", arguments: '{"number":"NO-4711"}' } }
  const span = (
    id: number,
    from: number,
    to: number,
    rest: Partial<RecordedSpan> & { name: string }
  ): RecordedSpan => ({
    id: spanId(first + id),
    parentId: id === 1 ? null : spanId(first + 1),
    startedAt: at(start + from),
    endedAt: at(start + to),
    ...rest
  })
  return {
    id: traceId(n),
    name: "support",
    userId: n % 2 === 0 ? "ada@example.com" : "grace@example.com",
    sessionId: "chat-4711",
    environment: "production",
    release: "2026.11.2",
    tags: ["shipping", "eu"],
    metadata: { channel: "web", "customer.tier": "gold" },
    spans: [
      span(1, 0, 2420, { name: "support agent", type: "agent", input: { messages: asked }, output: answer }),
      span(2, 12, 190, {
        name: "search knowledge base",
        type: "retriever",
        input: question,
        output: ["Parcels to Norway take 4 days."]
      }),
      span(3, 201, 1105, {
        name: "chat gpt-4o",
        type: "generation",
        model: "gpt-4o",
        provider: "openai",
        usage: usage(812, 64),
        input: asked,
        output: { role: "assistant", content: null, tool_calls: [call] }
      }),
      span(4, 1110, 1420, {
        name: "track_parcel",
        type: "tool",
        input: { number: "NO-4711" },
        output: { state: "in transit", place: "Oslo" }
      }),
      span(5, 1432, 2410, {
        name: "chat gpt-4o",
        type: "generation",
        model: "gpt-4o",
        provider: "openai",
        usage: usage(1004, 41),
        input: [
          ...asked,
          { role: "assistant", content: null, tool_calls: [call] },
          { role: "tool", content: '{"state":"in transit","place":"Oslo"}' }
        ],
        output: { role: "assistant", content: answer }
      })
    ],
    ...more
  }
}

/** A checkout that failed in a tool, with an exception as an event. */
export const failed = (n: number): Recorded => ({
  id: traceId(n),
  name: "checkout",
  userId: "linus@example.com",
  environment: "staging",
  spans: [
    {
      id: spanId(n * 100 + 1),
      name: "checkout",
      type: "agent",
      status: "error",
      startedAt: at(0),
      endedAt: at(31_250),
      error: { type: "PaymentError", message: "The card was declined.\n    at charge (payment.ts:41)" },
      input: "Buy the blue one.",
      output: null
    },
    {
      id: spanId(n * 100 + 2),
      parentId: spanId(n * 100 + 1),
      name: "charge_card",
      type: "tool",
      status: "error",
      startedAt: at(200),
      endedAt: at(31_000),
      input: { amount: 129.9, currency: "EUR" },
      error: "The card was declined.",
      attributes: { "http.response.status_code": 402, "server.address": "payments.example.com" },
      events: [
        {
          name: "exception",
          at: at(30_990),
          attributes: { "exception.type": "PaymentError", "exception.message": "The card was declined." }
        }
      ]
    }
  ]
})

/** A trace of many spans: a root, steps below it, and calls below those. */
export const large = (n: number, spans: number): Recorded => ({
  id: traceId(n),
  name: "crawl",
  spans: Array.from({ length: spans }, (_, k): RecordedSpan => {
    const parent = k === 0 ? null : k % 10 === 1 ? 0 : k - (k % 10 === 0 ? 9 : (k % 10) - 1)
    return {
      id: spanId(n * 100_000 + k),
      parentId: parent === null ? null : spanId(n * 100_000 + Math.max(parent, 0)),
      name: k === 0 ? "crawl" : k % 10 === 1 ? `step ${Math.floor(k / 10)}` : `fetch page ${k}`,
      type: k === 0 ? "agent" : k % 10 === 1 ? "chain" : k % 3 === 0 ? "generation" : "tool",
      startedAt: at(k * 12),
      endedAt: at(k === 0 ? spans * 12 + 500 : k * 12 + (k % 10 === 1 ? 118 : 10))
    }
  })
})

/** Three weeks of short runs, of three models in turns that cost more and less. */
export const weeks = (first: number): ReadonlyArray<Recorded> =>
  Array.from({ length: 60 }, (_, n): Recorded => {
    const start = -Math.floor(n / 3) * 86_400_000 - (n % 3) * 3_600_000 - 40_000_000
    const times = { startedAt: at(start), endedAt: at(start + 900 + (n % 7) * 120) }
    const model = ["gpt-4o", "claude-sonnet-4-5", "gemini-2.5-flash"][n % 3]!
    const tokens = 600 + ((n * 37) % 11) * 140
    return {
      id: traceId(first + n),
      name: "research",
      userId: "mary@example.com",
      environment: "production",
      spans: [
        {
          id: spanId((first + n) * 1000),
          name: `chat ${model}`,
          type: "generation",
          model,
          cost: tokens * (n % 3 === 0 ? 9e-6 : n % 3 === 1 ? 6e-6 : 2e-6),
          usage: usage(tokens, 80),
          input: "Summarize the reports of this week.",
          output: "Nothing happened.",
          ...times
        }
      ]
    }
  })
