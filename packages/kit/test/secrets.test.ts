import { inspect } from "node:util"
import { ApiKeys, Organizations } from "@agent-operations/auth"
import { webHandler } from "@agent-operations/http"
import { kitLayer, type KitOptions } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { Effect, Layer, Logger, ManagedRuntime, Metric, Redacted, References, Tracer } from "effect"
import { SqlClient } from "effect/sql"
import { assert, it } from "vitest"
import { kits } from "./server.ts"

/** Every row of every table, as text. */
const dump = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'agent_operations'`
  const rows = yield* Effect.forEach(
    tables,
    ({ name }) => sql<{ row: string }>`select t::text as row from agent_operations.${sql(name)} as t`
  )
  return rows.flat().map(({ row }) => row)
})

/** The forms in which a secret may be written. */
const formsOf = (secret: string) => [
  secret,
  Buffer.from(secret).toString("base64").replace(/=+$/, "").slice(0, -2),
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret, "base64url").toString("hex"),
  encodeURIComponent(secret).slice(0, 30)
]

/** The kit, with all that it says about itself: logs, spans, metrics, answers and what its database holds. */
const observedKit = async (config: KitOptions["database"]) => {
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
  const runtime = ManagedRuntime.make(
    kitLayer({ families: [views()], database: config }).pipe(Layer.provideMerge(observed))
  )
  const fetch = webHandler(await runtime.context())
  const everything = async () => [
    ...said,
    ...spans.map(({ name, attributes, status }) => `${name} ${inspect([attributes, status], { depth: 10 })}`),
    await runtime.runPromise(Metric.dump),
    ...(await runtime.runPromise(dump))
  ]
  return { runtime, fetch, said, everything }
}

it.each(kits)(
  "A4: a key's secret is in nothing that is written on $name, whether the key is good, mistyped or revoked",
  async ({ database }) => {
    const { config, drop } = await database()
    const { runtime, fetch, said, everything } = await observedKit(config)
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
      const response = await fetch(new Request("http://test/api/agent/list_page_views", init))
      said.push(JSON.stringify([...response.headers]), await response.text())
      return response.status
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
    assert.isTrue(all.some((text) => text.includes(key.preview)))
    for (const text of all) for (const form of formsOf(secret)) assert.notInclude(text, form)
    await runtime.dispose()
    await drop()
  }
)
