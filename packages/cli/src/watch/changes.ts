import { createHash } from "node:crypto"

/** An item that says when it last changed, by the server's clock. */
export interface Changing {
  readonly [member: string]: unknown
  readonly id: string
  readonly updatedAt: string
}

/**
 * How long before the latest change that was seen others may still come to light: a change says when it began to be
 * written, and is seen once that is done.
 */
const overlapMs = 30_000

const digest = (item: Changing) => createHash("sha256").update(JSON.stringify(item)).digest("base64url")

/**
 * Tells which items of a list are new or changed, each change once. It remembers those that were seen of the last half
 * minute of changes alone: what is asked for are items that changed at `since()` or later.
 */
export const makeChanges = (startMs: number) => {
  let latest = new Date(startMs).toISOString()
  const seen = new Map<string, { readonly updatedAt: string; readonly digest: string }>()
  const since = () => new Date(Date.parse(latest) - overlapMs).toISOString()
  return {
    since,
    /** Those that were not seen as they are, the oldest change first. */
    take: <Item extends Changing>(items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
      const fresh = items.filter((item) => seen.get(item.id)?.digest !== digest(item))
      for (const item of fresh) {
        seen.set(item.id, { updatedAt: item.updatedAt, digest: digest(item) })
        if (item.updatedAt > latest) latest = item.updatedAt
      }
      const bound = since()
      for (const [id, { updatedAt }] of seen) if (updatedAt < bound) seen.delete(id)
      const byChange = (a: Item, b: Item) => (a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : 0)
      return fresh.toSorted(byChange)
    }
  }
}
