/* oxlint-disable typescript/no-explicit-any -- an answer is looked at as its test knows it */
import { readFileSync } from "node:fs"
import { Organizations, plannedDeletions } from "@agent-operations/auth"
import { createAgentOperations, migrationsOf } from "@agent-operations/kit"
import { apps, datasets, evaluations, imports, reviews, scorers } from "@agent-operations/evals"
import { ModelConnections } from "@agent-operations/evals/calls"
import { secretKeys } from "@agent-operations/evals/secrets"
import { metrics } from "@agent-operations/metrics"
import { prompts } from "@agent-operations/prompts"
import { isLong } from "@agent-operations/testing/long"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { traces } from "@agent-operations/traces"
import { viewsWithoutValidation } from "@agent-operations/views"
import { dropDue } from "@agent-operations/testing/drop-due"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { kits, makeTenant } from "./server.ts"

const exported = new Uint8Array(readFileSync(new URL("../../traces/test/recorded/opentelemetry.pb", import.meta.url)))

const keys = secretKeys([Redacted.make("k".repeat(42) + "g")])

/** How many rows each table has of an organization, by the database's catalogue. */
const rowsByTable = (organizationId: string, projectId?: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tables = yield* sql<{ name: string; key: string; of_projects: boolean }>`
      select c.relname as name, a.attname as key, exists (
        select from pg_attribute as p where p.attrelid = c.oid and p.attname = 'project_id') as of_projects
      from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
      join pg_attribute as a on a.attrelid = c.oid and a.attname in ('tenant_id', 'organization_id')
      where n.nspname like 'agent_operations%' and c.relkind in ('r', 'p') and not c.relispartition`
    const counts: Record<string, number> = {}
    for (const { name, key, of_projects } of tables) {
      if (projectId !== undefined && !of_projects) continue
      const ofProject = projectId === undefined ? sql`` : sql`and project_id = ${projectId}`
      const [row] = yield* sql<{ count: number }>`
        select count(*)::integer as count from agent_operations.${sql(name)}
        where ${sql(key)} = ${organizationId} ${ofProject}`
      if (row!.count > 0) counts[name] = row!.count
    }
    return counts
  })

describe.each(isLong ? kits : kits.slice(1))("a deletion on $name", ({ database }) => {
  it("A10: takes all rows that a project has in any table, a thousand at a time, and none of others", async () => {
    const recording = traces()
    const over = { datasets: datasets(), scorers: scorers(), apps: apps({ keys }) }
    const families = [
      viewsWithoutValidation(),
      recording,
      metrics(recording),
      prompts(recording),
      over.datasets,
      imports(over.datasets),
      reviews(recording),
      over.apps,
      over.scorers,
      evaluations(over)
    ] as const
    const tables = migrationsOf(families).flatMap(({ tenantTables = [] }) => tenantTables)
    const deleteNow = Effect.flatMap(plannedDeletions(tables), dropDue)
    const { config, drop } = await database(families)
    const kit = await createAgentOperations({
      families,
      database: config,
      logLevel: "None"
    })
    try {
      /** A project with definitions, one that is deleted, references, traces and scores. */
      const fill = async () => {
        const tenant = await makeTenant(kit)
        const scopes = [
          "views:read",
          "views:write",
          "traces:read",
          "traces:write",
          "prompts:read",
          "apps:write",
          "datasets:write",
          "scorers:read",
          "scorers:write",
          "evals:read",
          "evals:write",
          "datasets:read",
          "reviews:read",
          "reviews:write",
          "apps:read"
        ]
        const { token } = await tenant.key(scopes)
        const headers = { authorization: `Bearer ${token}`, "x-project-id": tenant.projectId }
        const send = (path: string, contentType: string, body: BodyInit) =>
          kit.fetch(
            new Request(`http://test${path}`, {
              method: "POST",
              body,
              headers: { ...headers, "content-type": contentType }
            })
          )
        const call = async (operation: string, input: object) => {
          const answer = await send(`/api/agent/${operation}`, "application/json", JSON.stringify(input))
          const body: any = await answer.json()
          assert.strictEqual(answer.status, 200, JSON.stringify(body))
          return body.data
        }
        const field = await call("create_custom_field", {
          name: "Cost",
          source: { type: "formula", language: "cel", expression: "trace.cost" },
          settings: { target: "trace", valueType: "number" }
        })
        const view = {
          source: { type: "table" },
          settings: { target: "traces" },
          references: { cost: { kind: "custom_field", id: field.id, revision: null } }
        }
        await call("create_page_view", { name: "View", ...view })
        const deleted = await call("create_page_view", { name: "Deleted", ...view, references: {} })
        await call("delete_page_view", { id: deleted.id, expectedRevision: deleted.revision })
        const sent = await send("/v1/traces", "application/x-protobuf", exported)
        assert.strictEqual(sent.status, 200)
        const { items } = await call("list_traces", { limit: 1 })
        await call("create_score", { traceId: items[0].id, name: "good", value: 1 })
        const prompt = await call("create_prompt", { name: "P", source: { type: "text", template: "" }, settings: {} })
        await call("set_prompt_label", { id: prompt.id, label: "production", revision: 1, expectedRevision: null })
        const dataset = await call("create_dataset", { name: "D", source: { type: "items" }, settings: {} })
        await call("put_dataset_items", { datasetId: dataset.id, items: [{ input: 1 }] })
        const files = [{ path: "a.jsonl", content: '{"input":1}' }]
        await call("import_resources", { importKey: "a", files, into: { datasetName: "I" }, mode: "add" })
        const asked = { name: "H", source: { type: "human", question: "?" }, settings: { output: { type: "boolean" } } }
        const { id: scorerId } = await call("create_scorer", { ...asked, references: {} })
        const session = await call("create_review_session", {
          requestKey: "a",
          name: "R",
          subject: { traceIds: [items[0].id] },
          rubric: { helpful: { id: scorerId } }
        })
        const person = kit.as({ actor: { type: "user", id: "usr_ada", name: "Ada" }, ...tenant })
        const { claim } = await person.reviews.claim({ sessionId: session.id })
        await person.reviews.submit({ id: claim!.review.id, scores: { helpful: { value: true } } })
        const app = await call("register_app", {
          name: "A",
          source: { type: "sample", behaviour: "echo" },
          settings: {}
        })
        await call("set_app_secret", { id: app.id, name: "token", value: "of an app" })
        const measure = {
          name: "E",
          source: { type: "builtin", name: "exact" },
          settings: { output: { type: "boolean" } }
        }
        const scorer = await call("create_scorer", { ...measure, references: {} })
        const { run } = await call("invoke_app", {
          ...{ requestKey: "a", id: app.id, input: 1 },
          scorers: { exact: { id: scorer.id } }
        })
        assert.strictEqual(run.status, "completed")
        const connections = await kit.run(ModelConnections)
        const by = { type: "operator" } as const
        await kit.run(
          connections.add({
            ...{ organizationId: tenant.organizationId, projectId: tenant.projectId, by },
            connection: { name: "C", baseUrl: "https://models.example.com/v1", tokenLimit: "max_tokens", prices: [] },
            key: Redacted.make("of a connection")
          })
        )
        return tenant
      }
      const [gone, kept] = [await fill(), await fill()]
      const { organizationId, projectId } = gone
      const run = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => kit.run(effect as never) as Promise<A>
      // More than a step deletes.
      await run(
        SqlClient.SqlClient.use(
          (sql) => sql`
            insert into agent_operations.deleted_definitions
            select (jsonb_populate_record(d, jsonb_build_object('id', d.id || n))).*
            from agent_operations.deleted_definitions as d, generate_series(1, 2500) as n
            where tenant_id = ${organizationId}`
        )
      )
      // A host's own table, in the same schema.
      await run(
        SqlClient.SqlClient.use((sql) =>
          Effect.andThen(
            sql`create table agent_operations.notes (organization_id text, project_id text)`,
            sql`insert into agent_operations.notes values (${organizationId}, ${projectId})`
          )
        )
      )
      const before = await run(rowsByTable(kept.organizationId))
      const full = await run(rowsByTable(organizationId, projectId))
      assert.isAbove(full["deleted_definitions"]!, 2500)
      assert.includeMembers(Object.keys(full), [
        ...["definitions", "revisions", "definition_references", "deleted_definitions", "listed_definitions"],
        ...["trace_heads", "trace_spans", "trace_chunks", "trace_scores"],
        ...["prompt_labels", "dataset_heads", "dataset_versions", "dataset_items"],
        ...["imports", "import_parts", "secrets", "model_connections"],
        ...["eval_runs", "eval_run_keys", "eval_targets", "eval_attempts", "eval_outputs", "eval_scores", "eval_lanes"],
        ...["review_sessions", "review_items", "review_slots", "review_submissions"]
      ])
      const organizations = await kit.run(Organizations)
      const plan = { organizationId, by: { type: "operator" }, after: 0 } as const
      await kit.run(organizations.planProjectDeletion({ ...plan, id: projectId }))
      await run(deleteNow)
      assert.deepStrictEqual(await run(rowsByTable(organizationId, projectId)), { notes: 1 })
      assert.isDefined((await run(rowsByTable(organizationId)))["api_keys"])
      await kit.run(organizations.planOrganizationDeletion(plan))
      await run(deleteNow)
      assert.deepStrictEqual(await run(rowsByTable(organizationId)), { notes: 1 })
      assert.deepStrictEqual(await run(rowsByTable(kept.organizationId)), before)
    } finally {
      await kit.close()
      await drop()
    }
  })
})

describe.each(kits.slice(0, 1))("a kit on $name", ({ database }) => {
  it("A10: tells of nothing in a project that is going to be deleted, until that is cancelled", async () => {
    const families = [viewsWithoutValidation()] as const
    const { config, drop } = await database(families)
    const kit = await createAgentOperations({ families, database: config, logLevel: "None" })
    try {
      const organizations = await kit.run(Organizations)
      const told: Array<string> = []
      const subscribe = () =>
        kit.on("definition.changed", ({ projectId }) => told.push(projectId), { name: "search", pollInterval: 10 })
      await (await subscribe()).stop()
      const [closing, other] = [await makeTenant(kit), await makeTenant(kit)]
      for (const tenant of [closing, other]) {
        const { token } = await tenant.key(["views:write"])
        const request = new Request("http://test/api/agent/create_page_view", {
          method: "POST",
          headers: {
            authorization: `Bearer ${token}`,
            "x-project-id": tenant.projectId,
            "content-type": "application/json"
          },
          body: JSON.stringify({ name: "View", source: { type: "table" }, settings: { target: "traces" } })
        })
        assert.strictEqual((await kit.fetch(request)).status, 200)
      }
      const { organizationId, projectId: id } = closing
      const by = { type: "operator" } as const
      await kit.run(organizations.planProjectDeletion({ organizationId, id, by, after: "7 days" }))
      await subscribe()
      await waitUntil("the other project's event to be told", () => told.length > 0)
      assert.deepStrictEqual(told, [other.projectId])
      await kit.run(organizations.cancelProjectDeletion({ organizationId, id, by }))
      await waitUntil("the event that waited to be told", () => told.length > 1)
      assert.deepStrictEqual(told, [other.projectId, id])
    } finally {
      await kit.close()
      await drop()
    }
  })
})
