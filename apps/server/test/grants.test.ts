import { ApiKeys, OfferedScopes, Organizations } from "@agent-operations/auth"
import {
  checkMigrated,
  grantsSql,
  migrate,
  migrationsSql,
  type MigrationSet,
  pendingMigrationsSql,
  Postgres
} from "@agent-operations/database"
import { type KindPolicy, RevisionStore } from "@agent-operations/revision-store"
import { serverDatabaseUrl } from "@agent-operations/testing"
import { makePrices, makeSpan, readRequest } from "@agent-operations/traces"
import { hostItself, TraceStore } from "@agent-operations/traces/store"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Result } from "effect"
import { SqlClient } from "effect/sql"
import { spawnSync } from "node:child_process"
import { contract, migrations } from "../src/services.ts"

const Widget: KindPolicy = { name: "widget", title: "widget", prefix: "wd", mayReference: ["widget"] }
const space = { tenant: "org_a", project: "prj_a" }
const actor = { type: "user", id: "usr_ada", name: "Ada" } as const
const content = (name: string) => ({ name, description: null, source: {}, settings: {}, references: {} })

const open = (url: string, schema?: string) =>
  Layer.build(Layer.fresh(Postgres.layer({ url: Redacted.make(url), schema, maxConnections: 2 }))).pipe(
    Effect.map(Context.get(SqlClient.SqlClient))
  )

const on = (sql: SqlClient.SqlClient) => Effect.provideService(SqlClient.SqlClient, sql)

/** Runs a script as `psql --file` would, without its own wait for an error to be seen. */
const psql = (url: string, script: string) =>
  Effect.sync(() => {
    const ran = spawnSync("psql", ["--set=ON_ERROR_STOP=1", "--quiet", "--file=-", url], {
      input: script,
      encoding: "utf8"
    })
    assert.strictEqual(ran.status, 0, ran.stderr)
  })

const noPsql = spawnSync("psql", ["--version"]).error && "psql is not installed here"

/** A trace is recorded, read and deleted, and rooms for traces to come are made. */
const traceVerbs = Effect.gen(function* () {
  const startNano = BigInt(Date.now()) * 1_000_000n
  const span = { traceId: "a".repeat(32), spanId: "b".repeat(16), name: "one", startTimeUnixNano: String(startNano) }
  const body = Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }))
  const times = { earliest: 0n, latest: startNano }
  const read = readRequest(body, "application/json", times, makeSpan(makePrices()))
  const traces = yield* TraceStore
  assert.deepStrictEqual(yield* traces.record(space, Result.getOrThrow(read).spans, hostItself), [])
  assert.lengthOf((yield* traces.list(space, { limit: 10 })).items, 1)
  assert.strictEqual(yield* traces.remove(space, span.traceId), 1)
  yield* traces.prepareWeeks
  yield* traces.removals.tombstones.remove(0)
})

/** Every verb of the store, and the making of an organization, a project and a key. */
const everyVerb = Effect.gen(function* () {
  const store = yield* RevisionStore
  const { id } = yield* store.create(space, Widget, content("One"), actor)
  const { id: other } = yield* store.create(space, Widget, content("Other"), actor)
  yield* store.append(space, Widget, id, 1, { references: { it: { kind: "widget", id: other, revision: 1 } } }, actor)
  yield* store.restore(space, Widget, id, { revision: 1, expectedRevision: 2 }, actor)
  assert.strictEqual((yield* store.read(space, Widget, id, undefined)).revision, 3)
  yield* store.history(space, Widget, id, { limit: 10, maxBytes: 1e6 })
  yield* store.remove(space, Widget, id, 3, actor)
  const by = { type: "operator" } as const
  const organizations = yield* Organizations
  const { id: organizationId } = yield* organizations.create({ name: "Tenant" })
  yield* organizations.createProject({ organizationId, name: "One", by })
  const keys = yield* ApiKeys
  const made = yield* keys.create({ organizationId, name: "Key", scopes: ["views:read"], by })
  yield* keys.revoke({ organizationId, id: made.key.id, by })
  yield* traceVerbs
})

const refused = [
  "create table agent_operations.more (id text)",
  "create schema more",
  "drop table agent_operations.revisions",
  "truncate agent_operations.revisions",
  "alter table agent_operations.revisions add column more text",
  "insert into agent_operations.migrations (owner, number, name) values ('auth', 99, 'x')",
  "delete from agent_operations.migrations"
]

const later: MigrationSet = {
  owner: "later",
  steps: [
    {
      number: 1,
      name: "notes",
      up: Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`create table agent_operations.notes (id bigint generated always as identity, text text)`
      )
    }
  ]
}

describe.each([undefined, "Kit"])("a database migrated by its printed statements, schema %s", (schema) => {
  it.live.skipIf(noPsql)(
    `is complete, and a role with the printed grants reads and writes rows and nothing else${noPsql ? ` (${noPsql})` : ""}`,
    () =>
      Effect.gen(function* () {
        const url = yield* serverDatabaseUrl
        const sql = yield* open(url, schema)
        const missing = yield* Effect.flip(on(sql)(checkMigrated(migrations)))
        assert.strictEqual(missing._tag, "MigrationsMissing")
        assert.include(missing.message, "auth 1 (organizations)")
        yield* psql(url, yield* migrationsSql(migrations, { schema }))
        yield* on(sql)(checkMigrated(migrations))
        assert.deepStrictEqual(yield* on(sql)(migrate(migrations)), [])
        assert.strictEqual(yield* on(sql)(pendingMigrationsSql(migrations)), "")

        const role = `${new URL(url).pathname.slice(1)} "of" the app`
        const quoted = `"${role.replaceAll('"', '""')}"`
        yield* Effect.acquireRelease(sql.unsafe(`create role ${quoted} login password 'p'`), () =>
          Effect.orDie(Effect.andThen(sql.unsafe(`drop owned by ${quoted}`), sql.unsafe(`drop role ${quoted}`)))
        )
        yield* psql(url, yield* grantsSql(migrations, { role, schema }))
        // What is made later has the grants too.
        yield* psql(url, yield* on(sql)(pendingMigrationsSql([...migrations, later])))

        const asRole = new URL(url)
        asRole.username = encodeURIComponent(role)
        asRole.password = "p"
        const limited = yield* open(asRole.href, schema)
        yield* on(limited)(checkMigrated([...migrations, later]))
        const services = Layer.mergeAll(RevisionStore.layer, Organizations.layer, ApiKeys.layer, TraceStore.layer).pipe(
          Layer.provide(Layer.succeed(OfferedScopes, contract.scopes))
        )
        yield* Effect.provide(everyVerb, services.pipe(Layer.provide(Layer.succeed(SqlClient.SqlClient, limited))))
        yield* limited`insert into agent_operations.notes (text) values ('later')`
        yield* limited`delete from agent_operations_identity.sign_in_links`
        for (const statement of refused) {
          const error = yield* Effect.flip(limited.unsafe(statement))
          assert.strictEqual(error.reason._tag, "AuthorizationError", statement)
        }
      })
  )
})
