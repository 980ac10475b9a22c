import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { isDeepStrictEqual } from "node:util"
import { DatabaseStartError } from "../DatabaseStartError.ts"
import { startFailure } from "./postgres/start-failure.ts"

const bytes = new Uint8Array([0, 255])
const time = new Date("2026-11-20T10:00:00.123Z")

/** What has to come back, by the type that it goes and comes as. */
const expected = {
  int4: 1,
  int8: 9007199254740993n,
  float8: 1.5,
  bool: true,
  text: "é\\",
  timestamptz: time,
  texts: ["a", 'b"'],
  json: { a: [1] },
  jsonb: { a: [1] },
  bytea: bytes,
  nothing: null
}

/**
 * Fails unless a client of the host takes and gives values as those of this package do: another driver, or settings such
 * as `transformResultNames` or a `DateStyle`, would make wrong answers later.
 */
export const sameValues = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, whose: string) {
  const { int4, int8, float8, bool, text, timestamptz, texts, bytea } = expected
  const [row] = yield* sql<Record<string, unknown>>`
    select ${int4} as int4, ${int8} as int8, ${float8} as float8, ${bool} as bool, ${text}::text as text,
      ${timestamptz} as timestamptz, ${texts} as texts, '{"a":[1]}'::json as json, '{"a":[1]}'::jsonb as jsonb,
      ${bytea} as bytea, null::text as nothing`.pipe(
    Effect.mapError((failure) => startFailure(failure, { name: whose, settings: `the settings of ${whose}` }))
  )
  const wrong = Object.entries(expected).filter(([name, value]) => !isDeepStrictEqual(plain(row?.[name]), value))
  if (wrong.length === 0) return
  return yield* new DatabaseStartError({
    reason: "ClientUnsuitable",
    message: `Values of ${wrong.map(([name]) => name).join(", ")} are not read back correctly through ${whose}.`,
    hint:
      'Use a client of @effect/sql-pg without types of its own, or a pool of pg with the DateStyle "ISO": see "Values" in ' +
      "the README of @agent-operations/database."
  })
})

/** A `Buffer` is as good as any other array of bytes. */
const plain = (value: unknown): unknown => (value instanceof Uint8Array ? new Uint8Array(value) : value)
