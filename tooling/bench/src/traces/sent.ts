import { type Attributes, encodeRequest, type SentSpan } from "./otlp.ts"

/** How many spans a trace has: an agent, three generations, and six calls of tools. */
export const spansOfTrace = 10

/** What the texts of a trace are: a conversation, of which each generation is sent all that was said, or ones that share nothing. */
export type Texts = "conversation" | "unrelated"

const words = (
  "the agent looked up an order and told the customer when it would arrive with a link to follow it by but no parcel was " +
  "found under that number so she asked again for a refund of what had been paid in march by card and was sent a form to sign"
).split(" ")

let seed = 1
const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below

const hex = (digits: number) => {
  let made = ""
  while (made.length < digits)
    made += random(2 ** 24)
      .toString(16)
      .padStart(6, "0")
  return made.slice(0, digits)
}

const text = (characters: number) => {
  let made = ""
  while (made.length < characters) made += `${words[random(words.length)]!}${random(8) === 0 ? random(100_000) : ""} `
  return made
}

const message = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] })

const usage = () => ({
  "gen_ai.operation.name": "chat",
  "gen_ai.provider.name": "openai",
  "gen_ai.request.model": "gpt-4o-mini",
  "gen_ai.usage.input_tokens": 500 + random(5000),
  "gen_ai.usage.output_tokens": 20 + random(500)
})

const generation = (said: ReadonlyArray<object>, answer: string): Attributes => ({
  ...usage(),
  "gen_ai.input.messages": JSON.stringify(said),
  "gen_ai.output.messages": JSON.stringify([message("assistant", answer)])
})

/** The attributes of an agent's spans, in their order. */
const conversation = (): ReadonlyArray<Attributes> => {
  const [question, answer] = [text(600), text(800)]
  const said: Array<object> = [message("system", text(1000)), message("user", question)]
  const steps: Array<Attributes> = []
  for (let turn = 0; turn < 3; turn++) {
    const wanted = turn === 2 ? answer : text(200)
    steps.push(generation(said, wanted))
    said.push(message("assistant", wanted))
    for (let call = 0; call < 2; call++) {
      const result = text(1500)
      steps.push({
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": `lookup_${random(9)}`,
        "gen_ai.tool.call.arguments": JSON.stringify({ query: text(200) }),
        "gen_ai.tool.call.result": JSON.stringify({ found: result })
      })
      said.push(message("tool", result))
    }
  }
  const tier = ["gold", "silver", "tin"][random(3)]!
  return [{ "input.value": question, "output.value": answer, "customer.tier": tier, "ticket.id": hex(8) }, ...steps]
}

const unrelated = (): ReadonlyArray<Attributes> =>
  Array.from({ length: spansOfTrace }, () => generation([message("user", text(2600))], text(700)))

/** The spans of a trace that starts at a time. */
const traceAt = (startNano: bigint, texts: Texts): ReadonlyArray<SentSpan> => {
  const traceId = hex(32)
  const root = hex(16)
  const who = { "session.id": `s-${random(20_000)}`, "user.id": `u-${random(1000)}` }
  return (texts === "conversation" ? conversation() : unrelated()).map((attributes, n) => ({
    traceId,
    spanId: n === 0 ? root : hex(16),
    parentId: n === 0 ? undefined : root,
    name: n === 0 ? "invoke_agent support" : String(attributes["gen_ai.operation.name"] ?? "step"),
    startNano: startNano + BigInt(n) * 1_000_000n,
    endNano: startNano + BigInt(n + 1 + random(3000)) * 1_000_000n,
    attributes: { ...who, ...attributes }
  }))
}

const hourNanos = 3_600_000_000_000n

/** So many spans of traces of the last hour. */
export const spansOf = (count: number, texts: Texts = "conversation"): ReadonlyArray<SentSpan> => {
  const now = BigInt(Date.now()) * 1_000_000n
  return Array.from({ length: Math.ceil(count / spansOfTrace) }, () =>
    traceAt(now - hourNanos + BigInt(random(3_500_000)) * 1_000_000n, texts)
  )
    .flat()
    .slice(0, count)
}

/** Spans of traces one after the other as many agents send them at once: the first of each, then the second of each. */
export const interleaved = (spans: ReadonlyArray<SentSpan>): ReadonlyArray<SentSpan> =>
  Array.from({ length: spansOfTrace }, (_, nth) => spans.filter((_, n) => n % spansOfTrace === nth)).flat()

/** Spans as requests of so many each. */
export const requestsOf = (spans: ReadonlyArray<SentSpan>, size: number): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(spans.length / size) }, (_, n) => encodeRequest(spans.slice(n * size, (n + 1) * size)))
