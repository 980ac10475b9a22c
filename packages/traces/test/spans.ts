import fc from "fast-check"
import { makeOrigin } from "../src/body.ts"
import { emptyObject, type JsonObject } from "../src/json.ts"
import { makePrices } from "../src/costs/prices.ts"
import { makeSpan } from "../src/make-span.ts"
import type { SentSpan, Span } from "../src/span.ts"
import { start } from "./requests.ts"

const make = makeSpan(makePrices())

/** A span as it is sent, with what a test changes. */
export const sentSpan = (changes: Partial<SentSpan> & { readonly resource?: JsonObject } = {}): SentSpan => {
  const { resource = emptyObject(), ...sent } = changes
  return {
    traceId: "0af7651916cd43dd8448eb211c80319c",
    spanId: "b7ad6b7169203331",
    parentId: null,
    name: "chat",
    kind: "internal",
    outcome: "unset",
    statusMessage: "",
    startNano: start,
    endNano: start + 1_000_000n,
    attributes: emptyObject(),
    droppedAttributesCount: 0,
    events: [],
    links: [],
    version: 0,
    origin: makeOrigin(resource, emptyObject()),
    ...sent
  }
}

/** A span as it is made of what is sent. */
export const spanOf = (changes?: Parameters<typeof sentSpan>[0]): Span => make(sentSpan(changes))

/** The attributes of a call of a model of OpenAI. */
export const callOf = (model: string) => ({
  ...{ "gen_ai.operation.name": "chat", "gen_ai.provider.name": "openai", "gen_ai.request.model": model }
})

/** A value as JSON has it. */
export const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

const maybe = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: undefined })

const attributes = fc
  .record({
    "openinference.span.kind": maybe(fc.constantFrom("LLM", "AGENT", "EMBEDDING", "TOOL")),
    "llm.token_count.prompt": maybe(fc.nat(10_000)),
    "llm.token_count.completion": maybe(fc.nat(10_000)),
    "llm.cost.total": maybe(fc.double({ min: 0, max: 10, noNaN: true })),
    "user.id": maybe(fc.constantFrom("ada", "bob", "cy")),
    "session.id": maybe(fc.constantFrom("s1", "s2")),
    "langfuse.environment": maybe(fc.constantFrom("production", "test")),
    "langfuse.release": maybe(fc.constantFrom("1", "2")),
    "input.value": maybe(fc.constantFrom("hello", '{"a":1}')),
    "tag.tags": maybe(fc.constantFrom('["a"]', "b"))
  })
  .map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as JsonObject)

const id = fc.integer({ min: 1, max: 6 }).map((number) => String(number).padStart(16, "0"))

/** Versions of a few spans of one trace: partial ones, late ones, with and without parents. */
export const version: fc.Arbitrary<Span> = fc
  .record({
    spanId: id,
    parentId: fc.option(id),
    name: fc.constantFrom("a", "b"),
    outcome: fc.constantFrom("unset", "ok", "error"),
    startNano: fc.nat(3).map((offset) => start + BigInt(offset)),
    endNano: fc.option(fc.nat(5).map((offset) => start + BigInt(offset))),
    version: fc.nat(2),
    attributes
  })
  .map(spanOf)

export const versions = fc.array(version, { minLength: 1, maxLength: 12 })
