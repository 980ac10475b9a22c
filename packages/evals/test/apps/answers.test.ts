import { runSteps } from "@agent-operations/operations"
import { describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { assert } from "vitest"
import { callSample } from "../../src/apps/call/index.ts"
import { exchangeText } from "../../src/apps/call/exchange.ts"
import { failureOfEgress, failureOfStatus } from "../../src/apps/call/failure.ts"
import { answeredIn } from "../../src/apps/call/join.ts"
import { isSigningSecret } from "../../src/apps/call/sign.ts"
import { sseReader } from "../../src/apps/call/stream-events.ts"
import { usageOf } from "../../src/apps/call/usage.ts"
import { modelBody, modelBound, type ModelRequest } from "../../src/apps/models/call-model.ts"
import { verdictFormat } from "../../src/apps/models/verdict.ts"
import { redacting } from "../../src/secrets/index.ts"
import { attempt } from "./calls.ts"

const format = (streaming: "none" | "sse" | "ndjson", outputPointer = "/output") => ({
  ...{ streaming, outputPointer, timeoutMs: 60_000 }
})

describe("what an answer says", () => {
  it.effect.each([
    ['{"output":{"a":[1,2]}}', "/output/a/1", 2],
    ['{"output":{"a":[1,2]}}', "", { output: { a: [1, 2] } }],
    ['{"a/b":{"~":0}}', "/a~1b/~0", 0],
    ['{"output":null}', "/output", null],
    ['{"output":false}', "/output", false],
    ['{"output":{"length":3}}', "/output/length", 3],
    ['"Paris"', "", "Paris"]
  ] as const)("of %s at %j is %j", ([text, pointer, output]) =>
    Effect.map(answeredIn(text, format("none", pointer)), (answered) => assert.deepStrictEqual(answered.output, output))
  )

  it.effect.each([
    ['{"output":[1,2]}', "/output/length"],
    ['{"output":"Paris"}', "/output/length"],
    ['{"output":{}}', "/output/toString"],
    ['{"output":[1]}', "/output/1"],
    ['{"answer":1}', "/output"]
  ] as const)("of %s has nothing at %j", ([text, pointer]) =>
    Effect.map(Effect.flip(answeredIn(text, format("none", pointer))), (failure) => {
      assert.deepInclude({ ...failure }, { errorCode: "OUTPUT_INVALID" })
      assert.strictEqual(failure.message, `Its answer has nothing at the JSON Pointer "${pointer}".`)
    })
  )

  it.effect("K3: is read in turns with others where it is large, and refused where it has more than a body may", () =>
    Effect.gen(function* () {
      const members = (count: number) => Array.from({ length: count }, (_, n) => `"${n}":[1,2]`).join()
      let turns = 0
      const other = yield* Effect.sync(() => turns++).pipe(
        Effect.andThen(Effect.promise(() => new Promise((resolve) => void setImmediate(resolve)))),
        Effect.forever,
        Effect.forkChild({ startImmediately: true })
      )
      const { output } = yield* answeredIn(`{"output":{${members(90_000)}}}`, format("none", "/output/89999/1"))
      yield* Fiber.interrupt(other)
      assert.strictEqual(output, 2)
      assert.isAbove(turns, 5)
      const failure = yield* Effect.flip(answeredIn(`{"output":{${members(110_000)}}}`, format("none")))
      assert.strictEqual(failure.errorCode, "OUTPUT_INVALID")
      assert.match(
        failure.message,
        /^Its answer has too much in it to be read\. .* 100000 different names of members\.$/
      )
    })
  )

  it.effect("in a stream are its texts joined, or the last of other values, and the last usage", () =>
    Effect.gen(function* () {
      const lines = (...events: ReadonlyArray<unknown>) => events.map((event) => JSON.stringify(event)).join("\n")
      const told = (...events: ReadonlyArray<unknown>) => answeredIn(lines(...events), format("ndjson"))
      assert.deepStrictEqual(yield* told({ output: "Par" }, { step: 1 }, { output: "is" }), {
        ...{ output: "Paris", usage: undefined }
      })
      assert.deepStrictEqual(
        yield* told({ output: 1, usage: { micros: 1 } }, { output: 2 }, { usage: { micros: 9 } }),
        {
          ...{ output: 2, usage: { micros: 9 } }
        }
      )
      assert.deepInclude(yield* told({ output: "a" }, { output: { b: 1 } }, { output: "c" }), { output: { b: 1 } })
      assert.deepInclude(yield* told({ output: "" }), { output: "" })
      assert.deepInclude(yield* told({ output: null }), { output: null })
      assert.deepInclude(yield* told({ output: null }, { output: "a" }, { output: null }), { output: "a" })
      const none = yield* Effect.flip(told({ step: 1 }))
      assert.deepInclude({ ...none }, { errorCode: "OUTPUT_INVALID" })
      const sse = yield* answeredIn('data: {"output":"a"}\n\ndata: [DONE]\n\ndata: {"output":"b"}\n\n', format("sse"))
      assert.deepInclude(sse, { output: "a" })
    })
  )

  it("comes in events whose fields are read as the HTML standard has it", () => {
    const events = (text: string) => {
      const read = sseReader()
      return text.split("\n").flatMap((line) => read(line) ?? [])
    }
    assert.deepStrictEqual(
      events("event: step\ndata:a\ndata:  b\ndata\n: no\nid: 7\n\ndata: c: d\n\nevent: error\n\ndata: e\n\ndata: f"),
      [
        { type: "step", data: "a\n b\n" },
        { type: "message", data: "c: d" },
        // An event without data is none, and its type is of no other.
        { type: "message", data: "e" }
      ]
    )
  })

  it.effect("of what was used is what it reports, and nothing where it reports nothing", () =>
    Effect.gen(function* () {
      for (const [reported, usage] of [
        [undefined, {}],
        [null, {}],
        [{}, {}],
        [{ micros: 0 }, { micros: 0 }],
        [
          { micros: null, inputTokens: 3 },
          { micros: null, inputTokens: 3 }
        ],
        [{ micros: Number.MAX_SAFE_INTEGER }, { micros: Number.MAX_SAFE_INTEGER }]
      ] as const) {
        assert.deepStrictEqual(yield* usageOf(reported), usage)
      }
      for (const wrong of [{ micros: -1 }, { outputTokens: 0.5 }, { inputTokens: "1" }, 7, []]) {
        assert.deepInclude({ ...(yield* Effect.flip(usageOf(wrong))) }, { errorCode: "OUTPUT_INVALID" })
      }
    })
  )
})

describe("why a call failed", () => {
  it.each([
    ["address", "EGRESS_REFUSED", false],
    ["connection", "APP_UNREACHABLE", true],
    ["timeout", "APP_TIMEOUT", true],
    ["size", "OUTPUT_TOO_LARGE", false],
    ["answer", "OUTPUT_INVALID", false]
  ] as const)(
    "by its %s is told as %s, tried again: %s, and unknown only once it was sent",
    (reason, errorCode, again) => {
      for (const sent of [true, false]) {
        const failure = failureOfEgress({ reason, message: "no", sent } as Parameters<typeof failureOfEgress>[0])
        assert.deepInclude({ ...failure }, { errorCode, retryable: again, assumed: again && sent })
      }
    }
  )

  it("tells the status, and of a redirect that it is not followed", () => {
    const told = (status: number) => failureOfStatus(status, undefined, 0).message
    for (const status of [204, 299, 400]) assert.strictEqual(told(status), `It answers with ${status}.`)
    for (const status of [300, 302, 399])
      assert.strictEqual(told(status), `It answers with ${status}, and redirects are not followed.`)
  })
})

describe("G2: what is kept of a call", () => {
  it("is as many of its headers as are bounded, in order, and so much of each body", () => {
    const { request, response } = JSON.parse(
      runSteps(
        exchangeText(
          {
            request: {
              url: "https://a.example/",
              headers: { a: "1", big: "x".repeat(17_000), z: "2" },
              body: "é".repeat(20_000)
            },
            response: { status: 200, headers: { b: "3" }, headMs: 1, body: "é".repeat(50_000) }
          },
          redacting([Redacted.make("s3cret-x7Qf")])
        )
      )
    ) as { request: { headers: object; body: string }; response: { headers: object; body: string; headMs: number } }
    assert.deepStrictEqual(Object.entries(request.headers), [
      ["a", "1"],
      ["…", "cut"]
    ])
    assert.deepStrictEqual([response.headers, response.headMs], [{ b: "3" }, 1])
    assert.deepStrictEqual(
      [request.body, response.body].map((text) => Buffer.byteLength(text)),
      [24 * 1024, 64 * 1024]
    )
  })
})

describe("G2: a secret that an app sends back", () => {
  it("as the name of a header, which arrives in small letters, is not kept", () => {
    const told = exchangeText(
      {
        request: { url: "https://a.example/", headers: {}, body: "1" },
        response: { status: 200, headers: { "s3cret-x7qf": "1", "x-plain": "2" }, headMs: 1, body: "1" }
      },
      redacting([Redacted.make("s3cret-x7Qf")])
    )
    const { response } = JSON.parse(runSteps(told)) as { response: { headers: object } }
    assert.deepStrictEqual(response.headers, { "[secret]": "1", "x-plain": "2" })
  })
})

describe("a secret that calls are signed with", () => {
  const of = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`
  it("has 24 to 64 bytes, as base64", () => {
    const fits = [23, 24, 32, 64, 65].map((bytes) => isSigningSecret(of(bytes)))
    assert.deepStrictEqual(fits, [false, true, true, true, false])
    const others = [of(32).slice(6), `${of(32)}\n`, `WHSEC_${of(32).slice(6)}`, of(32).replace("=", ""), `${of(30)}=`]
    assert.deepStrictEqual(others.map(isSigningSecret), [false, false, false, false, false])
  })
})

describe("what a model is asked", () => {
  const request = (more: Partial<ModelRequest> = {}, tokenLimit?: "max_completion_tokens") => ({
    ...{ model: "small", messages: JSON.stringify([{ role: "user", content: "é" }]), maxOutputTokens: 100 },
    connection: {
      baseUrl: "",
      key: Redacted.make(""),
      prices: { small: { inputMicrosPerMillion: 1e6, outputMicrosPerMillion: 2e6 } },
      ...(tokenLimit && { tokenLimit })
    },
    ...more
  })

  it("U1: is bounded by its provider's name of the bound, and costs a token per byte at most", () => {
    const body = (...asked: Parameters<typeof request>) => JSON.parse(modelBody(request(...asked))) as object
    const messages = [{ role: "user", content: "é" }]
    assert.deepStrictEqual(body(), { model: "small", messages, max_tokens: 100 })
    assert.deepStrictEqual(body({}, "max_completion_tokens"), { model: "small", messages, max_completion_tokens: 100 })
    const text = modelBody(request())
    assert.strictEqual(modelBound(request()), BigInt(text.length + 1 + 2 * 100))
  })

  it("for a verdict is an explanation before a label of the choices, or before a number", () => {
    const schemaOf = (...asked: Parameters<typeof verdictFormat>) => verdictFormat(...asked).json_schema
    const common = { type: "object", additionalProperties: false }
    const explanation = { type: "string", description: "Why, in a few sentences, before the verdict." }
    assert.deepStrictEqual(schemaOf(undefined) as unknown, {
      ...{ name: "verdict", strict: true },
      schema: {
        ...{ ...common, required: ["explanation", "score"] },
        properties: { explanation, score: { type: "number" } }
      }
    })
    const choices = ["good", "bad"].map((label) => ({ label, value: null }))
    assert.deepStrictEqual(schemaOf(choices) as unknown, {
      ...{ name: "verdict", strict: true },
      schema: {
        ...{ ...common, required: ["explanation", "label"] },
        properties: { explanation, label: { type: "string", enum: ["good", "bad"] } }
      }
    })
  })
})

describe("the flaky sample app", () => {
  it.effect("fails at the first attempt of some targets, to be called again at once, and at no other", () =>
    Effect.gen(function* () {
      const outcomes = (number: number) =>
        Effect.forEach(Array.from({ length: 30 }), (_, n) =>
          Effect.map(callSample("flaky", '"in"', { ...attempt(number), itemId: `di_${n}` }), (result) =>
            result._tag === "Output" ? result.output : [result.retryable, result.retryAfterMs]
          )
        )
      const first = yield* outcomes(1)
      const failed = first.filter((one) => typeof one !== "string")
      assert.isAbove(failed.length, 0)
      assert.isBelow(failed.length, 30)
      assert.deepStrictEqual(failed[0], [true, 0])
      assert.deepStrictEqual(
        yield* outcomes(2),
        first.map(() => '"in"')
      )
      const always = yield* callSample("failing", '"in"', attempt())
      assert.deepInclude(always, { _tag: "Failed", retryable: false, retryAfterMs: null, spentMicros: 0n })
    })
  )
})
