import { notValid } from "@agent-operations/operations"
import { parseTraceId, TraceHandlers } from "@agent-operations/traces"
import { Effect, Layer } from "effect"
import { ReviewSubjects } from "./ReviewSubjects.ts"

/** How many places a refusal names at most. */
const mostIssues = 20

const notThere = (places: ReadonlyArray<number>) =>
  notValid(
    "Traces of the subject are not there.",
    places.slice(0, mostIssues).map((place) => ({
      path: ["subject", "traceIds", String(place)],
      message: "There is no such trace in the project"
    }))
  )

/** Traces as what people are asked about. */
export const traceSubjects = Layer.effect(
  ReviewSubjects,
  Effect.gen(function* () {
    const traces = yield* TraceHandlers
    return {
      freeze: Effect.fnUntraced(function* (space, { traceIds }) {
        const ids = traceIds.map((id) => parseTraceId(id)!)
        const present = yield* traces.present(space, ids)
        const missing = ids.flatMap((id, place) => (present.has(id) ? [] : [place]))
        if (missing.length > 0) return yield* notThere(missing)
        return [...new Set(ids)].map((id) => ({ type: "trace", id }) as const)
      }),
      gone: (space, subjects) =>
        Effect.map(
          traces.present(
            space,
            subjects.map(({ id }) => id)
          ),
          (present) => subjects.filter(({ id }) => !present.has(id))
        ),
      evidence: ({ id }, { withScores }) =>
        Effect.map(withScores ? traces.get({ id }) : traces.getUnscored({ id }), ({ text }) => text)
    }
  })
)
