import { query } from "@agent-operations/postgres-for-tests"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { randomBytes } from "node:crypto"
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { inject, vi } from "vitest"
import { migrate, type MigrationSet, pendingMigrations, Pglite, Postgres } from "../src/index.ts"
import { lastCached, readCached, writeCached } from "../src/testing/cache.ts"
import { hashOfImage, makeEmpty, migratedImage, migrationsHash, serverDatabase } from "../src/testing/index.ts"
import { step } from "./migration-sets.ts"
import { open, temporaryDirectory } from "./support.ts"

const plants = (leaves = "integer"): ReadonlyArray<MigrationSet> => [
  {
    owner: "plants",
    steps: [
      step(1, "trees", "create table agent_operations.trees (id integer generated always as identity primary key)"),
      step(
        2,
        "leaves",
        `create table agent_operations.leaves (
          tree integer references agent_operations.trees, size ${leaves}, twice integer generated always as (2 * tree) stored
        )`
      ),
      step(3, "first", "insert into agent_operations.trees default values"),
      step(
        4,
        "keep",
        "create function agent_operations.keep() returns trigger language plpgsql as $$ begin raise 'kept'; end $$"
      ),
      step(
        5,
        "kept",
        "create trigger kept before delete on agent_operations.trees execute function agent_operations.keep()"
      )
    ]
  }
]

/** A package in a directory of its own, in which the process seems to run. */
const ownPackage = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  mkdirSync(join(directory, "node_modules"))
  mkdirSync(join(directory, "test"))
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const { TMPDIR } = process.env
      process.env["TMPDIR"] = join(directory, "test")
      return { TMPDIR, spy: vi.spyOn(process, "cwd").mockReturnValue(join(directory, "test")) }
    }),
    ({ TMPDIR, spy }) =>
      Effect.sync(() => {
        spy.mockRestore()
        if (TMPDIR === undefined) delete process.env["TMPDIR"]
        else process.env["TMPDIR"] = TMPDIR
      })
  )
  return { directory, cache: join(directory, "node_modules", ".cache", "agent-operations") }
})

const own = `agent-operations-${process.geteuid?.() ?? "cache"}`

const secret: MigrationSet = {
  owner: "secrets",
  steps: [
    {
      number: 1,
      name: "secret",
      up: Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select ${randomBytes(32)}::bytea`)
    }
  ]
}

const reading: MigrationSet = {
  owner: "readers",
  steps: [
    {
      number: 1,
      name: "read",
      up: Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ one: string }>`select 'leaves' as one`
        yield* sql.unsafe(`comment on table agent_operations.${row!.one} is 'read'`)
      })
    }
  ]
}

describe("the hash of migrations", () => {
  it.effect("is that of their statements and of the week, and not of what a step makes up", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* migrationsHash([secret]), yield* migrationsHash([secret]))
      const hash = yield* migrationsHash(plants())
      assert.strictEqual(yield* migrationsHash(plants()), hash)
      assert.notStrictEqual(yield* migrationsHash(plants("bigint")), hash)
      assert.notStrictEqual(yield* migrationsHash([{ ...plants()[0]!, owner: "trees" }]), hash)
      yield* TestClock.adjust("3 days")
      assert.strictEqual(yield* migrationsHash(plants()), hash, "on the Sunday of the week of 1970-01-01, a Thursday")
      yield* TestClock.adjust("1 day")
      assert.notStrictEqual(yield* migrationsHash(plants()), hash, "on the Monday after it")
    })
  )

  it.effect("is another each time where a step depends on what it reads", () =>
    Effect.gen(function* () {
      assert.notStrictEqual(yield* migrationsHash([reading]), yield* migrationsHash([reading]))
    })
  )
})

const bytes = (text: string) => Buffer.from(text.repeat(1000))
const read = (name: string) => Effect.sync(() => readCached(name)?.length)

describe("the cache of images", () => {
  it.effect("has what was written whole, and not what was cut short or changed", () =>
    Effect.gen(function* () {
      const { cache, directory } = yield* ownPackage
      assert.isUndefined(yield* read("one.tar"))
      writeCached("one.tar", bytes("one"))
      assert.strictEqual(Buffer.from(readCached("one.tar")!).toString(), "one".repeat(1000))
      assert.deepStrictEqual(readdirSync(cache), ["one.tar"])
      assert.deepStrictEqual(readdirSync(join(directory, "test", own)), [])
      const path = join(cache, "one.tar")
      truncateSync(path, 2000)
      assert.isUndefined(yield* read("one.tar"), "cut short")
      truncateSync(path, 10)
      assert.isUndefined(yield* read("one.tar"), "cut within the digest")
      writeCached("one.tar", bytes("one"))
      const damaged = readFileSync(path)
      damaged[1000]! ^= 1
      writeFileSync(path, damaged)
      assert.isUndefined(yield* read("one.tar"), "one bit has changed")
    })
  )

  it.effect("keeps the 24 that were used last", () =>
    Effect.gen(function* () {
      const { cache } = yield* ownPackage
      const names = Array.from({ length: 26 }, (_, at) => `${at}.tar`)
      for (const [at, name] of names.entries()) {
        writeCached(name, bytes(name))
        utimesSync(join(cache, name), at + 1, at + 1)
      }
      assert.isDefined(yield* read("2.tar"))
      assert.strictEqual(lastCached(), "2.tar")
      for (const name of ["8.tar.1.0", "9.tar.1.0"]) writeFileSync(join(cache, name), "")
      utimesSync(join(cache, "8.tar.1.0"), 1, 1)
      writeCached("26.tar", bytes("26"))
      const left = ["26.tar", "2.tar", ...names.slice(4), "9.tar.1.0"]
      assert.sameMembers(readdirSync(cache), left)
    })
  )

  it.effect("is the user's temporary directory where the package cannot be written, if that is private", () =>
    Effect.gen(function* () {
      const { directory } = yield* ownPackage
      writeFileSync(join(directory, "node_modules", ".cache"), "a file in the way")
      writeCached("one.tar", bytes("one"))
      const private_ = join(directory, "test", own)
      assert.deepStrictEqual(readdirSync(private_), ["one.tar"])
      if (process.platform !== "win32") assert.strictEqual(statSync(private_).mode & 0o777, 0o700)
      assert.strictEqual(yield* read("one.tar"), 3000)
      rmSync(private_, { recursive: true })
      writeFileSync(private_, "a file in the way")
      writeCached("one.tar", bytes("one"))
      assert.isUndefined(yield* read("one.tar"), "there is no place at all")
    })
  )
})

describe("the image of a migrated database", () => {
  it.live(
    "is made once, and can be emptied to what a fresh one has, whatever keeps its rows",
    () =>
      Effect.gen(function* () {
        const { cache } = yield* ownPackage
        const [first, second] = yield* Effect.all([migratedImage(plants()), migratedImage(plants())], {
          concurrency: "unbounded"
        })
        assert.isTrue(Buffer.from(first.bytes).equals(second.bytes), "of two at once, one makes it")
        assert.isBelow(first.bytes.length, 30e6)
        const names = readdirSync(cache)
        assert.lengthOf(names, 2, "nothing else is left but the empty one, which it began with")
        const name = names.find((one) => hashOfImage(one) === first.hash)
        assert.isDefined(name)
        assert.isUndefined(hashOfImage(name!.replace(/-[0-9.]+-/, "-0.0.1-")), "of another version of the engine")

        const sql = yield* open(Pglite.layer({ directory: undefined, image: first.bytes }))
        assert.deepStrictEqual(yield* Effect.provideService(pendingMigrations(plants()), SqlClient.SqlClient, sql), [])
        const all = sql`
        select (select jsonb_agg(t) from agent_operations.trees t)::text as trees,
          (select jsonb_agg(l) from agent_operations.leaves l)::text as leaves,
          (select jsonb_agg(m) from agent_operations.migrations m)::text as migrations,
          (select last_value from pg_sequences where sequencename like 'trees%')::text as last`
        const fresh = yield* all
        const empty = yield* makeEmpty(sql)
        const use = Effect.gen(function* () {
          yield* sql`insert into agent_operations.trees default values`
          yield* sql`insert into agent_operations.leaves (tree) select id from agent_operations.trees`
          yield* sql`delete from agent_operations.migrations where number = 2`
          yield* sql`create table if not exists agent_operations.later (id bigserial)`
          yield* sql`insert into agent_operations.later default values`
          return yield* sql`select (select max(id) from agent_operations.trees)::text as tree, max(id)::text as later from agent_operations.later`
        })
        assert.deepStrictEqual(yield* use, [{ tree: "2", later: "1" }])
        assert.match(String((yield* Effect.flip(sql`delete from agent_operations.trees`)).reason.cause), /kept/)
        yield* empty
        const [row] = yield* sql`select count(*)::int as later from agent_operations.later`
        assert.deepStrictEqual(row, { later: 0 })
        yield* sql`drop table agent_operations.later`
        assert.deepStrictEqual(yield* all, fresh)
        assert.deepStrictEqual(yield* use, [{ tree: "2", later: "1" }])
        assert.match(String((yield* Effect.flip(sql`delete from agent_operations.trees`)).reason.cause), /kept/)
      }),
    300_000
  )
})

const urlAs = (user: string) => {
  const url = new URL(inject("postgresUrl"))
  url.username = user
  url.password = user
  return Redacted.make(url.href)
}

const databasesOf = (owner: string) =>
  Effect.map(
    Effect.promise(() =>
      query(
        inject("postgresUrl"),
        `select datname from pg_database
         where datname like 'agent_operations_test%' and pg_get_userbyid(datdba) = '${owner}'`
      )
    ),
    (rows) => rows.map(({ datname }) => String(datname))
  )

/** A user of the server, with these rights, for the scope. */
const user = (name: string, rights: string, schemas = "") =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      await query(inject("postgresUrl"), `create role ${name} login password '${name}' ${rights}`)
      if (schemas !== "") await query(inject("postgresUrl"), `grant create on database postgres to ${name}`)
      return urlAs(name)
    }),
    () =>
      Effect.promise(async () => {
        for (const one of await Effect.runPromise(databasesOf(name))) {
          await query(inject("postgresUrl"), `drop database "${one}" with (force)`)
        }
        await query(inject("postgresUrl"), `drop owned by ${name} cascade`)
        await query(inject("postgresUrl"), `drop role ${name}`)
      })
  )

describe("a database on a server", () => {
  it.live("is a copy of a template that one of several makes, and is dropped at the end", () =>
    Effect.gen(function* () {
      const url = yield* user("copier", "createdb")
      const tried = yield* Effect.forEach(
        [1, 2, 3],
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const own = yield* serverDatabase(url, plants())
              assert.isUndefined(own.schema)
              const sql = yield* open(Postgres.layer({ url: own.url, maxConnections: 1 }))
              assert.deepStrictEqual(
                yield* Effect.provideService(pendingMigrations(plants()), SqlClient.SqlClient, sql),
                []
              )
              yield* sql`insert into agent_operations.trees default values`
              return yield* sql`select current_database() as name, count(*)::int as trees from agent_operations.trees`
            })
          ),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(tried.map(([row]) => row!["name"])).size, 3)
      assert.deepStrictEqual(
        tried.map(([row]) => row!["trees"]),
        [2, 2, 2]
      )
      const left = yield* databasesOf("copier")
      assert.strictEqual(left.filter((name) => /_test_\d/.test(name)).length, 0)
      assert.strictEqual(left.filter((name) => name.includes("_template_")).length, 1)
    })
  )

  it.live("drops what was not used for a day, and nothing that is used", () =>
    Effect.gen(function* () {
      const url = yield* user("tidier", "createdb")
      yield* Effect.scoped(serverDatabase(url, plants()))
      const [template] = (yield* databasesOf("tidier")).filter((name) => name.includes("_template_"))
      const old = "agent_operations_test_1000000000_abc"
      const used = "agent_operations_test_1000000001_abc"
      yield* Effect.promise(async () => {
        for (const name of [old, used]) await query(inject("postgresUrl"), `create database "${name}" owner tidier`)
        await query(inject("postgresUrl"), `comment on database "${template}" is '1000000000'`)
      })
      const usedUrl = new URL(Redacted.value(url))
      usedUrl.pathname = `/${used}`
      yield* open(Postgres.layer({ url: Redacted.make(usedUrl.href) }))
      yield* Effect.scoped(serverDatabase(url, plants("bigint")))
      const left = yield* databasesOf("tidier")
      assert.include(left, used)
      assert.notInclude(left, old)
      assert.notInclude(left, template)
      yield* Effect.scoped(serverDatabase(url, plants()))
    })
  )

  it.live("is a schema where the user may create no database", () =>
    Effect.gen(function* () {
      const url = yield* user("tenant", "nocreatedb", "schemas")
      const schemas = Effect.promise(() =>
        query(inject("postgresUrl"), "select nspname from pg_namespace where nspname like 'agent_operations_test%'")
      )
      const schema = yield* Effect.scoped(
        Effect.gen(function* () {
          const own = yield* serverDatabase(url, plants())
          const sql = yield* open(Postgres.layer({ url: own.url, schema: own.schema, maxConnections: 1 }))
          yield* Effect.provideService(migrate(plants()), SqlClient.SqlClient, sql)
          assert.deepStrictEqual(yield* sql`select count(*)::int as trees from agent_operations.trees`, [{ trees: 1 }])
          assert.deepStrictEqual(yield* schemas, [{ nspname: own.schema }])
          return own.schema
        })
      )
      assert.match(schema!, /^agent_operations_test_/)
      assert.deepStrictEqual(yield* schemas, [])
    })
  )

  it.live("says what to grant where the user may create neither", () =>
    Effect.gen(function* () {
      const url = yield* user("guest", "nocreatedb")
      const error = yield* Effect.flip(Effect.scoped(serverDatabase(url, plants())))
      assert.strictEqual(error._tag, "MigrationsNotAllowed")
      assert.match(error.message, /neither a database nor a schema/)
      assert.match((error as { readonly hint: string }).hint, /createdb.*grant create/)
    })
  )
})
