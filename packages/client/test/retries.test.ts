import { AgentError, isAgentError, settled } from "@agent-operations/client"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { answer, type Answers, broken, clientOver, data, failure, rejection, view } from "./answers.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { id } = view()
const made = { name: "Slow traces", source: { type: "table" }, settings: { target: "traces" } } as const

/** How a call ends where nobody has to wait for its waits; with how long they were. */
const outcome = async (call: Promise<unknown>) => {
  const begun = performance.now()
  const ended = settled(call)
  await vi.runAllTimersAsync()
  const { data, error } = await ended
  return { data, error: error as AgentError | undefined, waitedMs: performance.now() - begun }
}

/** Answers so many times with a failure, and then well. */
const first =
  (times: number, fails: () => Response): Answers =>
  (_, index) =>
    index < times ? fails() : data(view())

const lost: ReadonlyArray<readonly [string, () => Response]> = [
  ...[500, 502, 503, 504].map((status) => [`${status}`, () => failure("UNAVAILABLE", status)] as const),
  ["a proxy's 503", () => new Response("<html>", { status: 503 })],
  ["a reset", () => broken("ECONNRESET")],
  [
    "a lost connection that a browser tells nothing of",
    () => {
      throw new TypeError("Failed to fetch")
    }
  ],
  [
    "half an answer",
    () => new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError("terminated")) }))
  ]
]

describe("a read", () => {
  it.each([
    ["429", () => failure("RATE_LIMITED", 429)] as const,
    ["a refused connection", () => broken("ECONNREFUSED")] as const,
    ...lost
  ])("is tried again after %s, twice", async (_, fails) => {
    const well = clientOver(first(2, fails))
    assert.deepStrictEqual((await outcome(well.client.pageViews.get({ id }))).data, view())
    assert.lengthOf(well.sent, 3)
    const ill = clientOver(first(3, fails))
    const { error } = await outcome(ill.client.pageViews.get({ id }))
    assert.strictEqual(error?.attempts, 3)
    assert.lengthOf(ill.sent, 3)
    assert.notStrictEqual(error?.code, "OUTCOME_UNKNOWN")
  })

  it.each([400, 401, 402, 403, 404, 409, 413, 422])("is not tried again after %i", async (status) => {
    const { client, sent } = clientOver(() => failure("NOT_FOUND", status))
    assert.strictEqual((await outcome(client.pageViews.get({ id }))).error?.status, status)
    assert.lengthOf(sent, 1)
  })

  it("takes retries from the client, and from the call before", async () => {
    const { client, sent } = clientOver(() => failure("UNAVAILABLE", 503), { retries: 1 })
    await outcome(client.pageViews.get({ id }))
    assert.lengthOf(sent, 2)
    await outcome(client.pageViews.get({ id }, { retries: 0 }))
    assert.lengthOf(sent, 3)
    await outcome(client.pageViews.get({ id }, { retries: 4 }))
    assert.lengthOf(sent, 8)
  })

  it("waits a random time that doubles", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0.5)
    const { client } = clientOver(() => failure("UNAVAILABLE", 503))
    assert.strictEqual((await outcome(client.pageViews.get({ id }))).waitedMs, 250 + 500)
    random.mockReturnValue(0)
    assert.strictEqual((await outcome(client.pageViews.get({ id }))).waitedMs, 0)
    random.mockRestore()
  })

  const date = "Fri, 20 Nov 2015 10:00:00 GMT"
  it.each([
    ["seconds", { "retry-after": "7" }, 7000],
    ["a date, by the server's clock", { "retry-after": "Fri, 20 Nov 2015 10:00:09 GMT", date }, 9000],
    ["a date that is over", { "retry-after": "Fri, 20 Nov 2015 09:00:00 GMT", date }, 0],
    ["what is neither", { "retry-after": "soon" }, 0],
    ["less than nothing", { "retry-after": "-5" }, 0],
    ["1e9", { "retry-after": "1e9" }, 60_000],
    ["a date in a hundred years", { "retry-after": "Fri, 20 Nov 2115 10:00:00 GMT", date }, 60_000]
  ])("waits as Retry-After says, by %s, and 60 s at most", async (_, headers, expected) => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0)
    const { client } = clientOver(
      first(1, () => failure("RATE_LIMITED", 429, undefined, headers as Record<string, string>))
    )
    assert.strictEqual((await outcome(client.pageViews.get({ id }))).waitedMs, expected)
    random.mockRestore()
  })

  it("takes a date by its own clock where the server tells none", async () => {
    const headers = { "retry-after": new Date(performance.timeOrigin + performance.now() + 5000).toUTCString() }
    const { client } = clientOver(first(1, () => failure("RATE_LIMITED", 429, undefined, headers)))
    const { waitedMs } = await outcome(client.pageViews.get({ id }))
    assert.isAbove(waitedMs, 3000)
    assert.isBelow(waitedMs, 6000)
  })
})

describe("a write", () => {
  it.each([
    ["429", "RATE_LIMITED", () => failure("RATE_LIMITED", 429)] as const,
    ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"].map(
      (code) => [code, "CONNECTION_FAILED", () => broken(code)] as const
    ),
    [
      "Bun's refusal",
      "CONNECTION_FAILED",
      () => {
        throw Object.assign(new Error("Unable to connect"), { code: "ConnectionRefused" })
      }
    ] as const
  ])("is tried again after %s, when nothing was done", async (_, code, fails) => {
    const well = clientOver(first(2, fails))
    assert.deepStrictEqual((await outcome(well.client.pageViews.create(made))).data, view())
    const ill = clientOver(fails)
    assert.strictEqual((await outcome(ill.client.pageViews.create(made))).error?.code, code)
    assert.lengthOf(ill.sent, 3)
  })

  it.each([
    ...lost,
    ["a proxy's page with 200", () => new Response("<html>")] as const,
    ["an answer that was cut", () => new Response('{"data":{"id"')] as const
  ])("is not tried again after %s, and its outcome is unknown", async (_, fails) => {
    const { client, sent } = clientOver(fails)
    const { error } = await outcome(client.pageViews.create(made))
    assert.lengthOf(sent, 1)
    assert.strictEqual(error?.code, "OUTCOME_UNKNOWN")
    assert.strictEqual(error?.operation, "create_page_view")
    assert.isTrue(isAgentError(error?.cause))
  })

  it.each([302, 400, 403, 404, 413])("was not done where a proxy answers %i", async (status) => {
    const { client, sent } = clientOver(() => new Response("<html>", { status, headers: { location: "/" } }))
    assert.strictEqual((await outcome(client.pageViews.create(made))).error?.code, "NOT_AN_ENVELOPE")
    assert.lengthOf(sent, 1)
  })

  it("that the client does not know is a write", async () => {
    const { client, sent } = clientOver(() => failure("UNAVAILABLE", 503))
    const { error } = await outcome(client.call("ping", {}))
    assert.strictEqual(error?.code, "OUTCOME_UNKNOWN")
    assert.isUndefined(error?.inspect)
    assert.lengthOf(sent, 1)
  })
})

describe("time", () => {
  const silence = () => new Promise<never>(() => undefined)

  it("a read that gets no answer ends, also where fetch ignores its signal", async () => {
    const { client, sent } = clientOver(silence)
    const { error, waitedMs } = await outcome(client.pageViews.get({ id }, { timeoutMs: 500 }))
    assert.strictEqual(error?.code, "CLIENT_TIMEOUT")
    assert.strictEqual(waitedMs, 500)
    assert.lengthOf(sent, 1)
    assert.isTrue(sent[0]?.init.signal?.aborted)
  })

  it("a write that gets no answer may have been done", async () => {
    const { client } = clientOver(silence)
    const { error } = await outcome(client.pageViews.create(made, { timeoutMs: 500 }))
    assert.strictEqual(error?.code, "OUTCOME_UNKNOWN")
    assert.strictEqual((error!.cause as AgentError).code, "CLIENT_TIMEOUT")
  })

  it("a write whose credential never came was not done", async () => {
    const { client, sent } = clientOver(silence, { credential: silence })
    const { error } = await outcome(client.pageViews.create(made, { timeoutMs: 500 }))
    assert.strictEqual(error?.code, "CLIENT_TIMEOUT")
    assert.lengthOf(sent, 0)
  })

  it("an attempt ends after 40 s, or after what the client or before it the call says", async () => {
    const waited = async (client: object, call: object) =>
      (await outcome(clientOver(silence, client).client.pageViews.get({ id }, call))).waitedMs
    assert.deepStrictEqual(
      [
        await waited({}, {}),
        await waited({ timeoutMs: 700 }, {}),
        await waited({ timeoutMs: 700 }, { timeoutMs: 900 })
      ],
      [40_000, 700, 900]
    )
  })

  it("timeoutMs may be without an end", async () => {
    const { client } = clientOver(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return data(view())
    })
    assert.deepStrictEqual((await outcome(client.pageViews.get({ id }, { timeoutMs: Infinity }))).data, view())
  })
})

describe("abort", () => {
  const reason = new Error("Enough.")
  const abortAfter = (ms: number) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(reason), ms)
    return controller.signal
  }
  const ended = async (call: Promise<unknown>) => {
    const ended = rejection(call)
    await vi.runAllTimersAsync()
    return ended
  }
  const never = () => new Promise<never>(() => undefined)

  it("while the credential is asked for: nothing is sent, then or later", async () => {
    let give = (_: string): void => undefined
    const { client, sent } = clientOver(never, { credential: () => new Promise((resolve) => void (give = resolve)) })
    assert.strictEqual(await ended(client.pageViews.create(made, { signal: abortAfter(10) })), reason)
    give("aok_late")
    await vi.runAllTimersAsync()
    assert.lengthOf(sent, 0)
  })

  it("while a read waits for its answer, for the rest of it, or for the next attempt", async () => {
    const phases: ReadonlyArray<readonly [Answers, code: string]> = [
      [never, "ABORTED"],
      [
        () =>
          new Response(
            new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"da')) })
          ),
        "ABORTED"
      ],
      [() => failure("RATE_LIMITED", 429, undefined, { "retry-after": "30" }), "RATE_LIMITED"]
    ]
    for (const [phase, code] of phases) {
      const logged: Array<string | undefined> = []
      const { client, sent } = clientOver(phase, { log: ({ code }) => void logged.push(code) })
      assert.strictEqual(await ended(client.pageViews.get({ id }, { signal: abortAfter(100) })), reason)
      assert.lengthOf(sent, 1)
      assert.deepStrictEqual(logged, [code])
    }
  })

  it("while a write waits for its answer, which may be done: its outcome is unknown, with the reason as its cause", async () => {
    const { client } = clientOver(never)
    const error = await ended(client.pageViews.create(made, { signal: abortAfter(10) }))
    assert.isTrue(isAgentError(error, "OUTCOME_UNKNOWN"))
    assert.strictEqual((error as AgentError).cause, reason)
    assert.strictEqual(
      (error as AgentError).message,
      "It is not known whether create_page_view was done. It was aborted."
    )
  })

  it("while a write waits for its next attempt, when nothing was done", async () => {
    const { client } = clientOver(() => failure("RATE_LIMITED", 429, undefined, { "retry-after": "30" }))
    assert.strictEqual(await ended(client.pageViews.create(made, { signal: abortAfter(100) })), reason)
  })
})

describe("an error", () => {
  it("E1: has all that the envelope says", async () => {
    const { client } = clientOver(() => failure("CONFLICT", 409, { expectedRevision: 1, currentRevision: 2 }))
    const { error } = await outcome(client.pageViews.update({ id, expectedRevision: 1 }))
    const { code, message, hint, details, status, requestId, operation, attempts } = error!
    assert.deepStrictEqual(
      { code, message, hint, details, status, requestId, operation, attempts },
      {
        code: "CONFLICT",
        message: "It is CONFLICT.",
        hint: "Do this.",
        details: { expectedRevision: 1, currentRevision: 2 },
        status: 409,
        requestId: "req-1",
        operation: "update_page_view",
        attempts: 1
      }
    )
    assert.strictEqual(String(error), "AgentError: It is CONFLICT.")
    assert.notInclude(JSON.stringify(error), "secret")
  })

  it("of a code that only a newer server has is of the class", async () => {
    const { client } = clientOver(() => failure("LEGAL_HOLD", 409, { until: "2027" }))
    const { error } = await outcome(client.pageViews.get({ id }))
    assert.instanceOf(error, AgentError)
    assert.isTrue(isAgentError(error))
    assert.isFalse(isAgentError(error, "CONFLICT"))
    assert.deepStrictEqual([error?.code, error?.details], ["LEGAL_HOLD", { until: "2027" }])
  })

  it.each([
    "",
    "null",
    "[]",
    '"data"',
    "{}",
    '{"error":{}}',
    '{"error":{"code":1,"message":"x"}}',
    '{"error":null}',
    "<html>"
  ])("is NOT_AN_ENVELOPE for a body that is %j", async (text) => {
    const { client } = clientOver(() => new Response(text, { headers: { "content-type": "text/html" } }))
    const { error } = await outcome(client.pageViews.get({ id }))
    assert.strictEqual(error?.code, "NOT_AN_ENVELOPE")
    assert.strictEqual(error?.status, 200)
    assert.include(error?.message ?? "", "text/html")
  })

  it("is known by its shape, and other things are none", () => {
    for (const other of [undefined, null, "CONFLICT", new Error("x"), { code: "CONFLICT" }])
      assert.isFalse(isAgentError(other))
    assert.isTrue(isAgentError({ name: "AgentError", code: "CONFLICT" }, "CONFLICT"))
  })

  it("settled rejects with what is no error of a call", async () => {
    assert.instanceOf(await rejection(settled(Promise.reject(new RangeError("x")))), RangeError)
  })

  it("an answer without data that says 200 and an error is that error", async () => {
    const { client } = clientOver(() => answer({ error: { code: "NOT_FOUND", message: "x" } }))
    assert.strictEqual((await outcome(client.pageViews.get({ id }))).error?.code, "NOT_FOUND")
  })
})
