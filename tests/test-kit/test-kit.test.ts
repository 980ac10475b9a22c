import { createDatabase, query } from "@agent-operations/postgres-for-tests"
import type { DefinitionChanged } from "@agent-operations/kit"
import { testKit } from "@agent-operations/kit/testing"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"
import { prepare } from "../evaluations/capitals.ts"
import { codeOf } from "../kit.ts"
import { families, view } from "./families.ts"
import { ownUser } from "./own-user.ts"

const start = (database?: { readonly url: string }) => testKit({ families: families(), database, logLevel: "Warn" })
type Kit = Awaited<ReturnType<typeof start>>

/** The rows of every table but those that tell of this process. */
const rowsOf = (kit: Kit) =>
  kit.kit.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{ name: string }>`
        select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname like 'agent_operations%' and tablename <> 'eval_workers' order by 1`
      const counts = yield* Effect.forEach(tables, ({ name }) =>
        Effect.map(
          sql<{ rows: number }>`select count(*)::integer as rows from ${sql.literal(name)}`,
          ([row]) => [name, row!.rows] as const
        )
      )
      assert.isAbove(counts.length, 40)
      return Object.fromEntries(counts.filter(([, rows]) => rows > 0))
    })
  )

const post = (operation: string, headers: Record<string, string>, body: object) =>
  new Request(`http://test/api/agent/${operation}`, { method: "POST", headers, body: JSON.stringify(body) })

const sorts = [
  { name: "PGlite", database: () => undefined },
  { name: "PostgreSQL", database: () => ({ url: inject("postgresUrl") }) }
]

describe.each(sorts)("a kit for tests on $name", ({ name, database }) => {
  let kit: Kit
  beforeAll(async () => void (kit = await start(database())), 300_000)
  afterAll(() => kit.close())

  it("has callers that never meet, and who may do what they are to", async () => {
    const [one, other] = [kit.as(), kit.as({ type: "api_key" })]
    const made = await one.pageViews.create(view("Slow"))
    assert.strictEqual((await other.pageViews.create(view("Slow"))).createdBy.type, "api_key")
    assert.deepStrictEqual(
      (await one.pageViews.list({})).items.map(({ id }) => id),
      [made.id]
    )
    assert.strictEqual(await codeOf(other.pageViews.get({ id: made.id })), "NOT_FOUND")
    const reader = kit.as({ scopes: ["views:read"] })
    assert.deepStrictEqual((await reader.pageViews.list({})).items, [])
    assert.strictEqual(await codeOf(reader.pageViews.create(view("Slow"))), "MISSING_SCOPE")
  })

  it("has tenants for several callers and for requests", async () => {
    const [tenant, other] = [await kit.tenant(), await kit.tenant()]
    const { id } = await tenant.as().pageViews.create(view("Shared"))
    assert.strictEqual((await tenant.as().pageViews.get({ id })).name, "Shared")
    const answered = await kit.fetch(post("get_page_view", await tenant.headers(), { id }))
    assert.deepInclude((await answered.json()).data, { id, name: "Shared" })
    assert.strictEqual((await kit.fetch(post("get_page_view", await other.headers(), { id }))).status, 404)
    const reading = await tenant.headers(["views:read"])
    assert.strictEqual((await kit.fetch(post("create_page_view", reading, view("No")))).status, 403)
  })

  it("has a clock that moves, and wakes who sleeps", async () => {
    const now = () => kit.kit.run(Clock.currentTimeMillis)
    const { pageViews } = kit.as()
    const [before, first] = [await now(), await pageViews.create(view("First"))]
    let woken = false
    // clock: the kit's, which the test moves
    const sleeping = kit.kit.run(Effect.sleep("2 hours")).then(() => (woken = true))
    await kit.advance("1 hour")
    assert.isFalse(woken)
    assert.isAtLeast((await now()) - before, 3_600_000)
    const second = await pageViews.create(view("Second"))
    assert.isAtLeast(Date.parse(second.createdAt) - Date.parse(first.createdAt), 3_600_000)
    await kit.advance("1 hour")
    await sleeping
    assert.isTrue(
      await codeOf(kit.advance("soon" as never)).then(
        () => false,
        () => true
      )
    )
  })

  it("expires keys by its clock", async () => {
    const { organizationId, projectId } = await kit.tenant()
    const expiresAt = new Date((await kit.kit.run(Clock.currentTimeMillis)) + 600_000)
    const { token } = await kit.kit.keys.create({ organizationId, name: "Short", scopes: ["views:read"], expiresAt })
    const list = async () => {
      const headers = {
        authorization: `Bearer ${token}`,
        "x-project-id": projectId,
        "content-type": "application/json"
      }
      return (await kit.fetch(post("list_page_views", headers, {}))).status
    }
    assert.strictEqual(await list(), 200)
    await kit.advance("11 minutes")
    assert.strictEqual(await list(), 401)
  })

  it("is idle once changes are delivered, those of a handler that failed too", async () => {
    const delivered: Array<DefinitionChanged> = []
    let fails = true
    const subscription = await kit.kit.on(
      "definition.changed",
      async (change) => {
        // clock: a handler that is not quick
        await new Promise((resolve) => setTimeout(resolve, 50))
        if (fails) throw new Error("Not yet.")
        delivered.push(change)
      },
      { name: `idle-${name.toLowerCase()}` }
    )
    const { pageViews } = kit.as()
    for (const one of ["A", "B", "C"]) await pageViews.create(view(one))
    // clock: some calls have failed by then, however many
    setTimeout(() => (fails = false), 300)
    await kit.idle()
    assert.strictEqual(delivered.length, 3)
    await subscription.remove()
  })

  it("is idle once runs have ended", async () => {
    const { as } = await kit.tenant()
    const { calls, app, start: begin } = await prepare({ as: () => as() }, "")
    const run = await begin(await app({ type: "sample", behaviour: "capitals" }))
    assert.isNull((await calls.evaluations.get({ id: run.id })).run.endedAt)
    await kit.idle()
    assert.deepInclude((await calls.evaluations.get({ id: run.id })).run.counts, { total: 5, succeeded: 5 })
  })

  it("is idle once the upkeep is done whose time has come", async () => {
    const own = await start(database())
    const run = <A>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>) =>
      own.kit.run(SqlClient.SqlClient.use(statement))
    const weeks = () =>
      run(
        (sql) => sql<{ count: number }>`
          select count(*)::integer as count from pg_inherits
          where inhparent = 'agent_operations.trace_spans'::regclass`
      )
    await run((sql) => sql`select agent_operations.drop_trace_partitions('9999-01-01')`)
    assert.deepStrictEqual(await weeks(), [{ count: 0 }])
    await own.advance("1 hour")
    await own.idle()
    assert.deepStrictEqual(await weeks(), [{ count: 3 }], "this week and two to come")
    await own.close()
  })

  it("is closed with its database, and the next one has none of its rows", async () => {
    const [one, beside] = [await start(database()), await start(database())]
    const fresh = await rowsOf(one)
    const { organizationId } = await one.tenant()
    await one.as().pageViews.create(view("Left"))
    await one.as().datasets.create({ name: "Left", source: { type: "items" }, settings: {} })
    assert.notDeepEqual(await rowsOf(one), fresh)
    assert.deepStrictEqual(await rowsOf(beside), fresh, "a kit that is open at the same time has another database")
    await one.close()
    await one.close()
    await codeOf(one.as().pageViews.list({})).then(
      () => assert.fail("It answers."),
      () => {}
    )
    const next = await start(database())
    assert.deepStrictEqual(await rowsOf(next), fresh)
    assert.deepStrictEqual(await next.kit.organizations.members({ organizationId }).catch(() => []), [])
    await Promise.all([next.close(), beside.close()])
  })

  it("leaves nothing where it cannot start", async () => {
    const user = await ownUser("starts_not")
    const [first, ...rest] = families()
    const failing = { ...first, layer: Layer.effectDiscard(Effect.fail("No.")) }
    try {
      await testKit({
        families: [failing, ...rest],
        database: database() && { url: user.url },
        logLevel: "None"
      }).then(
        () => assert.fail("It started."),
        () => {}
      )
      assert.deepStrictEqual(await user.copies(), [])
    } finally {
      await user.drop()
    }
  })
})

it("says what is wrong with its options", async () => {
  for (const [options, message] of [
    [{ families: [] }, /families is empty/],
    [{ families: families(), database: { url: "" } }, /database\.url/],
    [{ families: families(), databas: {} }, /no option databas/]
  ] as const) {
    const error = await testKit(options as never).then(() => undefined, String)
    assert.match(error!, message)
  }
})

it("uses a schema where its user may create no database, and drops it", async () => {
  const admin = inject("postgresUrl")
  const { url, drop } = await createDatabase(admin)
  const database = new URL(url).pathname.slice(1)
  await query(admin, "create role kit_tester login password 'kit_tester'")
  await query(admin, `grant create on database "${database}" to kit_tester`)
  const own = new URL(url)
  own.username = own.password = "kit_tester"
  const schemas = async () => (await query(url, "select nspname from pg_namespace where nspname like 'agent%'")).length
  try {
    const kit = await start({ url: own.href })
    await kit.as().pageViews.create(view("In a schema"))
    assert.strictEqual(await schemas(), 1)
    await kit.close()
    assert.strictEqual(await schemas(), 0)
    await query(admin, `revoke create on database "${database}" from kit_tester`)
    const refused = await start({ url: own.href }).then(
      () => undefined,
      (error: Error) => error
    )
    assert.match(refused!.message, /neither a database nor a schema/)
  } finally {
    await query(url, "drop owned by kit_tester cascade")
    await query(admin, "drop role kit_tester")
    await drop()
  }
})
