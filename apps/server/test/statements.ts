import { type Options, runConformance } from "@agent-operations/conformance"
import { Postgres } from "@agent-operations/database"
import { RunStore } from "@agent-operations/evals/runs"
import { createDatabase, type OwnPostgres, query } from "@agent-operations/postgres-for-tests"
import { dropDue } from "@agent-operations/testing/drop-due"
import { TraceStore } from "@agent-operations/traces/store"
import { Effect, Redacted } from "effect"
import { afterAll, assert, beforeAll } from "vitest"
import { exerciseApps } from "./exercise-apps.ts"
import { exerciseDatasets } from "./exercise-datasets.ts"
import { exerciseEvaluations } from "./exercise-evaluations.ts"
import { exerciseImports } from "./exercise-imports.ts"
import { exerciseMetrics } from "./exercise-metrics.ts"
import { exercisePrompts } from "./exercise-prompts.ts"
import { exerciseReviews } from "./exercise-reviews.ts"
import { exerciseScorers } from "./exercise-scorers.ts"
import { exerciseTraces } from "./exercise-traces.ts"
import { logPlans, plansOf, type Ran, startExplaining } from "./plans.ts"
import { commandHere, start } from "./process.ts"
import { type TenantKeys, touchedBy } from "./tenants.ts"

/** The statements that read a table of every tenant, and why. */
const exceptions = [
  {
    why: "a credential is looked up by the ID of its key, before its organization is known, and with it its project",
    tables: ["api_keys", "projects"],
    text: /on k\.id = asked\.key_id/
  },
  {
    why: "when keys were last used is written for those of every organization at once",
    tables: ["api_keys"],
    text: /as asked\(organization_id, key_id, at, address, program\)/
  },
  {
    why: "the first start asks whether there is any organization",
    tables: ["organizations"],
    text: /^\s*select 1 from agent_operations\.organizations limit 1/
  },
  {
    why: "every start looks for kinds that no mounted family serves, to say so",
    tables: ["definitions"],
    text: /select kind from agent_operations\.definitions where kind <> all\(/
  },
  {
    why: "every start prints a project, to say how another key is made",
    tables: ["projects"],
    text: /order by created_at limit 1$/
  },
  {
    why: "what is older than the retention, or was deleted long ago, is removed for every tenant at once",
    tables: ["trace_heads", "trace_scores"],
    text: /^\s*(?:delete from agent_operations\.trace_(?:heads as h using \(|scores as s using unnest)|with looked as materialized \(\s*select s\.ctid)/
  },
  {
    why: "parts of imports that waited too long, and reports that are old, are removed for every tenant at once",
    tables: ["imports", "import_parts"],
    text: /^\s*with (?:old|due) as \(\s*(?:select tenant_id, project_id, import_key from|update) agent_operations\.imports/
  },
  {
    why: "a process that works on evaluations looks for whoever waits longest, of every tenant, in projects that are open",
    tables: ["eval_lanes", "projects"],
    text: /^\s*select l\.tenant_id.*from agent_operations\.eval_lanes as l\s+where l\.due_at <= clock_timestamp\(\)/s
  },
  {
    why: "a process that works on evaluations looks for what processes that are no more left, of every tenant",
    tables: ["eval_targets"],
    text: /^\s*with recursive working\(id\) as \(/
  },
  {
    why: "runs that are older than the retention are looked for in every tenant at once, and removed one by one",
    tables: ["eval_runs"],
    text: /^\s*select r\.tenant_id.*from agent_operations\.eval_runs as r\s+where r\.ended_at < to_timestamp\(/s
  },
  {
    why: "what deleted runs left, where whoever deleted them was stopped, is looked for in every tenant at once",
    tables: ["eval_removals"],
    text: /^\s*select d\.tenant_id.*from agent_operations\.eval_removals as d limit/
  }
]

const tenantKeys = async (url: string): Promise<TenantKeys> => {
  const rows = await query(
    url,
    `select t.relname as table, a.attname as key from pg_class t
     join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'agent_operations'
     join pg_attribute a on a.attrelid = t.oid and a.attname in ('tenant_id', 'organization_id')
     where t.relkind in ('r', 'p')`
  )
  return Object.fromEntries(rows.map(({ table, key }) => [table, key])) as TenantKeys
}

/** What the primary key of each table begins with. */
const firstOfPrimaryKey = async (url: string) => {
  const rows = await query(
    url,
    `select t.relname as table, a.attname as key from pg_index x
     join pg_class t on t.oid = x.indrelid
     join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'agent_operations'
     join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
     where x.indisprimary`
  )
  return Object.fromEntries(rows.map(({ table, key }) => [table, key]))
}

interface Item {
  readonly id: string
  readonly revision: number
}

type Call = (operation: string, input: object) => Promise<{ readonly data?: Item; readonly error?: { code: string } }>

const bodyOf = {
  page_view: { source: { type: "table" }, settings: { target: "traces" } },
  custom_field: { source: { type: "attribute", pointer: "/a" }, settings: { target: "trace", valueType: "json" } }
}

const together = <A>(count: number, one: (n: number) => Promise<A>) =>
  Promise.all(Array.from({ length: count }, (_, n) => one(n)))

/** Every verb over a kind, many at once too, and every refusal. Returns the codes that were met. */
const exercise = async (call: Call, kind: keyof typeof bodyOf): Promise<ReadonlySet<string>> => {
  const codes = new Set<string>()
  const tell = async (operation: string, input: object) => {
    const { data, error } = await call(operation, input)
    codes.add(error?.code ?? operation)
    return data ?? { id: "", revision: 0 }
  }
  const create = (name: string, more: object = {}) =>
    tell(`create_${kind}`, { name: `${kind} ${name}`, ...bodyOf[kind], ...more })
  const uses = (id: string, revision: number | null) => ({ references: { it: { kind, id, revision } } })
  const nothing = `${kind === "page_view" ? "pv" : "cf"}_01m7z8ky58fz4sancjzy7hvdtz`

  const held = await create("held")
  const holder = await create("holder", uses(held.id, null))
  const pinner = await create("pinner", uses(held.id, 1))
  const many = await together(12, (n) => create(`many ${n}`, n % 2 === 0 ? {} : uses(held.id, null)))
  const change = (n: number) => (n % 3 === 0 ? { name: `${kind} renamed ${n}` } : n % 3 === 1 ? uses(held.id, 1) : {})
  await together(12, (n) => tell(`update_${kind}`, { id: many[n]!.id, expectedRevision: 1, ...change(n) }))
  await together(12, (n) =>
    tell(`copy_${kind}`, { id: many[n]!.id, name: `${kind} copied ${n}`, ...(n > 5 ? { revision: 1 } : {}) })
  )
  await together(12, (n) => tell(`get_${kind}`, { id: many[n]!.id, ...(n > 5 ? { revision: 1 } : {}) }))
  await tell(`update_${kind}`, { id: holder.id, expectedRevision: 1, description: "alone" })
  await tell(`copy_${kind}`, { id: holder.id, name: `${kind} copied alone` })
  await tell(`get_${kind}`, { id: holder.id })

  await create("held")
  await together(3, (n) => create(n === 0 ? "held" : `beside ${n}`))
  await create("missing", uses(nothing, null))
  await create("missing pin", uses(held.id, 7))
  await create("of itself", {
    references: { it: { kind: "page_view", id: nothing.replace("cf", "pv"), revision: null } }
  })
  await tell(`update_${kind}`, { id: holder.id, expectedRevision: 1, description: "stale" })
  await tell(`update_${kind}`, { id: nothing, expectedRevision: 1 })
  await tell(`update_${kind}`, { id: holder.id, expectedRevision: 2, name: `${kind} held` })
  await tell(`update_${kind}`, { id: holder.id, expectedRevision: 2, ...uses(nothing, null) })
  await tell(`update_${kind}`, { id: holder.id, expectedRevision: 2, name: "x", ...uses(holder.id, null) })
  await tell(`copy_${kind}`, { id: nothing, name: "Nothing" })
  await tell(`copy_${kind}`, { id: holder.id, name: `${kind} held` })
  await tell(`delete_${kind}`, { id: held.id, expectedRevision: 1 })
  await tell(`delete_${kind}`, { id: held.id, expectedRevision: 9 })
  await tell(`get_${kind}`, { id: nothing })
  await tell(`get_${kind}`, { id: held.id, revision: 9 })

  for (const input of [{}, { limit: 2 }, { search: "MANY", includeTotal: true, limit: 3 }]) {
    const { nextCursor } = (await tell(`list_${kind}s`, input)) as Item & { nextCursor: string | null }
    if (nextCursor !== null) await tell(`list_${kind}s`, { ...input, cursor: nextCursor })
  }
  await tell(`get_${kind}_history`, { id: many[0]!.id, limit: 1 })
  await tell(`get_${kind}_history`, { id: many[0]!.id, before: 2 })
  await tell(`restore_${kind}`, { id: many[1]!.id, revision: 1 })
  await tell(`restore_${kind}`, { id: many[2]!.id, revision: 1, expectedRevision: 2 })
  await tell(`restore_${kind}`, { id: many[2]!.id, revision: 1, expectedRevision: 2 })
  await tell(`restore_${kind}`, { id: many[2]!.id, revision: 99 })
  await tell(`get_${kind}_dependencies`, { id: held.id })
  await tell(`get_${kind}_dependencies`, { id: nothing })
  if (kind === "page_view") {
    await tell("validate_page_view", { id: holder.id })
    await tell("validate_page_view", { ...bodyOf.page_view, ...uses(held.id, 1) })
  }
  // What is deleted was referred to by an old revision, which can then not be restored.
  const former = await create("former")
  const once = await create("once", uses(former.id, null))
  await tell(`update_${kind}`, { id: once.id, expectedRevision: 1, references: {} })
  await tell(`delete_${kind}`, { id: former.id, expectedRevision: 1 })
  await tell(`restore_${kind}`, { id: once.id, revision: 1 })
  await tell(`copy_${kind}`, { id: once.id, revision: 1, name: `${kind} of what was` })
  await tell(`delete_${kind}`, { id: pinner.id, expectedRevision: 1 })
  await tell(`delete_${kind}`, { id: once.id, expectedRevision: 2 })
  // What is deleted is listed, a page at a time, and recovered: under its name or another, and refused where it cannot be.
  const { nextCursor } = (await tell(`list_deleted_${kind}s`, { limit: 1 })) as Item & { nextCursor: string }
  await tell(`list_deleted_${kind}s`, { limit: 1, cursor: nextCursor })
  await create("once")
  await tell(`recover_${kind}`, { id: once.id })
  await tell(`recover_${kind}`, { id: once.id, name: `${kind} once more` })
  await tell(`recover_${kind}`, { id: nothing })
  const gone = await create("gone")
  const user = await create("user of it", uses(gone.id, null))
  await tell(`delete_${kind}`, { id: user.id, expectedRevision: 1 })
  await tell(`delete_${kind}`, { id: gone.id, expectedRevision: 1 })
  await tell(`recover_${kind}`, { id: user.id })
  await tell(`recover_${kind}`, { id: gone.id })
  await tell(`recover_${kind}`, { id: user.id })
  return codes
}

/** The upkeep of a server with a retention, which begins a minute after its start. */
const keep = (url: string) =>
  Effect.all([
    TraceStore.use(({ prepareWeeks }) => prepareWeeks),
    TraceStore.use(({ removals }) => Effect.forEach([removals.traces, removals.scores, removals.tombstones], dropDue)),
    RunStore.use(({ goOnRemoving, removals }) => {
      const { runs, outputs } = removals({ runs: "7 days", outputs: 0 })
      return Effect.andThen(goOnRemoving, Effect.forEach([runs, outputs], dropDue))
    })
  ]).pipe(
    Effect.provide([TraceStore.layerWith({ retention: "7 days" }), RunStore.layer]),
    Effect.provide(Postgres.layer({ url: Redacted.make(url) })),
    Effect.runPromise
  )

/** Before the tests of a `describe`, watches the statements of every operation, and those of a suite of conformance. */
export const watchStatements = (suite: Options) => {
  let postgres: OwnPostgres
  let ran: ReadonlyArray<Ran> = []
  let keys: TenantKeys = {}
  let first: Readonly<Record<string, unknown>> = {}
  const codes = new Set<string>()

  beforeAll(async () => {
    postgres = await startExplaining()
    const { url } = await createDatabase(postgres.url)
    const settings = { DATABASE_URL: url, PORT: "0" }
    // Migrations write the tables of all tenants.
    await commandHere(["migrate"], settings)
    await logPlans(url)
    const server = await start([], settings)
    const { apiKey, organizationId, projectId } = server
    const call: Call = async (operation, input) => {
      const response = await fetch(`${server.url}/api/agent/${operation}`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "x-project-id": projectId, "content-type": "application/json" },
        body: JSON.stringify(input)
      })
      return (await response.json()) as Awaited<ReturnType<Call>>
    }
    for (const kind of ["page_view", "custom_field"] as const) {
      for (const code of await exercise(call, kind)) codes.add(code)
    }
    for (const code of await exerciseTraces(server)) codes.add(code)
    for (const code of await exerciseMetrics(server)) codes.add(code)
    for (const code of await exercisePrompts(server, url)) codes.add(code)
    for (const code of await exerciseDatasets(server, url)) codes.add(code)
    for (const code of await exerciseImports(server, url)) codes.add(code)
    for (const code of await exerciseApps(server)) codes.add(code)
    for (const code of await exerciseScorers(server)) codes.add(code)
    for (const code of await exerciseEvaluations(server)) codes.add(code)
    for (const code of await exerciseReviews(server, url)) codes.add(code)
    await keep(url)
    await runConformance({ url: server.url, key: apiKey, projectId }, suite)
    await server.stop()

    const run = (...args: ReadonlyArray<string>) => commandHere([...args, "--org", organizationId, "--json"], settings)
    await run("project", "create", "--name", "Another")
    const made = JSON.parse((await run("key", "create", "--scopes", "views:read")).stdout) as { id: string }
    await run("key", "list")
    const replaced = JSON.parse((await run("key", "replace", "--key", made.id)).stdout) as { id: string }
    await run("key", "revoke", "--key", replaced.id)

    keys = await tenantKeys(url)
    first = await firstOfPrimaryKey(url)
    ran = plansOf(postgres)
  })
  afterAll(() => postgres.stop())
  return () => ({ codes, ran, keys, first })
}

/** Whether all touch one tenant only, but for the exceptions, each of which is met. */
export const assertOneTenant = ({
  ran,
  keys
}: Pick<ReturnType<ReturnType<typeof watchStatements>>, "ran" | "keys">) => {
  const met = new Set<string>()
  const wide = new Set<string>()
  for (const { text, plan } of ran) {
    for (const { table, alias, by } of touchedBy(plan, keys)) {
      if (by !== undefined) continue
      const exception = exceptions.find((one) => one.tables.includes(table) && one.text.test(text))
      if (exception === undefined) wide.add(`${alias} of ${table} in ${text}`)
      else met.add(exception.why)
    }
  }
  assert.deepStrictEqual([...wide], [])
  assert.sameMembers(
    [...met],
    exceptions.map(({ why }) => why)
  )
}
