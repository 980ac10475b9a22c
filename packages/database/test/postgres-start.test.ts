import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Logger, Redacted } from "effect"
import { appendFileSync, chmodSync, chownSync, copyFileSync, statSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { Database, type DatabaseStartError, HostPool, Postgres } from "../src/index.ts"
import { connect, open, ownServer } from "./support.ts"

const secret = "do-not-tell"

/** How opening a URL fails, and what it logged meanwhile. */
const refusal = (url: string, config: Partial<Postgres.PostgresConfig> = {}) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const logger = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
    const layer = Postgres.layer({ url: Redacted.make(url), startTimeout: "2 seconds", ...config })
    const error = yield* Effect.flip(Effect.scoped(open(layer)).pipe(Effect.provide(logger)))
    return { error, lines }
  })

const assertReadable = (error: DatabaseStartError) => {
  for (const line of [error.message, error.hint]) {
    assert.isNotEmpty(line)
    assert.notInclude(line, "\n")
  }
  assert.notInclude(JSON.stringify(error), secret)
}

const changed = (url: string, change: (url: URL) => void): string => {
  const copy = new URL(url)
  change(copy)
  return copy.href
}

describe("opening PostgreSQL", () => {
  it.live.each([
    ["postgres", "not a URL"],
    [`postgres://me:${secret}@one,two/app`, "names several hosts"],
    [`mysql://me:${secret}@host/app`, "does not begin with postgres:"],
    [`${secret}://me:password@host/app`, "does not begin with postgres:"],
    [`postgres://me:abc@${secret}#9@127.0.0.1:1/app`, "a sign that is written as"],
    [`postgres://me:1#${secret}@host/app`, "a sign that is written as"],
    [`postgres://me:1/${secret}@host/app`, "a sign that is written as"],
    [`postgres://me:1?${secret}@host/app`, "a sign that is written as"],
    [`postgres://${secret}#@host/app`, "a sign that is written as"],
    [`postgres:\n//me:1/${secret}@host/app`, "a sign that is written as"],
    [`postgres://me:1?sslmode=${secret}@host/app`, "a sign that is written as"],
    [`postgres://me:1?a&${secret}@host/app`, "a sign that is written as"],
    [`postgres://me:${secret}@host/%zz`, "a % that does not encode a character"],
    [`postgres://me:${secret}@host/app?sslmode=strict`, "sslmode=strict is not one of disable, "],
    [`postgres://me:${secret}@host/app?sslmode=require&sslrootcert=/nowhere`, "sslrootcert, /nowhere, cannot be read"]
  ] as const)("by %s is refused at once, without the password", ([url, words]) =>
    Effect.gen(function* () {
      const { error, lines } = yield* refusal(url)
      assert.strictEqual(error.reason, "InvalidUrl")
      assert.include(error.message, words)
      assertReadable(error)
      // It was not tried again.
      assert.deepStrictEqual(lines, [])
    })
  )

  it.live("with a wrong password or an unknown database is refused at once", () =>
    Effect.gen(function* () {
      const server = yield* ownServer
      const cases = [
        ["AuthenticationFailed", (url: URL) => void (url.password = secret)],
        ["AuthenticationFailed", (url: URL) => void ((url.username = "nobody"), (url.password = secret))],
        ["AuthenticationFailed", (url: URL) => void (url.password = "")],
        ["UnknownDatabase", (url: URL) => void (url.pathname = "/nothing")],
        ["TlsFailed", (url: URL) => void (url.search = "?sslmode=require")]
      ] as const
      for (const [reason, change] of cases) {
        const { error, lines } = yield* refusal(changed(server.url, change), { startTimeout: "30 seconds" })
        assert.strictEqual(error.reason, reason, error.message)
        assertReadable(error)
        assert.deepStrictEqual(lines, [])
      }
    })
  )

  it.live("by a pool of the host's says to look at the pool, which has no URL", () =>
    Effect.gen(function* () {
      const server = yield* ownServer
      const connectionString = changed(server.url, (url) => void (url.pathname = "/nothing"))
      const pool = new pg.Pool({ connectionString })
      yield* Effect.addFinalizer(() => Effect.promise(() => pool.end()))
      const error = yield* Effect.flip(Effect.scoped(open(Database.layer({ pool }))))
      assert.strictEqual(error.reason, "UnknownDatabase")
      assertReadable(error)
      assert.include(error.message, '"nothing"')
      assert.include(error.hint, "the settings of the pool")
      assert.notMatch(error.hint, /URL|createdb the/)
    })
  )

  it.live("that is away is tried again, with a line each time, and then given up with the reason", () =>
    Effect.gen(function* () {
      for (const url of [`postgres://me:${secret}@127.0.0.1:1/app`, `postgres://me:${secret}@nowhere.invalid/app`]) {
        const { error, lines } = yield* refusal(url)
        assert.strictEqual(error.reason, "Unreachable")
        assertReadable(error)
        assert.isAtLeast(lines.length, 3)
        for (const line of lines) assert.match(line, /^PostgreSQL at .*\/app cannot be reached yet: /)
        assert.notInclude(lines.join(), secret)
      }
    })
  )

  it.live("that comes up while it is tried succeeds", () =>
    Effect.gen(function* () {
      const server = yield* ownServer
      process.kill(server.serverPid, "SIGKILL")
      const opening = yield* Effect.forkChild(connect(server, { startTimeout: "20 seconds" }))
      // clock: it is to have been tried; where it was not yet, the server is there at the first try
      yield* Effect.sleep("1 second")
      yield* Effect.promise(server.restart)
      const sql = yield* Fiber.join(opening)
      assert.deepStrictEqual(yield* sql`select 1 as one`, [{ one: 1 }])
    })
  )

  it.live("over TLS goes by the URL", () =>
    Effect.gen(function* () {
      const server = yield* ownServer
      const { uid, gid } = statSync(server.dataDirectory)
      for (const [file, name] of [
        ["certificate.pem", "server.crt"],
        ["key.pem", "server.key"]
      ] as const) {
        const path = join(server.dataDirectory, name)
        copyFileSync(join(import.meta.dirname, "fixtures", file), path)
        chmodSync(path, 0o600)
        chownSync(path, uid, gid)
      }
      appendFileSync(join(server.dataDirectory, "postgresql.conf"), "\nssl = on\n")
      yield* Effect.promise(server.restart)
      const root = join(import.meta.dirname, "fixtures", "certificate.pem")

      const unknownAuthority = yield* refusal(changed(server.url, (url) => (url.search = "?sslmode=require")))
      assert.strictEqual(unknownAuthority.error.reason, "TlsFailed", unknownAuthority.error.message)
      assert.deepStrictEqual(unknownAuthority.lines, [])
      const checked = `sslmode=verify-full&sslrootcert=${root}`
      const otherHost = yield* refusal(changed(server.url, (url) => (url.search = `?${checked}`)))
      assert.strictEqual(otherHost.error.reason, "TlsFailed", otherHost.error.message)
      assert.include(otherHost.error.hint, "sslrootcert=<file> in the URL")
      const pool = new pg.Pool({ connectionString: server.url, ssl: true })
      const ofPool = yield* Effect.flip(open(HostPool.layer({ pool })))
      yield* Effect.promise(() => pool.end())
      assert.strictEqual(ofPool.reason, "TlsFailed", ofPool.message)
      assert.include(ofPool.hint, "in the settings of the pool: ssl: { ca")

      for (const [search, encrypted] of [
        ["", false],
        ["?sslmode=disable", false],
        ["?sslmode=no-verify", true],
        [`?sslmode=verify-ca&sslrootcert=${root}`, true],
        [`?sslmode=require&sslrootcert=${root}&host=localhost`, true],
        [`?${checked}&host=localhost`, true]
      ] as const) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            const sql = yield* open(
              Postgres.layer({ url: Redacted.make(changed(server.url, (url) => (url.search = search))) })
            )
            const rows = yield* sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
            assert.deepStrictEqual(rows, [{ ssl: encrypted }], search)
          })
        )
      }
    })
  )

  it.live("sets the session's limits and name", () =>
    Effect.gen(function* () {
      const server = yield* ownServer
      const sql = yield* connect(server, { statementTimeout: "4 seconds", applicationName: "the tests" })
      const settings = sql`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`
      const all = { statement: "4s", lock: "2s", idle: "12s", name: "the tests" }
      assert.deepStrictEqual(yield* sql.withTransaction(settings), [all])
      assert.deepStrictEqual(yield* settings, [{ ...all, statement: "250ms" }])
    })
  )
})

describe("the description of a database", () => {
  it("never holds the password", () => {
    const describe = (url: string) => Database.describe({ url: Redacted.make(url) })
    assert.strictEqual(
      describe(`postgres://me:${secret}@db.example/app?sslmode=require`),
      "PostgreSQL at db.example:5432/app"
    )
    assert.strictEqual(
      describe(`postgres:///app?host=/run/postgres&port=6000&user=me&password=${secret}`),
      "PostgreSQL at /run/postgres:6000/app"
    )
    assert.strictEqual(describe(`postgres://me:${secret}@one,two/app`), "PostgreSQL at an invalid URL")
    assert.strictEqual(Database.describe({ directory: ".data" }), "PGlite at .data")
    assert.strictEqual(Database.describe({}), "PGlite in memory")
  })
})
