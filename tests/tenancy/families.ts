import { Caller } from "@agent-operations/auth"
import { definitions, spaceOf } from "@agent-operations/definitions"
import {
  apps,
  datasets,
  datasetTraces,
  evaluations,
  imports,
  itemEvidence,
  promptEvaluations,
  reviews,
  runReviews,
  scorers
} from "@agent-operations/evals"
import { metrics } from "@agent-operations/metrics"
import { implement } from "@agent-operations/operations"
import { prompts } from "@agent-operations/prompts"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { AlertRule } from "@agent-operations/testing/alert-rule"
import { traces } from "@agent-operations/traces"
import { viewRows } from "@agent-operations/view-rows"
import { views } from "@agent-operations/views"
import { Effect } from "effect"
import { keys } from "../keys.ts"
import { alerting as alertingFamily } from "./contract.ts"

/** A host's operation on definitions of its own kind. */
const alerting = {
  families: [alertingFamily],
  layer: implement(
    alertingFamily,
    Effect.map(EncodedRevisionStore, (store) => ({
      silence: Effect.fnUntraced(function* ({ watching, beside, where: { not } }) {
        const space = spaceOf(yield* Caller)
        const read = (id: string) => store.read(space, AlertRule, id, undefined)
        const kept = not === undefined ? undefined : (yield* read(not)).id
        const named = yield* Effect.forEach([watching, ...beside], read)
        return { names: named.filter(({ id }) => id !== kept).map(({ name }) => name) }
      })
    }))
  ),
  migrations: []
}

/** Every family, whose apps may be called at some origins; without a worker, what is started stays as it was started. */
export const everyFamily = (works: boolean, allow: ReadonlyArray<string> = []) => {
  const recorded = traces()
  const held = datasets({ evidence: itemEvidence, administers: () => true })
  const called = apps({ keys, egress: { allow } })
  const scored = scorers()
  const over = { datasets: held, scorers: scored, apps: called }
  const runs = evaluations(over, { worker: works ? {} : false, reviews: runReviews })
  const reviewed = reviews(recorded, { runs })
  return [
    views(),
    recorded,
    viewRows({}, [held, runs, reviewed]),
    metrics(recorded),
    prompts(recorded, { administers: () => true, evaluations: promptEvaluations }),
    held,
    datasetTraces(held, recorded),
    imports(held, { scorers: true }),
    called,
    scored,
    runs,
    reviewed,
    definitions(AlertRule),
    alerting
  ] as const
}
