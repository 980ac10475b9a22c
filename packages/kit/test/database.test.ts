import { createAgentOperations, type DatabaseOptions } from "@agent-operations/kit"
import { createDatabase, query } from "@agent-operations/postgres-for-tests"
import { emptyImage } from "@agent-operations/testing"
import { views } from "@agent-operations/views"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { PgClient } from "@effect/sql-pg"
import { Redacted } from "effect"
import pg from "pg"
import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"
import { access, system, view } from "./front-door.ts"

const families = [views()]
const namesOf = async (kit: {
  as: (who: typeof access) => {
    pageViews: { list: (input: object) => Promise<{ items: ReadonlyArray<{ name: string }> }> }
  }
}) => (await kit.as(access).pageViews.list({})).items.map(({ name }) => name)

describe("a database of the host's", () => {
  let server: Awaited<ReturnType<typeof createDatabase>>
  let pool: pg.Pool
  beforeAll(async () => {
    server = await createDatabase(inject("postgresUrl"))
    pool = new pg.Pool({ connectionString: server.url, max: 1 })
    // The server may end a connection that is being closed when its database goes.
    pool.on("error", () => {})
  })
  afterAll(async () => {
    await pool.end()
    await server.drop()
  })

  it.each<readonly [string, () => DatabaseOptions]>([
    ["its URL, with settings of the pool", () => ({ url: server.url, maxConnections: 2, schema: "by_url" })],
    ["a pool of pg, of one connection", () => ({ pool, schema: "by_pool" })],
    [
      "a client of effect/sql",
      () => ({ client: PgClient.layer({ url: Redacted.make(server.url) }), schema: "by_client" })
    ]
  ])("serves over %s, in a schema of its own", async (_, database) => {
    await using kit = await createAgentOperations({ families, database: database() })
    await kit.as(access).pageViews.create(view("Only one"))
    assert.deepStrictEqual(await namesOf(kit), ["Only one"])
    const response = await kit.fetch(new Request("http://test/readyz"))
    assert.strictEqual(response.status, 200)
  })

  it("changes nothing of the host's: rows, other schemas, and settings of the pool's connection", async () => {
    await pool.query("create table orders as select 1 as id, 'one' as note")
    const state = async () => {
      const found: Array<ReadonlyArray<unknown>> = []
      for (const text of [
        "select * from orders",
        "select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'kept_apart' order by 1",
        "select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace order by 1",
        "select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace order by 1",
        "select extname from pg_extension order by 1",
        "select name, setting from pg_settings order by 1"
      ]) {
        found.push((await pool.query(text)).rows)
      }
      return found
    }
    const before = await state()
    await using kit = await createAgentOperations({ families, database: { pool, schema: "kept_apart" } })
    await kit.as(access).pageViews.create(view("Apart"))
    assert.deepStrictEqual(await namesOf(kit), ["Apart"])
    assert.deepStrictEqual(await state(), before)
  })

  it("leaves the host's pool open", async () => {
    assert.deepStrictEqual((await pool.query("select 1 as one")).rows, [{ one: 1 }])
  })

  it("two kits of one process on one database are one installation, and in two schemas two", async () => {
    await using first = await createAgentOperations({ families, database: { url: server.url } })
    await using second = await createAgentOperations({ families, database: { pool } })
    await using other = await createAgentOperations({ families, database: { pool, schema: "elsewhere" } })
    const { id } = await first.as(access).pageViews.create(view("Shared"))
    assert.strictEqual((await second.as(access).pageViews.get({ id })).name, "Shared")
    assert.deepStrictEqual([await namesOf(second), await namesOf(other)], [["Shared"], []])
    const { id: organizationId } = await first.organizations.create({ name: "Acme" })
    const { token } = await first.keys.create({ organizationId, name: "CI", scopes: ["views:read"] })
    await first.projects.create({ organizationId, name: "One", id: "one" })
    const ask = (kit: typeof first) =>
      kit.fetch(
        new Request("http://test/api/agent/list_page_views", {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "x-project-id": "one", "content-type": "application/json" },
          body: "{}"
        })
      )
    assert.deepStrictEqual(
      [(await ask(first)).status, (await ask(second)).status, (await ask(other)).status],
      [200, 200, 401]
    )
  })

  it("says which grants its user lacks, at the start and by /readyz", async () => {
    const schema = "granted"
    const role = new URL(server.url).pathname.slice(1)
    const url = new URL(server.url)
    url.username = role
    url.password = "p"
    const start = () =>
      createAgentOperations({ families, migrate: "check", logLevel: "None", database: { url: url.href, schema } })
    await (await createAgentOperations({ families, database: { pool, schema } })).close()
    await pool.query(`create role ${role} login password 'p'`)
    try {
      await pool.query(`grant usage on schema ${schema} to ${role}`)
      await pool.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`)
      await pool.query(`revoke update, delete on ${schema}.definitions from ${role}`)
      const refused: unknown = await start().catch((error: unknown) => error)
      assert.strictEqual(
        (refused as Error).message,
        `The database user ${role} lacks the grants update, delete on "${schema}".definitions.`
      )
      assert.include(String((refused as { hint?: string }).hint), `agent-operations-admin sql --grants ${role}`)
      await pool.query(`grant update, delete on ${schema}.definitions to ${role}`)
      await using kit = await start()
      const status = async () => (await kit.fetch(new Request("http://test/readyz"))).status
      await kit.as(access).pageViews.create(view("Granted"))
      assert.strictEqual(await status(), 200)
      await pool.query(`revoke insert on ${schema}.revisions from ${role}`)
      assert.strictEqual(await status(), 503)
    } finally {
      await pool.query(`drop owned by ${role}`)
      await pool.query(`drop role ${role}`)
    }
  })

  it("a database that cannot be opened says why and what to do", async () => {
    const start = (url: string) =>
      createAgentOperations({ families, database: { url, startTimeout: 1 } }).then(
        () => assert.fail("It started."),
        (error: unknown) => error as { _tag: string; reason: string; hint: string }
      )
    const unknown = new URL(server.url)
    unknown.pathname = "/no_such_database"
    const { _tag, reason, hint } = await start(unknown.href)
    assert.deepStrictEqual([_tag, reason], ["DatabaseStartError", "UnknownDatabase"])
    assert.isNotEmpty(hint)
    assert.strictEqual((await start("http://db")).reason, "InvalidUrl")
  })
})

describe.each([
  {
    name: "PGlite",
    open: async () => ({ database: { memory: true, image: await emptyImage() } as const, drop: async () => {} })
  },
  {
    name: "PostgreSQL",
    open: async () => {
      const { url, drop } = await createDatabase(inject("postgresUrl"))
      return { database: { url } as const, drop }
    }
  }
])("migrate on $name", ({ open }) => {
  it("`check` rejects the start and lists what is missing", async () => {
    const { database, drop } = await open()
    const error = await createAgentOperations({ families, database, migrate: "check" }).then(
      () => assert.fail("It started."),
      (error: unknown) => error as { _tag: string; message: string; hint: string }
    )
    assert.strictEqual(error._tag, "MigrationsMissing")
    assert.include(error.message, "auth 1 (organizations)")
    assert.include(error.hint, "Migrate it")
    await drop()
  })

  it("`false` starts over an empty database, which serves once `kit.migrate()` has run", async () => {
    const { database, drop } = await open()
    {
      await using kit = await createAgentOperations({ families, database, migrate: false, logLevel: "None" })
      const ready = async () => (await kit.fetch(new Request("http://test/readyz"))).status
      assert.strictEqual(await ready(), 503)
      const steps = await kit.migrate()
      assert.include(
        steps.map(({ owner, name }) => `${owner} ${name}`),
        "auth organizations"
      )
      assert.deepStrictEqual(await kit.migrate(), [])
      const { pageViews } = kit.as(access)
      for (const name of ["One", "Two"]) await pageViews.create(view(name))
      // The secret that signs cursors is there since the migration.
      const { nextCursor } = await waitUntil("a list", () => pageViews.list({ limit: 1 }))
      assert.deepStrictEqual((await pageViews.list({ limit: 1, cursor: nextCursor ?? "" })).items.length, 1)
      assert.strictEqual(await ready(), 200)
    }
    await drop()
  })
})

it("stays ready while a newer version migrates the database for itself, and does not start over it", async () => {
  const { url, drop } = await createDatabase(inject("postgresUrl"))
  const open = () => createAgentOperations({ families, database: { url }, logLevel: "None" })
  const kit = await open()
  const ready = async () => (await kit.fetch(new Request("http://test/readyz"))).status
  assert.strictEqual(await ready(), 200)
  await query(url, "insert into agent_operations.migrations (owner, number, name) values ('auth', 1000, 'of later')")
  assert.strictEqual(await ready(), 200)
  await kit.as(access).pageViews.create(view("Beside it"))
  const error = await open().then(
    () => assert.fail("It started."),
    (error: unknown) => error as { _tag: string }
  )
  assert.strictEqual(error._tag, "MigrationNewerThanCode")
  await query(url, "delete from agent_operations.migrations where owner = 'auth'")
  assert.strictEqual(await ready(), 503)
  await kit.close()
  await drop()
})

it("says once, at the start, that a family was left out whose data is there", async () => {
  const { url, drop } = await createDatabase(inject("postgresUrl"))
  await (await createAgentOperations({ families, database: { url } })).close()
  const lines: Array<string> = []
  const log = console.log
  console.log = (...line: ReadonlyArray<unknown>) => void lines.push(line.join(" "))
  try {
    await using kit = await createAgentOperations({ families: [system()], database: { url }, logLevel: "Info" })
    assert.deepStrictEqual(await kit.as(access).system.echo({}), { text: "pong" })
  } finally {
    console.log = log
    await drop()
  }
  assert.lengthOf(
    lines.filter((line) => line.includes("revision-store")),
    1
  )
})
