import { operation } from "@agent-operations/contract"
import { isAgentError } from "@agent-operations/error-envelope"
import { type AnsweredRequest, webHandler } from "@agent-operations/http"
import { createAgentOperations, family, type HostPrincipal, implement, kitLayer } from "@agent-operations/kit"
import { Layer, Logger, ManagedRuntime, Schema } from "effect"
import { views } from "@agent-operations/views"
import { memoryWith } from "@agent-operations/testing/kit"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { waitUntil } from "@agent-operations/testing/wait-until"

const ping = operation({
  id: "ping",
  summary: "Answer with a text",
  description: "Answers with the same text.",
  effect: "read",
  scopes: ["system:read"],
  input: Schema.Struct({ text: Schema.String }),
  result: Schema.Struct({ text: Schema.String }),
  errors: [],
  example: { input: { text: "Hello" }, result: { text: "Hello" } }
})

const broken = new Error("The cable is loose.")
const system = family(
  "system",
  [
    implement(ping, ({ text }) => {
      if (text === "throw") throw broken
      return { text }
    })
  ],
  { scopes: { "system:read": "Read what the system says." } }
)

const ada: HostPrincipal = {
  actor: { type: "user", id: "usr_ada", name: "Ada" },
  organizationId: "acme",
  scopes: ["system:read"],
  projectId: "support"
}

type Told = readonly [thrown: unknown, requestId: string | undefined, context: object]

describe("the hooks of a host", () => {
  const requests: Array<AnsweredRequest> = []
  const errors: Array<Told> = []
  const order: Array<string> = []
  const logged: Array<string> = []
  let onRequest: (request: AnsweredRequest) => unknown = () => {}
  let onError: () => unknown = () => {}
  let fetch: ReturnType<typeof webHandler>
  let close: () => Promise<void>

  beforeAll(async () => {
    const database = await memoryWith([system])
    const runtime = ManagedRuntime.make(
      kitLayer({
        families: [system],
        database,
        prefix: "/ops",
        verify: ({ credential }) => {
          if (credential === "tok_broken") throw broken
          return credential === "tok_secret" ? ada : credential === "tok_poor" ? { ...ada, scopes: [] } : null
        },
        onRequest: (request) => {
          requests.push(request)
          return onRequest(request)
        },
        onError: (...told) => {
          errors.push(told)
          return onError()
        }
      }).pipe(Layer.provideMerge(Logger.layer([Logger.map(Logger.formatJson, (line) => logged.push(line))])))
    )
    fetch = webHandler(await runtime.context())
    close = () => runtime.dispose()
  })
  afterAll(() => close())
  beforeEach(() => {
    for (const told of [requests, errors, order, logged]) told.length = 0
    onRequest = onError = () => {}
  })

  const ask = async (text: string, token = "tok_secret", path = "/ops/api/agent/ping?x=1", method = "POST") => {
    const asked = requests.length
    const response = await fetch(
      new Request(`http://test${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "x-project-id": "support",
          "x-request-id": "req_mine"
        },
        ...(method === "POST" && { body: JSON.stringify({ text }) })
      })
    )
    order.push("answered")
    await waitUntil("the hook to be told", () => requests.length === asked + 1)
    return response.status
  }

  it("onRequest is told of each answer: who asked for what, and never a credential or a body", async () => {
    assert.strictEqual(await ask("a secret body"), 200)
    assert.strictEqual(await ask("", "tok_poor"), 403)
    assert.strictEqual(await ask("", "tok_unknown"), 401)
    assert.strictEqual(await ask("", "tok_secret", "/ops/healthz", "GET"), 200)
    assert.strictEqual(await ask("", "tok_secret", "/ops/nothing"), 404)
    const common = { method: "POST", path: "/api/agent/ping", operation: "ping", requestId: "req_mine" }
    const who = { actor: ada.actor, organizationId: "acme", projectId: "support" }
    for (const { durationMs } of requests) assert.isAtLeast(durationMs, 0)
    assert.deepStrictEqual(
      requests.map(({ durationMs: _, ...rest }) => rest),
      [
        { ...common, status: 200, ...who },
        { ...common, status: 403 },
        { ...common, status: 401 },
        { method: "GET", path: "/healthz", status: 200, requestId: "req_mine" },
        { method: "POST", path: "/nothing", status: 404, requestId: "req_mine" }
      ]
    )
    assert.notMatch(JSON.stringify(requests), /secret|tok_|x=1/)
  })

  it("onError is told of what nobody foresaw, as it was thrown, and of nothing else", async () => {
    assert.strictEqual(await ask("throw"), 500)
    assert.deepStrictEqual(errors, [[broken, "req_mine", { operation: "ping" }]])
    assert.strictEqual(await ask("", "tok_broken"), 500)
    assert.deepStrictEqual(errors[1]?.[0], new Error("The host's verify failed.", { cause: broken }))
    assert.strictEqual(await ask("", "tok_unknown"), 401)
    assert.strictEqual(await ask("", "tok_secret", "/ops/nothing"), 404)
    assert.lengthOf(errors, 2)
    assert.deepStrictEqual(
      requests.map(({ status }) => status),
      [500, 500, 401, 404]
    )
  })

  it.each<readonly [string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("The hook is broken.")
      }
    ],
    ["rejects", () => Promise.reject(new Error("The hook is broken."))]
  ])("a hook that %s is logged, and the answer is as it was", async (_, hook) => {
    onRequest = onError = hook
    assert.strictEqual(await ask("Hello"), 200)
    assert.strictEqual(await ask("throw"), 500)
    const told = logged.filter((line) => line.includes("The hook is broken."))
    assert.deepStrictEqual(told.map((line) => /The host's (\w+) failed/.exec(line)?.[1]).toSorted(), [
      "onError",
      "onRequest",
      "onRequest"
    ])
    for (const line of told) assert.include(line, "req_mine")
  })

  it("a hook delays no answer, whether it takes long at once or for ever", async () => {
    onRequest = onError = () => {
      order.push("told")
      return new Promise(() => {})
    }
    assert.strictEqual(await ask("Hello"), 200)
    assert.strictEqual(await ask("throw"), 500)
    assert.deepStrictEqual(order, ["answered", "told", "answered", "told", "told"])
  })
})

it("onError is told of defects in calls of the host's own, which reject with it as the cause", async () => {
  const errors: Array<Told> = []
  await using kit = await createAgentOperations({
    families: [system],
    database: await memoryWith([system]),
    onError: (...told) => errors.push(told)
  })
  const calls = kit.as({ actor: ada.actor, organizationId: "acme", projectId: "support" })
  const rejected: unknown = await calls.system.ping({ text: "throw" }).catch((thrown: unknown) => thrown)
  assert(isAgentError(rejected, "INTERNAL_ERROR"))
  assert.strictEqual(rejected.cause, broken)
  assert.strictEqual((await calls.system.ping({ text: "fine" })).text, "fine")
  await calls.system.ping({ text: 1 as never }).catch(() => {})
  await waitUntil("the hook to be told", () => errors.length > 0)
  assert.deepStrictEqual(errors, [[broken, undefined, { operation: "ping" }]])
  // Nothing that is mounted has definitions, whose changes could be told.
  const subscribed = kit.on("definition.changed", () => {}, { name: "search-index" })
  assert.match(String(await subscribed.catch((thrown: unknown) => thrown)), /^TypeError: .*mount one that has/)
})

it("a subscription that could tell nobody is refused, and keeps nothing", async () => {
  await using kit = await createAgentOperations({ families: [views()], database: await memoryWith([views()]) })
  const subscribe = kit.on as (...args: ReadonlyArray<unknown>) => Promise<unknown>
  const name = "search-index"
  const handler = () => {}
  const refused: ReadonlyArray<readonly [ReadonlyArray<unknown>, string]> = [
    [["definition.deleted", handler, { name }], "the one event is"],
    [["definition.changed", undefined, { name }], "it needs a function"],
    [["definition.changed", handler], "it needs a name"],
    [["definition.changed", handler, { name: "A b" }], "The name of a subscription"],
    ...["soon", -1, Number.NaN, "Infinity"].map(
      (timeout) => [["definition.changed", handler, { name, timeout }], "The timeout of a subscription"] as const
    ),
    [["definition.changed", handler, { name, pollInterval: 0 }], "The pollInterval of a subscription"],
    [["definition.changed", handler, { name, lease: "1 milli" }], "The lease of a subscription"],
    [["definition.changed", handler, { name, backlog: 0 }], "The backlog of a subscription"]
  ]
  for (const [args, message] of refused) {
    const error = await subscribe(...args).then(() => "It subscribed.", String)
    assert.match(error, new RegExp(`^TypeError: .*${message}`))
  }
  const kept = await kit.transaction(({ query }) => query("select name from agent_operations.event_subscriptions"))
  assert.isEmpty(kept)
  await kit.close()
  assert.match(
    String(await subscribe("definition.changed", handler, { name }).catch(String)),
    /Error: The kit is closed/
  )
})
