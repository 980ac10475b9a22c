import { Postgres } from "@agent-operations/database"
import { traces } from "@agent-operations/traces"
import { viewsWithoutValidation } from "@agent-operations/views"
import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { waitUntil } from "../../tooling/testing/src/waitUntil.ts"
import { startKit } from "../kit.ts"

const start = () =>
  startKit({ name: "PostgreSQL" }, [viewsWithoutValidation(), traces()], {
    verify: ({ credential }) => ({
      actor: { type: "api_key", id: "key_1", name: "Ada" },
      organizationId: credential,
      projectId: `project of ${credential}`,
      scopes: ["views:read", "views:write", "traces:read", "traces:write"]
    })
  })

/** Keeps every search of traces waiting while the scope is open, as one that reads very much would. */
const lockTraces = (url: string) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Postgres.layer({ url: Redacted.make(url), maxConnections: 3 }))
    const connection = yield* Context.get(context, SqlClient.SqlClient).reserve
    yield* connection.executeUnprepared("begin", [], undefined)
    yield* connection.executeUnprepared("lock agent_operations.trace_heads in access exclusive mode", [], undefined)
    const waiting = connection.executeUnprepared("select from pg_locks where not granted", [], undefined)
    return Effect.map(waiting, ({ length }) => length > 0)
  })

describe("K3: one organization's searches", () => {
  it("leave another its reads, writes and searches, each within a second and a half", async () => {
    const test = await start()
    const call = async (organization: string, id: string, input: object) => {
      const answer = await test.fetch(
        new Request(`http://test/api/agent/${id}`, {
          method: "POST",
          body: JSON.stringify(input),
          headers: {
            "content-type": "application/json",
            authorization: `Bearer ${organization}`,
            "x-project-id": `project of ${organization}`
          }
        })
      )
      return { status: answer.status, data: ((await answer.json()) as { data: { id: string; revision: number } }).data }
    }
    const { url } = test.database as { readonly url: string }
    const scope = Scope.makeUnsafe()
    try {
      const view = await call("mine", "create_page_view", {
        name: "Mine",
        source: { type: "table" },
        settings: { target: "traces", columns: [{ field: "trace.name" }] }
      })
      const { id, revision } = view.data
      const isOneWaiting = await Effect.runPromise(Scope.provide(lockTraces(url), scope))
      const theirs = Array.from({ length: 40 }, (_, at) => call("theirs", "list_traces", { search: `none ${at}` }))
      await waitUntil("searches to wait", () => Effect.runPromise(isOneWaiting))
      const took: Record<string, number> = {}
      for (const [operation, input] of [
        ["list_page_views", {}],
        ["get_page_view", { id }],
        ["list_page_views", { search: "mine", includeTotal: true }],
        ["update_page_view", { id, expectedRevision: revision, name: "Still mine" }]
      ] as const) {
        const from = performance.now()
        assert.equal((await call("mine", operation, input)).status, 200, operation)
        took[operation] = Math.max(took[operation] ?? 0, performance.now() - from)
      }
      assert.isBelow(Math.max(...Object.values(took)), 1500, JSON.stringify(took))
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await Promise.all(theirs)
    } finally {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await test.close()
    }
  })
})
