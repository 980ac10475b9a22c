import { type PageViewTarget, pageViewTargets } from "@agent-operations/contract/page-views"
import { UnsupportedTarget } from "@agent-operations/error-envelope"
import { notValid } from "@agent-operations/operations"
import { Effect } from "effect"

/** What an input says of which rows it is about. */
export interface Narrowing {
  readonly traceId?: string | undefined
  readonly runId?: string | undefined
  readonly sessionId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

interface Shape {
  readonly shows: string
  /** The member that has to be there. */
  readonly of?: "traceId" | "runId" | "sessionId"
  /** What its ID is of. */
  readonly about?: string
  /** Whether rows have no times of their own. */
  readonly isTimeless?: true
}

const shapes: Readonly<Record<PageViewTarget, Shape>> = {
  traces: { shows: "traces" },
  trace: { shows: "the spans of one trace", of: "traceId", about: "trace" },
  datasets: { shows: "datasets" },
  evaluations: { shows: "evaluations" },
  evaluation_run: { shows: "the targets of one run", of: "runId", about: "run", isTimeless: true },
  reviews: { shows: "the reviews of one session", of: "sessionId", about: "review session", isTimeless: true }
}

const members = ["traceId", "runId", "sessionId"] as const

/** The target of a page view, where rows of it are served, and the input says of what. */
export const targetOf = Effect.fnUntraced(function* (
  target: string,
  input: Narrowing,
  served: ReadonlyArray<PageViewTarget>
) {
  const found = served.find((one) => one === target)
  if (found === undefined) {
    return yield* new UnsupportedTarget({
      message: `A page view of ${target} has no rows here.`,
      details: { target, supported: pageViewTargets.filter((one) => served.includes(one)) }
    })
  }
  const { shows, of, about, isTimeless } = shapes[found]
  const message = `The page view shows ${shows}.`
  if (of !== undefined && input[of] === undefined) {
    return yield* notValid(message, [{ path: [of], message: `Give the ID of the ${about}.` }])
  }
  const needless = [...members.filter((one) => one !== of), ...(isTimeless === true ? (["from", "to"] as const) : [])]
  const extra = needless.filter((one) => input[one] !== undefined)
  return extra.length === 0
    ? found
    : yield* notValid(
        message,
        extra.map((one) => ({ path: [one], message: "Leave it out." }))
      )
})
