import { Unavailable } from "@agent-operations/error-envelope"
import type { Grow } from "@agent-operations/operations"
import { Effect } from "effect"
import { makeSumsByName } from "./sums-by-name.ts"

/** 503: who sends the same again later is taken. */
export const tooBusy = new Unavailable({
  message: "The server holds as much of such requests as it may at once.",
  hint: "Wait the number of seconds in the Retry-After header, then send the same again.",
  retryAfter: 1
})

/** What one request holds of what all may. */
export interface Holding {
  /** Takes so many bytes more, or tells that there is no room for them. */
  readonly take: (bytes: number) => boolean
  /** What reads the body: until it has ended it may have to make room for another organization, by a 503. */
  readonly reading: <A, E, R>(read: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Unavailable, R>
}

/** Takes room for what a body becomes, or tells that there is none. */
export const growingBy =
  ({ take }: Holding): Grow =>
  (bytes) =>
    take(bytes) ? undefined : tooBusy

/** What one organization may hold of what all may, with several requests. */
const shareOfOne = 0.75

interface Held {
  readonly organizationId: string
  bytes: number
  isOver: boolean
  /** Ends it, while it may be ended. */
  giveWay: (() => void) | undefined
}

/**
 * A bound, in bytes, to what requests hold at once: all together, and those of one organization. Where all is held, who
 * holds more than who asks gives up a request that is still read. What a request took is given back when it ends. Law: K3.
 */
export const makeBytesInFlight = (limit: number) => {
  const requests = new Set<Held>()
  const { of: shareOf, add: addToShare } = makeSumsByName()
  let held = 0
  const hold = (request: Held, bytes: number) => {
    request.bytes += bytes
    held += bytes
    addToShare(request.organizationId, bytes)
  }
  const end = (request: Held) => {
    request.isOver = true
    requests.delete(request)
    hold(request, -request.bytes)
  }
  /**
   * Makes room for so many bytes, by ending requests that are still read of those who hold more than `share`: of who holds
   * the most, the largest first. None is ended where that would not be enough.
   */
  const makeRoom = (share: number, bytes: number): boolean => {
    const missing = held + bytes - limit
    if (missing <= 0) return true
    const mayEnd = [...requests].filter(
      (request) => request.giveWay !== undefined && request.bytes > 0 && shareOf(request.organizationId) > share
    )
    if (mayEnd.reduce((sum, request) => sum + request.bytes, 0) < missing) return false
    const sorted = mayEnd.toSorted((a, b) => shareOf(b.organizationId) - shareOf(a.organizationId) || b.bytes - a.bytes)
    for (const request of sorted) {
      if (held + bytes <= limit) return true
      end(request)
      request.giveWay?.()
    }
    return held + bytes <= limit
  }

  return <A, E, R>(organizationId: string, use: (holding: Holding) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const request: Held = { organizationId, bytes: 0, isOver: false, giveWay: undefined }
      requests.add(request)
      const take = (bytes: number) => {
        const share = shareOf(organizationId) + bytes
        if (request.isOver || (share > limit * shareOfOne && share > request.bytes + bytes)) return false
        if (!makeRoom(share, bytes)) return false
        hold(request, bytes)
        return true
      }
      const gaveWay = Effect.callback<never, Unavailable>((resume) => {
        request.giveWay = () => resume(Effect.fail(tooBusy))
        return Effect.sync(() => (request.giveWay = undefined))
      })
      return Effect.ensuring(
        use({ take, reading: (read) => Effect.raceFirst(read, gaveWay) }),
        Effect.sync(() => end(request))
      )
    })
}

/** What a process holds of bodies that have no bound of their own. */
export const bodiesInFlight = makeBytesInFlight(256 * 1024 * 1024)
