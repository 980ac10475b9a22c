import { inspect } from "node:util"
import { ApiKeys, Organizations } from "@agent-operations/auth"
import { kitLayer, webHandler } from "@agent-operations/http"
import { Effect, Layer, Logger, ManagedRuntime, Metric, Redacted, References, Tracer } from "effect"
import { assert, it } from "vitest"

/** The kit, with all that it says about itself: logs, spans and metrics. */
const observedKit = async () => {
  const said: Array<string> = []
  const spans: Array<Tracer.Span> = []
  const logger = Logger.map(Logger.formatJson, (line) => said.push(line))
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const observed = Layer.mergeAll(
    Logger.layer([logger]),
    Layer.succeed(References.MinimumLogLevel, "All"),
    Layer.succeed(Tracer.Tracer, tracer)
  )
  const runtime = ManagedRuntime.make(kitLayer({ database: { memory: true } }).pipe(Layer.provideMerge(observed)))
  const fetch = webHandler(await runtime.context())
  const everything = async () => [
    ...said,
    ...spans.map(({ name, attributes, status }) => `${name} ${inspect([attributes, status], { depth: 10 })}`),
    await runtime.runPromise(Metric.dump)
  ]
  return { runtime, fetch, everything }
}

it("A4: a key's secret is in no log, trace or metric, whether the key is good, mistyped or revoked", async () => {
  const { runtime, fetch, everything } = await observedKit()
  const by = { type: "operator" } as const
  const { organizationId, projectId, key, token } = await runtime.runPromise(
    Effect.gen(function* () {
      const { id: organizationId } = yield* (yield* Organizations).create({ name: "Acme" })
      const project = yield* (yield* Organizations).createProject({ organizationId, name: "One", by })
      const made = yield* (yield* ApiKeys).create({ organizationId, name: "Key", scopes: ["views:read"], by })
      return { organizationId, projectId: project.id, key: made.key, token: Redacted.value(made.token) }
    })
  )
  const secret = token.slice(-49, -6)
  const call = async (credential: string) => {
    const headers = { authorization: credential, "x-project-id": projectId, "content-type": "application/json" }
    const init = { method: "POST", headers, body: "{}" }
    return (await fetch(new Request("http://test/api/agent/list_page_views", init))).status
  }
  assert.strictEqual(await call(`Bearer ${token}`), 200)
  assert.strictEqual(await call(`Bearer ${token.slice(0, -1)}`), 401)
  assert.strictEqual(await call(`Basic ${token}`), 401)
  await runtime.runPromise(ApiKeys.use((keys) => keys.revoke({ organizationId, id: key.id, by })))
  assert.strictEqual(await call(`Bearer ${token}`), 401)

  const all = await everything()
  assert.isTrue(all.some((text) => text.includes("POST /api/agent/list_page_views 200")))
  assert.isTrue(all.some((text) => text.includes("agent_operations.api_keys")))
  assert.isTrue(all.some((text) => text.includes("agent_operations_requests")))
  for (const text of all) assert.notInclude(text, secret)
  await runtime.dispose()
})
