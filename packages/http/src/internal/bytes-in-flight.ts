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

const unbounded: Holding = { take: () => true, giveBack: () => {} }

/** A bound to what the requests of a process hold at once. What a request took is given back when it ends. */
export const makeBytesInFlight = (limit: number | undefined) => {
  let held = 0
  return <A, E, R>(use: (holding: Holding) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    if (limit === undefined) return use(unbounded)
    return Effect.suspend(() => {
      let own = 0
      const giveBack = (bytes: number) => {
        own -= bytes
        held -= bytes
      }
      const take = (bytes: number) => {
        if (held + bytes > limit) return false
        own += bytes
        held += bytes
        return true
      }
      return Effect.ensuring(
        use({ take, giveBack }),
        Effect.sync(() => giveBack(own))
      )
    })
  }
}

/** Takes bytes, or fails with 503. */
export const takeOrRefuse = ({ take }: Holding, bytes: number): Effect.Effect<void, Unavailable> =>
  Effect.suspend(() => (take(bytes) ? Effect.void : Effect.fail(tooBusy)))
