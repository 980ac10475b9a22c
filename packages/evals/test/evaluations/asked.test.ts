import { hash } from "node:crypto"
import { makeDecoder } from "@agent-operations/contract/decode"
import { evaluations } from "@agent-operations/contract/evaluations"
import { runSteps } from "@agent-operations/operations"
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { callTargetOf } from "../../src/evaluations/execute/call-target.ts"
import { messagesOf, variablesOf } from "../../src/evaluations/execute/variables.ts"
import { inputHash } from "../../src/evaluations/plan/input-hash.ts"
import { placeOf, targetIdOf } from "../../src/runs/ids.ts"
import type { Claim } from "../../src/runs/store/claim.ts"

const chat = [{ role: "user" as const, content: "Hi" }]

describe("what a prompt is given of a value", () => {
  it.each([
    [
      { a: "text", b: 1.5, c: false },
      { a: "text", b: 1.5, c: false }
    ],
    [
      { tags: ["a", 1], of: { n: null } },
      { tags: '["a",1]', of: '{"n":null}' }
    ],
    [
      { nothing: null, empty: "", none: [] },
      { nothing: "null", empty: "", none: "[]" }
    ],
    [{ history: chat }, { history: chat }],
    [{ history: [{ role: "user" }] }, { history: '[{"role":"user"}]' }],
    [{}, {}],
    ["France", { input: "France" }],
    [7, { input: 7 }],
    [true, { input: true }],
    [null, { input: "null" }],
    [["a", "b"], { input: '["a","b"]' }],
    [chat, { input: chat }]
  ])("of %j are the variables %j", (value, variables) => {
    assert.deepStrictEqual<unknown>(runSteps(variablesOf(value)), variables)
  })

  it("K3: is found by steps, however much it is: values are written, and messages looked at", () => {
    const numbers = Array.from({ length: 100_000 }, (_, n) => n)
    const messages = Array.from({ length: 20_000 }, () => chat[0]!)
    const steps = variablesOf({ numbers, messages, short: [1] })
    let taken = 0
    for (let step = steps.next(); ; step = steps.next(), taken++) {
      if (step.done !== true) continue
      assert.deepStrictEqual(step.value, { numbers: JSON.stringify(numbers), messages, short: "[1]" })
      break
    }
    assert.isAtLeast(taken, 40)
  })

  it("S1: what nests too deep to be written is not there", () => {
    const deep = Array.from({ length: 300 }).reduce<unknown>((inner) => [inner], 1)
    assert.deepStrictEqual(runSteps(variablesOf({ deep, more: 1 })), { more: 1 })
  })

  it("a text is one message of the user, and a chat its messages", () => {
    assert.deepStrictEqual(messagesOf({ type: "text", text: "Hi" } as Parameters<typeof messagesOf>[0]), chat)
    const messages = [{ role: "system" as const, content: "Be brief." }, ...chat]
    assert.deepStrictEqual(messagesOf({ type: "chat", messages } as Parameters<typeof messagesOf>[0]), messages)
  })
})

const hashOf = (input: unknown) => runSteps(inputHash(input))

describe("X1: the hash of what is asked for", () => {
  it("is that of its members, whatever their order, and of each value", () => {
    const asked = { name: "Run", of: { b: [1, { d: 2, c: null }], a: undefined } }
    assert.strictEqual(hashOf({ of: { b: [1, { c: null, d: 2 }] }, name: "Run" }), hashOf(asked))
    const others = [
      { ...asked, name: "run" },
      { ...asked, more: null },
      { ...asked, of: { b: [{ d: 2, c: null }, 1] } },
      { ...asked, of: { b: [1, { d: "2", c: null }] } },
      { ...asked, of: { b: [1, { d: 2 }] } }
    ].map(hashOf)
    assert.strictEqual(new Set([hashOf(asked), ...others]).size, 6)
    assert.match(hashOf(asked), /^[0-9a-f]{64}$/)
  })

  it("is that of the JSON with its names in order, by steps where it is long", () => {
    const names = Array.from({ length: 50_000 }, (_, n) => `k${(n * 7919) % 50_000}`)
    const asked = { of: Object.fromEntries(names.map((name) => [name, [name, { é: null }]])), name: "Run" }
    const ordered = { name: "Run", of: Object.fromEntries(names.toSorted().map((name) => [name, asked.of[name]])) }
    const steps = inputHash(asked)
    let count = 0
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) count++
    assert.strictEqual(step.value, hash("sha256", JSON.stringify(ordered), "hex"))
    assert.isAbove(count, 50)
  })
})

describe("what is sent beside a run", () => {
  it("is 16 KiB of JSON at most, in bytes of UTF-8", () => {
    const decode = makeDecoder(evaluations.operations.create.input)
    const fits = (bytes: number) => {
      const metadata = { m: "é".repeat((bytes - 8) / 2) }
      assert.strictEqual(Buffer.byteLength(JSON.stringify(metadata)), bytes)
      const asked = { ...evaluations.operations.create.example.input, metadata }
      return Result.isSuccess(decode(asked))
    }
    assert.deepStrictEqual([fits(16 * 1024), fits(16 * 1024 + 2)], [true, false])
  })
})

describe("G3: what a call says of its target", () => {
  const runId = "evr_01k9x3m2h8e7v9q4t6w5z00000"
  const claim = { runId, ordinal: 33, itemId: "di_1", repetition: 2, attempt: 1 } as Claim

  it("is its ID, with one trace for all attempts and a span for each", () => {
    const { traceId, spanId, ...told } = callTargetOf(claim)
    const id = "evt_01k9x3m2h8e7v9q4t6w5z00011"
    assert.deepStrictEqual(told, { id, runId, itemId: "di_1", repetition: 2, attempt: 1 })
    assert.match(traceId, /^[0-9a-f]{32}$/)
    assert.match(spanId, /^[0-9a-f]{16}$/)
    const again = callTargetOf({ ...claim, attempt: 2 })
    assert.strictEqual(again.traceId, traceId)
    assert.notStrictEqual(again.spanId, spanId)
    assert.notStrictEqual(callTargetOf({ ...claim, ordinal: 34 }).traceId, traceId)
  })

  it.each([0, 31, 32, 1023, 1024, 49_999, 2 ** 20 - 1])("the ID of target %i leads back to it", (ordinal) => {
    assert.deepStrictEqual(placeOf(targetIdOf(runId, ordinal)), { runId, ordinal })
  })
})
