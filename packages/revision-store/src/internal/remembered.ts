import { Duration } from "effect"
import { LRUCache } from "lru-cache"
import type { ReadRevision } from "./row.ts"
import { type Asked, groupOf } from "./together.ts"

/** How much is remembered, as JSON. */
const maxBytes = 8 * 1024 * 1024

/** Of how many definitions the newest revision that was seen is remembered. */
const maxDefinitions = 50_000

/**
 * How long. A revision never changes, but a database can be set back to an earlier time while processes run, and then
 * make another revision of the same number.
 */
const lifetime = { ttl: Duration.toMillis(Duration.minutes(1)), ttlResolution: 1000 }

/** The revisions that were read last. Law: R2, an accepted revision reads the same for ever. */
export const rememberRevisions = () => {
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
    add: (asked: Asked, read: ReadRevision): void => {
      const name = nameOf(asked)
      revisions.set(`${name}\0${read.revision}`, read)
      if ((newest.get(name) ?? 0) < read.revision) newest.set(name, read.revision)
    }
  }
}

export type Remembered = ReturnType<typeof rememberRevisions>
