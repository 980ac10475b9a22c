import { renderVerdict, runConformance } from "@agent-operations/conformance"
import { createDatabase, findPgBouncer, query, startPgBouncer } from "@agent-operations/postgres-for-tests"
import { assert, describe, inject, it } from "vitest"
import { command } from "./process.ts"
import { storedLaws } from "./stored-laws.ts"
import { inTurns, startTwo } from "./two.ts"

const pooler = findPgBouncer()
const none = "there is no program pgbouncer on this system"

/** From 1.21 on, it keeps statements that are prepared by name in transaction mode too. */
const keepsStatements = pooler !== undefined && !/^1\.(?:\d|1\d|20)\./.test(pooler.version)

/** Fewer sessions than the two processes hold connections, so that these have to share them. */
const sessions = 5
const few = { default_pool_size: String(sessions), ...(keepsStatements ? { max_prepared_statements: "200" } : {}) }

const roleSettings = ["statement_timeout = '10s'", "lock_timeout = '5s'", "idle_in_transaction_session_timeout = '30s'"]

/** A database behind a pooler, set up as `docs/pgbouncer.md` says. */
const startPooled = async () => {
  const database = await createDatabase(inject("postgresUrl"))
  const name = new URL(database.url).pathname.slice(1)
  for (const setting of roleSettings) {
    await query(database.url, `alter role current_user in database ${name} set ${setting}`)
  }
  const bouncer = await startPgBouncer(database.url, few)
  return { direct: database.url, url: bouncer.url, stop: () => bouncer.stop().then(database.drop) }
}

describe("behind PgBouncer in transaction mode", () => {
  it.for([false, true])(
    "the laws of what is stored hold for two processes that take turns, with PREPARE_STATEMENTS=%s",
    async (prepare, { skip }) => {
      if (pooler === undefined) return skip(none)
      if (prepare && !keepsStatements) return skip(`PgBouncer ${pooler.version} keeps no prepared statements`)
      const pooled = await startPooled()
      const two = await startTwo(pooled.url, { PREPARE_STATEMENTS: String(prepare) })
      try {
        // It carries every statement alike: a few of each sort are enough.
        const { verdicts } = await runConformance(inTurns(two), { laws: storedLaws, quick: true })
        assert.isAbove(verdicts.length, 25)
        const broken = verdicts.filter(({ outcome }) => outcome.status === "broken")
        assert.deepStrictEqual(broken.map(renderVerdict), [])
      } finally {
        await two.stop()
        await pooled.stop()
      }
    }
  )

  it("the role's timeouts are in force, and many connections share few sessions", async ({ skip }) => {
    if (pooler === undefined) return skip(none)
    const pooled = await startPooled()
    const two = await startTwo(pooled.url, { PREPARE_STATEMENTS: "false" })
    try {
      assert.deepStrictEqual(await query(pooled.url, "show statement_timeout"), [{ statement_timeout: "10s" }])
      assert.deepStrictEqual(await query(pooled.url, "show lock_timeout"), [{ lock_timeout: "5s" }])
      const { fetch: send = fetch, key, projectId, url } = inTurns(two)
      const create = async (n: number) => {
        const headers = {
          authorization: `Bearer ${key}`,
          "x-project-id": projectId,
          "content-type": "application/json"
        }
        const body = JSON.stringify({
          name: `Pooled ${n}`,
          source: { type: "table" },
          settings: { target: "traces" }
        })
        return (await send(new Request(`${url}/api/agent/create_page_view`, { method: "POST", headers, body }))).status
      }
      const statuses = await Promise.all(Array.from({ length: 400 }, (_, n) => create(n)))
      assert.deepStrictEqual([...new Set(statuses)], [200])
      const [row] = await query(
        pooled.direct,
        `select count(*)::int as open from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`
      )
      assert.isAtLeast(Number(row?.["open"]), 1)
      assert.isAtMost(Number(row?.["open"]), sessions)
    } finally {
      await two.stop()
      await pooled.stop()
    }
  })

  it("one that does not let the timeouts through is told of at the start, with the way out", async ({ skip }) => {
    if (pooler === undefined) return skip(none)
    const database = await createDatabase(inject("postgresUrl"))
    const bouncer = await startPgBouncer(database.url, { ignore_startup_parameters: "extra_float_digits" })
    try {
      const { code, stderr } = await command(["serve"], { DATABASE_URL: bouncer.url, PORT: "0" })
      assert.strictEqual(code, 1)
      assert.include(stderr, "ignore_startup_parameters")
    } finally {
      await bouncer.stop()
      await database.drop()
    }
  })
})
