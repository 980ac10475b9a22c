import { Egress } from "@agent-operations/egress"
import { describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Webhook } from "standardwebhooks"
import { assert } from "vitest"
import { callApp, callSample, type CallResult } from "../../src/apps/call/index.ts"
import { retryAfterOf } from "../../src/apps/call/failure.ts"
import { limits } from "../../../../tooling/readme/src/limits.ts"
import { attempt, sampled, secrets } from "./calls.ts"

const both = new Map(Object.entries(secrets))

/** What an attempt came to, in short. */
const shortly = (result: CallResult): ReadonlyArray<string | number | boolean> =>
  result._tag === "Output"
    ? [result.output, Number(result.spentMicros)]
    : [result.errorCode, result.retryable, result.assumed, Number(result.spentMicros)]

describe("A call of an app", () => {
  it.live("is one POST of the input with its target, whose answer is read", () =>
    Effect.gen(function* () {
      const { apps, call } = yield* sampled
      const result = yield* call("ok")
      assert.deepStrictEqual(shortly(result), ['{"question":"Where?"}', 7])
      assert.deepInclude(JSON.parse(result.exchange), { usage: { micros: 7, inputTokens: 1, outputTokens: 2 } })
      assert.deepStrictEqual(JSON.parse(apps.calls[0]!.body), {
        type: "eval.target",
        input: { question: "Where?" },
        target: { id: "evt_1", runId: "evr_1", itemId: "di_1", repetition: 1, attempt: 1 },
        app: { id: "ap_1", revision: 3 }
      })
      const { accept, "accept-encoding": encoding, "content-type": type, cookie } = apps.calls[0]!.headers
      assert.deepStrictEqual([accept, encoding, type, cookie], [undefined, "identity", "application/json", undefined])
    })
  )

  it.live("is signed as Standard Webhooks has it, if there is a secret for that", () =>
    Effect.gen(function* () {
      const { apps, call } = yield* sampled
      yield* call("ok", { secrets: both })
      yield* call("ok")
      const [signed, unsigned] = apps.calls
      const webhook = new Webhook(Redacted.value(secrets.signing))
      const headers = signed!.headers as Record<string, string>
      assert.doesNotThrow(() => webhook.verify(signed!.body, headers))
      assert.throws(() => webhook.verify(`${signed!.body} `, headers))
      assert.strictEqual(headers["webhook-id"], "evt_1")
      assert.notProperty(unsigned!.headers, "webhook-signature")
    })
  )

  it.live("joins the texts of a stream, and notes when the first byte came", () =>
    Effect.gen(function* () {
      const { call, callOf } = yield* sampled
      for (const streaming of ["sse", "ndjson"] as const) {
        const { source } = callOf(streaming)
        const result = yield* call(streaming, { source: { ...source, streaming } })
        assert.deepStrictEqual(shortly(result), ['"Paris"', streaming === "sse" ? 3 : 40])
        const { response } = JSON.parse(result.exchange) as { response: Record<string, number> }
        assert.isAtLeast(response["firstByteMs"]!, response["headMs"]!)
        assert.isAtLeast(response["endMs"]!, response["firstByteMs"]!)
      }
      const source = { ...callOf("failing").source, streaming: "sse" as const }
      assert.deepStrictEqual(shortly(yield* call("failing", { source })), ["APP_ERROR", false, false, 40])
    })
  )

  it.live("G3 All attempts of a target carry one idempotency key and one trace", () =>
    Effect.gen(function* () {
      const { apps, call } = yield* sampled
      const first = yield* call("flaky", { target: attempt(1) })
      assert.deepStrictEqual(shortly(first), ["APP_ERROR", true, false, 0])
      assert.strictEqual(first._tag === "Failed" && first.retryAfterMs, 2000)
      assert.strictEqual((yield* call("flaky", { target: attempt(2) }))._tag, "Output")
      assert.deepStrictEqual([...apps.counts], [["evt_1", 2]])
      const [one, two] = apps.calls.map(({ headers }) => String(headers["traceparent"]).split("-"))
      assert.strictEqual(one![1], two![1])
      assert.notStrictEqual(one![2], two![2])
    })
  )

  it.live("G2 A secret appears nowhere but in the request it is for, whatever the app sends back", () =>
    Effect.gen(function* () {
      const { apps, call, callOf } = yield* sampled
      const headers = { authorization: { secret: "token" }, "x-plain": "kept" }
      const source = { ...callOf("echoing").source, headers }
      const result = yield* call("echoing", { source, secrets: both })
      assert.strictEqual(apps.calls[0]!.headers.authorization, Redacted.value(secrets.token))
      const kept = JSON.stringify(result, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))
      for (const part of ["s3cret", "x7Qf", "MfKQ9r8GKYqrTwjU"]) assert.notInclude(kept, part)
      assert.include(result._tag === "Output" ? result.output : "", '"x-plain":"kept"')
      // What is not there is not sent as something else.
      const missing = yield* call("echoing", { source })
      assert.deepStrictEqual([...shortly(missing), apps.calls.length], ["APP_ERROR", false, false, 0, 1])
    })
  )

  it.live("G2 A secret does not show in part where a text is cut in the middle of it", () =>
    Effect.gen(function* () {
      const { call, callOf } = yield* sampled
      const token = "t0kEn".repeat(40)
      const headers = { "x-token": { secret: "token" } }
      const showing: Array<string> = []
      for (const behaviour of ["leaking", "leakingError", "leakingName", "leakingEncoding"] as const) {
        const streaming = behaviour === "leakingError" ? ("sse" as const) : ("none" as const)
        const source = { ...callOf(behaviour).source, streaming, headers }
        const result = yield* call(behaviour, { source, secrets: new Map([["token", Redacted.make(token)]]) })
        const kept = JSON.stringify(result, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))
        assert.strictEqual(result._tag, "Failed", behaviour)
        if (kept.includes("t0kEn")) showing.push(behaviour)
      }
      assert.deepStrictEqual(showing, [])
    })
  )

  it.live("G1 asks nothing of an address that is neither public nor allowed", () =>
    Effect.gen(function* () {
      const { apps, call, callOf } = yield* sampled
      const guarded = yield* Effect.provide(callApp(callOf("ok")), Egress.layer())
      assert.deepStrictEqual(shortly(guarded), ["EGRESS_REFUSED", false, false, 0])
      assert.deepStrictEqual(shortly(yield* call("ok", { allow: [] })), ["EGRESS_REFUSED", false, false, 0])
      assert.strictEqual(apps.calls.length, 0)
    })
  )

  it.live("tells what failed, whether to try again, and what it may have cost", () =>
    Effect.gen(function* () {
      const { apps, call, callOf } = yield* sampled
      const came = {
        hang: ["APP_TIMEOUT", true, true, 40],
        half: ["APP_TIMEOUT", true, true, 40],
        dying: ["APP_UNREACHABLE", true, true, 40],
        redirect: ["APP_ERROR", false, false, 40],
        forbidden: ["APP_ERROR", false, false, 40],
        gzip: ["OUTPUT_INVALID", false, false, 40],
        html: ["OUTPUT_INVALID", false, false, 40],
        nothing: ["OUTPUT_INVALID", false, false, 40],
        deep: ["OUTPUT_INVALID", false, false, 40],
        twice: ["OUTPUT_INVALID", false, false, 40],
        binary: ["OUTPUT_INVALID", false, false, 40],
        large: ["OUTPUT_TOO_LARGE", false, false, 40],
        huge: ["OUTPUT_TOO_LARGE", false, false, 40],
        negativeUsage: ["OUTPUT_INVALID", false, false, 40],
        noUsage: ["OUTPUT_INVALID", false, false, 40],
        hugeUsage: ["OUTPUT_INVALID", false, false, 40]
      } as const
      const results = yield* Effect.forEach(
        Object.keys(came) as Array<keyof typeof came>,
        (behaviour) => {
          const timeoutMs = behaviour === "hang" || behaviour === "half" ? 500 : 20_000
          const settings = { timeoutMs, microsPerInvocation: 40 }
          return Effect.map(call(behaviour, { settings }), (result) => [behaviour, result] as const)
        },
        { concurrency: 4 }
      )
      for (const [name, result] of results) assert.deepStrictEqual(shortly(result), [...came[name]], name)
      for (const [name, { exchange }] of results) {
        assert.isAtMost(exchange.length, 128 * 1024, name)
        if (name === "large" || name === "huge") assert.isAtLeast(exchange.length, 64 * 1024, name)
      }
      const { source } = callOf("ok")
      yield* Effect.promise(apps.close)
      const gone = yield* call("ok", { source })
      assert.deepStrictEqual(shortly(gone), ["APP_UNREACHABLE", true, false, 0])
    })
  )

  it.live("takes an output up to its limit", () =>
    Effect.gen(function* () {
      const { most, beyond } = limits.apps["an output, as JSON"]
      const { call } = yield* sampled
      const output = (bytes: number) =>
        call("ok", { input: JSON.stringify("é".repeat((bytes - 2) >> 1) + "x".repeat(bytes % 2)) })
      assert.propertyVal(yield* output(most), "_tag", "Output")
      assert.propertyVal(yield* output(most + 1), "errorCode", beyond)
    })
  )

  it("waits as long as Retry-After says, and at most a minute", () => {
    const now = Date.parse("2015-11-20T10:00:00Z")
    const waits = [
      "0",
      "5",
      "999999999",
      "Fri, 20 Nov 2015 10:00:09 GMT",
      "Fri, 20 Nov 2010 10:00:00 GMT",
      "soon",
      "-1"
    ]
    assert.deepStrictEqual(
      waits.map((header) => retryAfterOf(header, now)),
      [0, 5000, 60_000, 9000, 0, null, 0]
    )
  })
})

describe("Sample apps answer in this process", () => {
  it.effect("by what they are called", () =>
    Effect.gen(function* () {
      const answer = (behaviour: Parameters<typeof callSample>[0], input: unknown, target = attempt()) =>
        Effect.map(callSample(behaviour, JSON.stringify(input), target), (result) => shortly(result)[0])
      assert.strictEqual(yield* answer("capitals", "Norway"), '"Oslo"')
      assert.strictEqual(yield* answer("capitals", { country: "Atlantis" }), '"I don\'t know."')
      assert.strictEqual(yield* answer("some_capitals", "Norway"), '"I don\'t know."')
      assert.strictEqual(yield* answer("some_capitals", "Japan"), '"Tokyo"')
      assert.strictEqual(yield* answer("echo", [1]), "[1]")
      assert.strictEqual(yield* answer("failing", 1), "APP_ERROR")
      assert.strictEqual(yield* answer("flaky", 1, attempt(2)), "1")
    })
  )
})
