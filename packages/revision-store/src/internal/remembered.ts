import { inTransaction } from "@agent-operations/database"
import { Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { LRUCache } from "lru-cache"
import type { KindPolicy, Space } from "../model.ts"
import type { ReadRevision } from "./row.ts"
import { type Asked, groupOf } from "./batched-write.ts"

/** How much is remembered, as JSON. */
const maxBytes = 8 * 1024 * 1024

/** Of how many definitions the newest revision that was seen is remembered. */
const maxDefinitions = 50_000

/**
 * How long. A revision never changes, but a database can be set back to an earlier time while processes run, and then
 * make another revision of the same number.
 */
const lifetime = { ttl: Duration.toMillis(Duration.minutes(1)), ttlResolution: 1000 }

/**
 * The revisions that were read last. Law: R2, an accepted revision reads the same for ever. What is read in a transaction
 * is not accepted yet, and not remembered.
 */
export const rememberRevisions = (sql: SqlClient) => {
  const revisions = new LRUCache<string, ReadRevision>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    ...lifetime
  })
  const newest = new LRUCache<string, number>({ max: maxDefinitions, ...lifetime })
  const nameOf = (asked: Asked) => `${groupOf(asked)}\0${asked.id}`

  return {
    /** A revision, or the newest that was read; undefined where it has to be read. */
    get: (asked: Asked, revision: number | undefined): ReadRevision | undefined => {
      const name = nameOf(asked)
      return revisions.get(`${name}\0${revision ?? newest.get(name)}`)
    },
    add: (space: Space, kind: KindPolicy, read: ReadonlyArray<ReadRevision>): Effect.Effect<void> =>
      Effect.map(inTransaction(sql), (uncertain) => {
        if (uncertain) return
        for (const revision of read) {
          const name = nameOf({ space, kind, id: revision.id })
          revisions.set(`${name}\0${revision.revision}`, revision)
          if ((newest.get(name) ?? 0) < revision.revision) newest.set(name, revision.revision)
        }
      })
  }
}

export type Remembered = ReturnType<typeof rememberRevisions>
