import { migrate, Postgres } from "@agent-operations/database"
import { createDatabase, query } from "@agent-operations/postgres-for-tests"
import { Effect, Layer, Redacted } from "effect"
import { inject } from "vitest"
import type { TestDatabase } from "./databases.ts"

/**
 * A database on the real server whose letters are those of a locale: of ICU, or of libc where that is "C".
 *
 * @example
 * layer(storeOn(databaseIn("tr-TR")))("in Turkish", (it) => …)
 */
export const databaseIn = (locale: string): TestDatabase => {
  const provider = locale === "C" ? "libc" : `icu icu_locale '${locale}'`
  const options = `template template0 encoding 'UTF8' locale_provider ${provider} locale 'C'`
  const layer = Layer.unwrap(
    Effect.acquireRelease(
      Effect.promise(() => createDatabase(inject("postgresUrl"), options)),
      (database) => Effect.promise(database.drop)
    ).pipe(Effect.map(({ url }) => Postgres.layer({ url: Redacted.make(url), maxConnections: 5 })))
  )
  const migrated: TestDatabase["migrated"] = (sets) =>
    Layer.effectDiscard(migrate(sets)).pipe(Layer.provideMerge(layer))
  return { name: "PostgreSQL", layer, migrated }
}

/** Why the server has no such databases, for the title of what is skipped; undefined where it has. */
export const noLocales = async (): Promise<string | undefined> => {
  const [row] = await query(
    inject("postgresUrl"),
    `select current_setting('server_version_num')::int >= 150000
      and exists (select from pg_collation where collprovider = 'i') as able`
  )
  return row?.["able"] === true ? undefined : " (PostgreSQL is older than 15, or without ICU)"
}
