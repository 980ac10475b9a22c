import { apps, type AppsOptions, datasets, imports, scorers, type ScorersOptions } from "@agent-operations/evals"
import { metrics } from "@agent-operations/metrics"
import { prompts } from "@agent-operations/prompts"
import { traces, type TracesOptions } from "@agent-operations/traces"
import { viewRows } from "@agent-operations/view-rows"
import { views } from "@agent-operations/views"

/** What the server serves. A new family is one more here. */
export const modulesOf = (options: TracesOptions, calls: AppsOptions, scoring: ScorersOptions) => {
  const recorded = traces(options)
  const held = datasets()
  return [
    views(),
    recorded,
    viewRows(options),
    metrics(recorded),
    prompts(recorded),
    held,
    imports(held, { scorers: true }),
    apps(calls),
    scorers(scoring)
  ] as const
}
