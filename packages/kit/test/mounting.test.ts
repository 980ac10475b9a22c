import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type AnyModule, createAgentOperations, definitions } from "@agent-operations/kit"
import { views, viewsWithoutValidation } from "@agent-operations/views"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { AlertRule } from "../examples/own-kind/alert-rules.ts"

const caller = { actor: { type: "user", id: "usr_ada", name: "Ada" }, organizationId: "org", projectId: "prj" } as const

describe("the families of a database", () => {
  let directory: string
  let said: Array<string>
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "mounting-"))
    said = []
    for (const method of ["log", "warn", "error", "info"] as const) {
      vi.spyOn(console, method).mockImplementation(
        (...parts: ReadonlyArray<unknown>) => void said.push(parts.join(" "))
      )
    }
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await rm(directory, { recursive: true, force: true })
  })
  const opened = <const M extends ReadonlyArray<AnyModule>>(families: M) =>
    createAgentOperations({ families, database: { directory } })

  it("R7: one that is left out keeps what it has, is not served, and is told; mounted again it is all there", async () => {
    const first = await opened([views(), definitions(AlertRule)])
    const field = await first.as(caller).customFields.create({
      name: "Cost",
      source: { type: "attribute", pointer: "/cost" },
      settings: { target: "trace", valueType: "number" }
    })
    const rule = await first.as(caller).alertRules.create({
      name: "Costly",
      source: { type: "metric", metric: "latency" },
      settings: { above: 5, minutes: 10 },
      references: { cost: { kind: "custom_field", id: field.id } }
    })
    await first.close()
    assert.isEmpty(said)

    const without = await opened([viewsWithoutValidation()])
    await waitUntil("it to be told", () => said.length > 0)
    assert.lengthOf(said, 1)
    assert.include(said[0], "kinds that no mounted family serves: alert_rule. They are kept")
    const paths = Object.keys(
      ((await (await without.fetch(new Request("http://t/openapi.json"))).json()) as Paths).paths
    )
    assert.isEmpty(paths.filter((path) => /alert|validate/.test(path)))
    const refused = await without.fetch(new Request("http://t/api/agent/get_alert_rule", { method: "POST" }))
    assert.strictEqual(refused.status, 404)
    const deleted = await without
      .as(caller)
      .customFields.delete({ id: field.id, expectedRevision: 1 })
      .catch((error: { readonly _tag: string; readonly details: unknown }) => error)
    assert.deepInclude(deleted, { _tag: "STILL_REFERENCED" })
    assert.include(JSON.stringify(deleted), rule.id)
    await without.close()

    const again = await opened([definitions(AlertRule), views()])
    assert.deepStrictEqual(await again.as(caller).alertRules.get({ id: rule.id }), rule)
    await again.close()
  })

  it("a kind that may reference one that is not mounted is refused at the start", async () => {
    const error = await opened([definitions(AlertRule)]).catch((error: unknown) => error)
    assert.instanceOf(error, TypeError)
    assert.include(String(error), "The kind alert_rule may reference custom_field, which no mounted family has.")
  })

  it("two sets of tables of one owner are refused at the start", async () => {
    const set = { owner: "revision-store", steps: [] }
    const wrong = { ...definitions(AlertRule), migrations: [set] }
    const error = await opened([views(), wrong]).catch((error: unknown) => error)
    assert.include(String(error), 'Two sets of migrations have the owner "revision-store"')
  })
})

interface Paths {
  readonly paths: object
}
