import { maxReviewItems } from "@agent-operations/contract/reviews"
import { NotFound } from "@agent-operations/error-envelope"
import { notValid } from "@agent-operations/operations"
import { Effect } from "effect"
import { RunTargets } from "../../evaluations/RunTargets.ts"
import type { AskedTargets, SubjectSource } from "./ReviewSubjects.ts"

const refused = (path: ReadonlyArray<string>, message: string) =>
  notValid("The targets of the subject can't be reviewed.", [{ path: ["subject", ...path], message }])

const noRuns = "This server has no evaluation runs: name traces instead"

/** Targets of evaluation runs as what people are asked about: none where the host serves no runs. */
export const targetSubjects = Effect.map(Effect.serviceOption(RunTargets), (found): SubjectSource<AskedTargets> => {
  if (found._tag === "None") {
    return {
      freeze: () => Effect.flatMap(Effect.void, () => refused(["runId"], noRuns)),
      present: () => Effect.succeed(new Set()),
      evidence: (id) => new NotFound({ message: `There is no target ${id}: this server has no evaluation runs.` })
    }
  }
  const targets = found.value
  return {
    freeze: Effect.fnUntraced(function* (space, subject) {
      const ids = yield* targets.pick(space, subject, maxReviewItems + 1)
      if (ids === undefined) return yield* refused(["runId"], "There is no such run in the project")
      if (ids.length === 0)
        return yield* refused([], "No target of the run that has succeeded or failed is one of these")
      if (ids.length > maxReviewItems) {
        return yield* refused([], `These are more than ${maxReviewItems} targets: narrow them, or take a sample`)
      }
      return ids
    }),
    present: targets.present,
    evidence: (id, options) => Effect.map(targets.evidence(id, options), ({ text }) => text)
  }
})
