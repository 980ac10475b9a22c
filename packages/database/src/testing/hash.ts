import { createHash, randomBytes } from "node:crypto"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Reactivity from "effect/reactivity/Reactivity"
import { defaultSchema } from "../internal/schema-names.ts"
import { stepsOf } from "../migrations/ledger.ts"
import { type MigrationSet, title } from "../migrations/model.ts"
import { recorder } from "../migrations/recorder.ts"

/** The Monday before a time, in UTC: steps may lay out tables by the week in which they are taken. */
const weekOf = (millis: number): number => Math.floor((millis / 86_400_000 + 3) / 7)

/**
 * A hash of what migrations do, in 32 hexadecimal digits: of the texts of their statements, without the values that a
 * step makes up, and of the week. A step that depends on what it reads, which none should, has another each time.
 *
 * @example
 * const hash = yield* migrationsHash([RevisionStore.migrations])
 */
export const migrationsHash = Effect.fnUntraced(function* (sets: ReadonlyArray<MigrationSet>) {
  const hash = createHash("sha256")
  const sql = yield* recorder(defaultSchema, (text) => hash.update(`${text.trim()};\n`))
  const now = yield* Effect.clockWith(({ currentTimeMillis }) => currentTimeMillis)
  hash.update(`${weekOf(now)}\n`)
  for (const step of stepsOf(sets)) {
    hash.update(`-- ${title(step)}\n`)
    yield* Effect.catchCause(Effect.provideService(step.up, SqlClient.SqlClient, sql), () =>
      Effect.sync(() => hash.update(randomBytes(16)))
    )
  }
  return hash.digest("hex").slice(0, 32)
}, Effect.provide(Reactivity.layer))
