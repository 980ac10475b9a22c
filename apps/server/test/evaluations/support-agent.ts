import { createServer, type IncomingMessage } from "node:http"
import { text } from "node:stream/consumers"
import type { AddressInfo } from "node:net"

const topics = ["refund", "parcel", "invoice", "password", "warranty", "address", "discount", "delivery"] as const

const policies: Readonly<Record<string, string>> = {
  refund: "Refunds take five days.",
  parcel: "A parcel is tracked by its number.",
  invoice: "Invoices are in your account.",
  password: "A password is changed in your account.",
  warranty: "The warranty lasts two years.",
  address: "An address is changed until the parcel leaves.",
  discount: "Discounts are for students.",
  delivery: "A delivery takes two days."
}

const unknown = "I don't know."

/** What a version of the agent knows of: `v1` of half of the topics, `v2` of all but one. */
const knownTo: Readonly<Record<string, ReadonlyArray<string>>> = { v1: topics.slice(0, 4), v2: topics.slice(0, 7) }

interface Question {
  readonly question: string
}

const topicOf = ({ question }: Question) => topics.find((topic) => question.includes(topic)) ?? ""

/** Questions of customers and what people answered them, as the agent's own traces in OTLP. */
export const recordedQuestions = (count: number) => {
  const now = BigInt(Date.now()) * 1_000_000n
  const asked = Array.from({ length: count }, (_, n) => {
    const input: Question = { question: `Customer ${n + 1}: how about my ${topics[n % topics.length]}?` }
    return { traceId: (n + 1).toString(16).padStart(32, "0"), input, output: { answer: policies[topicOf(input)]! } }
  })
  const value = (key: string, json: unknown) => ({ key, value: { stringValue: JSON.stringify(json) } })
  const spans = asked.map(({ traceId, input, output }, n) => ({
    traceId,
    spanId: (n + 1).toString(16).padStart(16, "0"),
    name: "answer",
    startTimeUnixNano: String(now),
    endTimeUnixNano: String(now + 1_000_000n),
    attributes: [value("input.value", input), value("output.value", output)]
  }))
  return { asked, otlp: { resourceSpans: [{ scopeSpans: [{ scope: { name: "support" }, spans }] }] } }
}

interface Call {
  readonly input: Question
  readonly target: { readonly id: string }
}

/** A small agent of customer support behind HTTP, in two versions, which counts how often it is asked for each target. */
export const startSupportAgent = async () => {
  const calls = new Map<string, number>()
  let delay = 0
  const server = createServer((request: IncomingMessage, response) => {
    void text(request).then(async (body) => {
      const { input, target } = JSON.parse(body) as Call
      calls.set(target.id, (calls.get(target.id) ?? 0) + 1)
      // clock: the slow agent itself, beside which a process is killed
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
      const topic = topicOf(input)
      const isKnown = (knownTo[(request.url ?? "").slice(1)] ?? []).includes(topic)
      const output = { answer: isKnown ? policies[topic] : unknown }
      response.writeHead(200, { "content-type": "application/json" })
      response.end(JSON.stringify({ output, usage: { micros: 3 } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    calls,
    /** How long each answer takes from now on, in milliseconds. */
    take: (millis: number) => {
      delay = millis
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

export type SupportAgent = Awaited<ReturnType<typeof startSupportAgent>>
