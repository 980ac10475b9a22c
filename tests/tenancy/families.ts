import { contractOf } from "@agent-operations/contract"
import { referenceFamilies } from "@agent-operations/contract/reference"
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
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { viewRows } from "@agent-operations/view-rows"
import { views } from "@agent-operations/views"
import { keys } from "../keys.ts"

/** The operations of every family. */
export const contract = contractOf(referenceFamilies)

export const everyScope: ReadonlyArray<string> = Object.keys(contract.scopes)

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
    reviewed
  ] as const
}
