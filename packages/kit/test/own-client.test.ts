import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { promisify } from "node:util"
import { isAgentError, settled } from "@agent-operations/client"
import { effectClientOf } from "@agent-operations/client/effect"
import { clientFiles } from "@agent-operations/client/generate"
import { createAgentOperations } from "@agent-operations/kit"
import { memoryWith } from "@agent-operations/testing/kit"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { families } from "../examples/own-kind/alert-rules.ts"
import { createClient, operations } from "../examples/own-kind/generated/operations.ts"
import type { Families, Operations } from "../examples/own-kind/generated/types.ts"
import { listen } from "./server.ts"

const example = `${import.meta.dirname}/../examples/own-kind`

const start = async () => {
  const kit = await createAgentOperations({
    families,
    prefix: "/ops",
    database: await memoryWith(families),
    verify: ({ credential, projectId = null }) =>
      credential === "ada-s-token"
        ? {
            actor: { type: "user", id: "usr_ada", name: "Ada" },
            organizationId: "analytical",
            scopes: ["views:read", "views:write", "alerts:read", "alerts:write"],
            projectId
          }
        : null
  })
  const { port, close } = await listen(kit)
  const baseUrl = `http://127.0.0.1:${port}/ops`
  return { baseUrl, close: () => close().then(() => kit.close()) }
}

describe("the client of a host's own families", { shuffle: false }, () => {
  let host: Awaited<ReturnType<typeof start>>
  beforeAll(async () => void (host = await start()))
  afterAll(() => host.close())

  const options = () => ({ baseUrl: host.baseUrl, credential: "ada-s-token", projectId: "analytical-web" })

  it("C1, C5: is written from its families alone: npm run generate", () => {
    for (const [name, text] of Object.entries(clientFiles(families, { extension: ".ts" })))
      assert.strictEqual(readFileSync(`${example}/generated/${name}`, "utf8"), text)
  })

  it("C4, C5: has its kind's verbs, its own operations and those of page views", async () => {
    const { alertRules, alerts, pageViews, call } = createClient(options())
    const rule = await alertRules.create({
      name: "Slow",
      source: { type: "metric", metric: "latency" },
      settings: { above: 2000, minutes: 5 }
    })
    assert.deepStrictEqual(rule.settings, { above: 2000, minutes: 5, notify: [] })
    const updated = await alertRules.updateWith(rule.id, ({ settings }) => ({ settings: { ...settings, above: 4000 } }))
    assert.strictEqual(updated.revision, 2)
    const { error } = await settled(alertRules.update({ id: rule.id, expectedRevision: 1, name: "Slower" }))
    assert.strictEqual(
      error?.code === "CONFLICT" && "currentRevision" in error.details && error.details.currentRevision,
      2
    )
    for await (const { id, kind } of alertRules.list.all()) assert.deepStrictEqual([id, kind], [rule.id, "alert_rule"])
    assert.deepStrictEqual(await alerts.testAlert({ channel: "on-call" }), { reached: 2 })
    assert.deepStrictEqual(await call("test_alert", { channel: "elsewhere" }), { reached: 0 })
    assert.deepStrictEqual((await pageViews.list()).items, [])
    const refused = await alertRules
      .create({ name: "Wrong", source: { type: "field", alias: "none" }, settings: { above: 1, minutes: 1 } })
      .catch((error: unknown) => error)
    assert.isTrue(isAgentError(refused, "VALIDATION_ERROR"))
  })

  it("C5: is there with Effect, too", async () => {
    const { alerts } = effectClientOf<Families, Operations>(operations)(options())
    assert.deepStrictEqual(await Effect.runPromise(alerts.testAlert({ channel: "on-call" })), { reached: 2 })
  })

  it("runs as the example's program", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      `${example}/client.ts`,
      host.baseUrl,
      "ada-s-token"
    ])
    assert.match(stdout, /above: 4000[^]* 2\n[^]*currentRevision: 2/)
  })
})
