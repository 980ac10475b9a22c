import type { Family, Operation } from "@agent-operations/contract"
import type { traces } from "@agent-operations/contract/traces"
import type { Conversation, LeafStep, Step } from "./conversation.ts"

type RecordInput = Operation.Input<Family.OperationById<typeof traces, "record_traces">>
export type RecordedTrace = RecordInput["traces"][number]
type RecordedSpan = NonNullable<RecordedTrace["spans"]>[number]
type Told = Omit<RecordedSpan, "id" | "parentId" | "startedAt" | "endedAt">

/** An agent of the demo data, with its conversations. */
export interface Agent {
  readonly name: string
  /** What its models are told first. */
  readonly instructions: string
  readonly conversations: ReadonlyArray<Conversation>
}

interface Message {
  readonly role: "system" | "user" | "assistant" | "tool"
  readonly content: unknown
}

const providerOf = (model: string): string => {
  if (model.startsWith("claude-")) return "anthropic"
  return model.startsWith("gemini-") ? "google" : "openai"
}

/** What an agent does between two steps, in milliseconds. */
const pause = 6

/** Steps that are taken once, each time with its number in their texts. */
const unrolled = (steps: ReadonlyArray<Step>): ReadonlyArray<Exclude<Step, { readonly repeat: number }>> =>
  steps.flatMap((step) => {
    if (!("repeat" in step)) return [step]
    const text = JSON.stringify(step.steps)
    return Array.from({ length: step.repeat }, (_, n) => JSON.parse(text.replaceAll("{n}", String(n + 1)))).flatMap(
      unrolled
    )
  })

/** What a step is as a span, and the message by which the steps after it know of it. */
const tell = (step: LeafStep, next: Step | undefined, messages: ReadonlyArray<Message>): readonly [Told, Message?] => {
  if ("model" in step) {
    const { model, calls, says } = step
    const call = { tool: calls, arguments: next !== undefined && "tool" in next ? next.with : {} }
    const output: Message = { role: "assistant", content: calls === undefined ? says : call }
    const usage = { inputTokens: step.in, outputTokens: step.out }
    const told = { name: `chat ${model}`, type: "generation", model, provider: providerOf(model), usage } as const
    return [{ ...told, kind: "client", input: [...messages] as never, output: output as never }, output]
  }
  if ("embed" in step) {
    const { embed: model, in: inputTokens, of: input } = step
    const told = { name: `embeddings ${model}`, type: "embedding", model, provider: providerOf(model) } as const
    return [{ ...told, kind: "client", usage: { inputTokens }, input }]
  }
  if ("search" in step) {
    const { search, finds } = step
    return [
      { name: "search", type: "retriever", input: search, output: finds },
      { role: "tool", content: finds }
    ]
  }
  if ("guard" in step) return [{ name: step.guard, type: "guardrail", output: step.gives }]
  const { tool, with: input, gives, error } = step
  const told = { name: `execute_tool ${tool}`, type: "tool", input: input as never } as const
  const came = error === undefined ? { output: gives as never } : { error, status: "error" as const }
  return [
    { ...told, ...came },
    { role: "tool", content: error ?? gives }
  ]
}

/** A conversation as the trace of it, which began so many hours before `now`. */
export const traceOf = ({ name, instructions }: Agent, conversation: Conversation, now: number): RecordedTrace => {
  const { ask, error, user, session, tier, tags = [], environment = "production" } = conversation
  const spans: Array<RecordedSpan> = []
  const messages: Array<Message> = [
    { role: "system", content: instructions },
    { role: "user", content: ask }
  ]
  let said: string | undefined
  const timeAt = (millis: number) => new Date(millis).toISOString()
  const idOf = (n: number) => n.toString(16).padStart(16, "0")
  // Its own span is the first, and the last to be known.
  let last = 1

  /** Adds the spans of some steps, and returns when the last of them ended. */
  const take = (steps: ReadonlyArray<Step>, parent: number, began: number): number => {
    const all = unrolled(steps)
    let at = began
    for (const [n, step] of all.entries()) {
      at += pause
      const own = ++last
      const place = { id: idOf(own), parentId: idOf(parent), startedAt: timeAt(at) }
      if ("agent" in step) {
        const ended = take(step.steps, own, at)
        spans.push({ ...place, name: `invoke_agent ${step.agent}`, type: "agent", endedAt: timeAt(ended) })
        at = ended
        continue
      }
      const [told, message] = tell(step, all[n + 1], messages)
      if (message !== undefined) messages.push(message)
      if ("says" in step) said = step.says
      at += step.ms
      spans.push({ ...place, ...told, ...("open" in step && step.open ? {} : { endedAt: timeAt(at) }) })
    }
    return at + pause
  }

  const began = now - conversation.hoursAgo * 3_600_000
  const ended = take(conversation.steps, 1, began)
  const root: RecordedSpan = {
    id: idOf(1),
    name: `invoke_agent ${name}`,
    type: "agent",
    startedAt: timeAt(began),
    attributes: { "customer.tier": tier, "gen_ai.agent.name": name },
    ...(conversation.open ? {} : { endedAt: timeAt(ended), status: error === undefined ? "ok" : "error" }),
    ...(error === undefined ? {} : { error })
  }
  return {
    name,
    userId: user,
    sessionId: session,
    environment,
    release: "2026.11",
    tags,
    input: ask,
    ...(error === undefined && !conversation.open && said !== undefined ? { output: said } : {}),
    spans: [root, ...spans]
  }
}
