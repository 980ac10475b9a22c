import { Effect } from "effect"
import { measure } from "./metrics.ts"

/** A request with its answer, for the log and the metrics. */
export interface Recorded {
  readonly method: string
  readonly path: string
  /** By what metrics count it: the path as it was declared, or the part of the server. There are few. */
  readonly route: string
  readonly status: number
  /** How long it took, in milliseconds. */
  readonly took: number
}

/** Writes the one line that the log has of a request, and counts it. */
export const recordAnswer = ({ method, path, route, status, took }: Recorded): Effect.Effect<void> =>
  Effect.withFiber(({ context }) => {
    measure(route, status, took, context)
    return Effect.logInfo(`${method} ${path.slice(0, 200)} ${status} ${took} ms`)
  })
