import { notValid } from "@agent-operations/operations"
import { parseTraceId, TraceHandlers } from "@agent-operations/traces"
import { Effect } from "effect"
import type { AskedTraces, SubjectSource } from "./ReviewSubjects.ts"

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
export const traceSubjects = Effect.map(TraceHandlers, (traces): SubjectSource<AskedTraces> => ({
  freeze: Effect.fnUntraced(function* (space, { traceIds }) {
    const ids = traceIds.map((id) => parseTraceId(id)!)
    const present = yield* traces.present(space, ids)
    const missing = ids.flatMap((id, place) => (present.has(id) ? [] : [place]))
    return missing.length > 0 ? yield* notThere(missing) : [...new Set(ids)]
  }),
  present: traces.present,
  evidence: (id, { withScores }) =>
    Effect.map(withScores ? traces.get({ id }) : traces.getUnscored({ id }), ({ text }) => text)
}))
