import {
  apps,
  type AppsOptions,
  datasets,
  datasetTraces,
  evaluations,
  type EvaluationsOptions,
  imports,
  itemEvidence,
  promptEvaluations,
  reviews,
  runReviews,
  scorers,
  type ScorersOptions
} from "@agent-operations/evals"
import { metrics } from "@agent-operations/metrics"
import { prompts } from "@agent-operations/prompts"
import type { OwnPages } from "./docs.ts"
import { traces, type TracesOptions } from "@agent-operations/traces"
import { viewRows } from "@agent-operations/view-rows"
import { views } from "@agent-operations/views"

/** What the settings say of what is served, read from where they point. */
export interface ServedOptions {
  readonly pages: OwnPages
  readonly traces: TracesOptions
  readonly calls: AppsOptions
  readonly scoring: ScorersOptions
  readonly runs: EvaluationsOptions
}

/** What the server serves. A new family is one more here. */
export const modulesOf = (options: Omit<ServedOptions, "pages">) => {
  const recorded = traces(options.traces)
  const held = datasets({ evidence: itemEvidence })
  const called = apps(options.calls)
  const scored = scorers(options.scoring)
  const runs = evaluations({ datasets: held, scorers: scored, apps: called }, { ...options.runs, reviews: runReviews })
  const reviewed = reviews(recorded, { runs })
  return [
    views(),
    recorded,
    viewRows(options.traces, [held, runs, reviewed]),
    metrics(recorded),
    prompts(recorded, { evaluations: promptEvaluations }),
    held,
    datasetTraces(held, recorded),
    imports(held, { scorers: true }),
    called,
    scored,
    runs,
    reviewed
  ] as const
}
