import { createHash, randomBytes } from "node:crypto"
import { Context, Effect, Layer, Redacted, type Scope } from "effect"
import { SqlClient, SqlError, type SqlConnection } from "effect/sql"
import type { DatabaseStartError } from "../DatabaseStartError.ts"
import { migrate, type MigrateError } from "../migrations/migrate.ts"
import { type MigrationSet, MigrationsNotAllowed } from "../migrations/model.ts"
import * as Postgres from "../Postgres.ts"
import { sqlState } from "../sql-error.ts"
import { migrationsHash } from "./hash.ts"

/** A migrated database of one's own, or, where its user may create none, an empty schema to migrate. */
export interface ServerDatabase {
  readonly url: Redacted.Redacted
  readonly schema: string | undefined
}

const prefix = "agent_operations_test"

/** A copy or a schema whose process was killed is dropped after a day, as is a template that was not copied for one. */
const staleSeconds = 86_400

type Run = (text: string) => Effect.Effect<ReadonlyArray<Readonly<Record<string, unknown>>>, SqlError.SqlError>

/** One connection: a lock belongs to it, and a database is created outside of a transaction. */
const connect = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const context = yield* Layer.build(
    Layer.fresh(
      Postgres.layer({
        url,
        maxConnections: 1,
        multiplex: false,
        prepare: false,
        connectTimeout: "30 seconds",
        statementTimeout: "5 minutes"
      })
    )
  )
  const connection: SqlConnection.Connection = yield* Context.get(context, SqlClient.SqlClient).reserve
  const run: Run = (text) =>
    Effect.map(
      connection.executeUnprepared(text, [], undefined),
      (rows) => rows as ReadonlyArray<Record<string, unknown>>
    )
  return run
})

const databaseOf = (url: Redacted.Redacted, name: string): Redacted.Redacted => {
  const other = new URL(Redacted.value(url))
  other.pathname = `/${name}`
  other.searchParams.delete("dbname")
  return Redacted.make(other.href)
}

const keyOf = (text: string): bigint => createHash("sha256").update(text).digest().readBigInt64BE()
const lockKey = keyOf(prefix)

/** Under the lock of all who make or drop templates, or of those who copy one. */
const locked = <A, E>(run: Run, mode: "" | "_shared", effect: Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    run(`select pg_advisory_lock${mode}(${lockKey})::text`),
    () => effect,
    () => Effect.ignore(run(`select pg_advisory_unlock${mode}(${lockKey})`))
  )

const namesOf = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>) => rows.map(({ name }) => String(name))

/** A name of one's own that says when it was taken, in seconds. */
const newName = (run: Run) =>
  Effect.map(run("select extract(epoch from now())::bigint::text as now"), ([row]) => {
    return `${prefix}_${String(row?.["now"])}_${randomBytes(6).toString("hex")}`
  })

const isOld = (column: string) =>
  `case when ${column} ~ '^${prefix}_[0-9]+_' then split_part(${column}, '_', 4)::bigint end ` +
  `< extract(epoch from now()) - ${staleSeconds}`

/** A template's comment says when it was last copied. */
const unusedTemplates = `
  select datname as name from pg_database
  where datname like '${prefix}_template_%' and pg_get_userbyid(datdba) = current_user
    and coalesce(shobj_description(oid, 'pg_database'), '0')::bigint < extract(epoch from now()) - ${staleSeconds}`

const oldCopies = `
  select datname as name from pg_database
  where pg_get_userbyid(datdba) = current_user and ${isOld("datname")}
    and not exists (select from pg_stat_activity a where a.datname = pg_database.datname)`

/** Drops what others left behind. One that somebody uses or has dropped meanwhile is of no concern. */
const dropUnused = Effect.fnUntraced(function* (run: Run) {
  const names = [...namesOf(yield* run(unusedTemplates)), ...namesOf(yield* run(oldCopies))]
  yield* Effect.forEach(names, (name) => Effect.ignore(run(`drop database if exists "${name}"`)))
})

const noteUse = (run: Run, name: string) =>
  Effect.flatMap(run("select extract(epoch from now())::bigint::text as now"), ([row]) =>
    run(`comment on database "${name}" is '${String(row?.["now"])}'`)
  )

const exists = (run: Run, name: string) =>
  Effect.map(run(`select from pg_database where datname = '${name}'`), ({ length }) => length > 0)

/** Makes a template under another name, and gives it its own when it is whole. */
const makeTemplate = Effect.fnUntraced(function* (
  run: Run,
  url: Redacted.Redacted,
  name: string,
  sets: ReadonlyArray<MigrationSet>
) {
  if (yield* exists(run, name)) return
  yield* dropUnused(run)
  const unfinished = yield* newName(run)
  yield* run(`create database "${unfinished}"`)
  const database = Postgres.layer({
    url: databaseOf(url, unfinished),
    maxConnections: 1,
    statementTimeout: "5 minutes"
  })
  yield* Effect.provide(migrate(sets), Layer.fresh(database)).pipe(
    Effect.andThen(run(`alter database "${unfinished}" rename to "${name}"`)),
    Effect.onError(() => Effect.ignore(run(`drop database if exists "${unfinished}" with (force)`)))
  )
  yield* noteUse(run, name)
})

const copy = Effect.fnUntraced(function* (
  run: Run,
  url: Redacted.Redacted,
  sets: ReadonlyArray<MigrationSet>
): Effect.fn.Return<string, SqlError.SqlError | DatabaseStartError | MigrateError> {
  const [row] = yield* run("select current_user::text as name, extract(epoch from now())::bigint::text as now")
  const hash = keyOf(`${yield* migrationsHash(sets)} ${String(row?.["name"])}`)
  const template = `${prefix}_template_${BigInt.asUintN(64, hash).toString(16)}`
  const own = yield* newName(run)
  for (;;) {
    const copied = yield* locked(
      run,
      "_shared",
      Effect.gen(function* () {
        if (!(yield* exists(run, template))) return false
        yield* run(`create database "${own}" template "${template}"`)
        return true
      })
    )
    if (copied) break
    yield* locked(run, "", makeTemplate(run, url, template, sets))
  }
  // Of several at once, one is enough.
  yield* Effect.ignore(noteUse(run, template))
  return own
})

const notAllowed = "42501"
const isRefused = (error: DatabaseStartError | MigrateError): boolean =>
  error._tag === "SqlError" && sqlState(error) === notAllowed

const oldSchemas = `select nspname as name from pg_namespace where ${isOld("nspname")} and pg_has_role(nspowner, 'usage')`

/** A schema of one's own in the database of the URL. What refuses it is known to be this right, and no step's. */
const ownSchema = Effect.fnUntraced(function* (run: Run) {
  for (const name of namesOf(yield* run(oldSchemas))) {
    yield* Effect.ignore(run(`drop schema if exists "${name}" cascade`))
  }
  const name = yield* newName(run)
  yield* run(`create schema "${name}"`)
  return name
})

const neither = (cause: SqlError.SqlError) =>
  new MigrationsNotAllowed({
    message: "The user of the database URL may create neither a database nor a schema for a test.",
    hint: "Run `alter role NAME createdb`, or `grant create on database NAME to ROLE`, as an administrator of the server.",
    cause
  })

const open = (url: Redacted.Redacted, sets: ReadonlyArray<MigrationSet>) =>
  Effect.gen(function* () {
    const run = yield* connect(url)
    return yield* Effect.map(
      copy(run, url, sets),
      (name): ServerDatabase & { readonly drop: ReadonlyArray<string> } => ({
        url: databaseOf(url, name),
        schema: undefined,
        drop: [`drop database if exists "${name}" with (force)`]
      })
    ).pipe(
      Effect.catchIf(isRefused, () =>
        Effect.map(ownSchema(run), (schema) => ({
          url,
          schema,
          drop: [schema, `${schema}_identity`].map((one) => `drop schema if exists "${one}" cascade`)
        }))
      ),
      Effect.catchIf(
        (error) => SqlError.isSqlError(error) && isRefused(error),
        (cause) => Effect.fail(neither(cause as SqlError.SqlError))
      )
    )
  }).pipe(Effect.scoped)

/**
 * A database of its own for the scope on the server of `url`: a copy of a template that has the migrations, in 0.1 to
 * 0.3 s. Of several processes one makes the template. Copies that nobody dropped and templates that nobody copied for a
 * day are dropped. A user who may not create databases has an empty schema in the database of the URL instead, still to
 * be migrated; one who may create neither, `MigrationsNotAllowed`.
 *
 * @example
 * const { url, schema } = yield* serverDatabase(Redacted.make("postgres://…"), [RevisionStore.migrations])
 */
export const serverDatabase = (
  url: Redacted.Redacted,
  sets: ReadonlyArray<MigrationSet>
): Effect.Effect<ServerDatabase, DatabaseStartError | MigrateError, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(open(url, sets), ({ drop }) =>
      Effect.scoped(Effect.flatMap(connect(url), (run) => Effect.forEach(drop, (statement) => run(statement)))).pipe(
        // A busy server may take longer to end the sessions of others than it waits for them.
        Effect.retry({ times: 3 }),
        Effect.ignore
      )
    ),
    ({ url, schema }) => ({ url, schema })
  )
