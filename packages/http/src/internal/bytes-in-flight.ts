import { Unavailable } from "@agent-operations/error-envelope"
import { Effect } from "effect"

/** 503: who sends the same again later is taken. */
export const tooBusy = new Unavailable({
  message: "The server holds as much of such requests as it may at once.",
  hint: "Wait the number of seconds in the Retry-After header, then send the same again.",
  retryAfter: 1
})

/** What one request holds of what all may. */
export interface Holding {
  /** Takes so many bytes more, or tells that there are none left. */
  readonly take: (bytes: number) => boolean
  readonly giveBack: (bytes: number) => void
}

/** What one organization may hold of what all may: bodies that it sends slowly keep nobody else's out. */
const shareOfOne = 0.75

/**
 * A bound, in bytes, to what requests hold at once: all together, and those of one organization. What a request took is
 * given back when it ends. Law: K3.
 */
export const makeBytesInFlight = (limit: number) => {
  const shares = new Map<string, number>()
  let held = 0
  const hold = (organizationId: string, bytes: number) => {
    held += bytes
    const now = (shares.get(organizationId) ?? 0) + bytes
    if (now === 0) shares.delete(organizationId)
    else shares.set(organizationId, now)
  }
  return <A, E, R>(organizationId: string, use: (holding: Holding) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      let own = 0
      const giveBack = (bytes: number) => {
        own -= bytes
        hold(organizationId, -bytes)
      }
      const take = (bytes: number) => {
        const share = shares.get(organizationId) ?? 0
        if (held + bytes > limit || share + bytes > limit * shareOfOne) return false
        own += bytes
        hold(organizationId, bytes)
        return true
      }
      return Effect.ensuring(
        use({ take, giveBack }),
        Effect.sync(() => giveBack(own))
      )
    })
}

/** What a process holds of bodies that have no bound of their own. */
export const bodiesInFlight = makeBytesInFlight(256 * 1024 * 1024)
