import { apps, datasets, evaluations, imports, reviews, scorers } from "@agent-operations/evals"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { viewRows } from "@agent-operations/view-rows"
import { views } from "@agent-operations/views"
import { keys } from "../keys.ts"

/** Families that have all the tables that there are, and a worker. */
export const families = () => {
  const recorded = traces()
  const over = { datasets: datasets(), scorers: scorers(), apps: apps({ keys }) }
  const runs = evaluations(over)
  return [
    views(),
    recorded,
    viewRows({}, [over.datasets, runs]),
    prompts(recorded),
    over.datasets,
    imports(over.datasets),
    over.scorers,
    over.apps,
    runs,
    reviews(recorded, { runs })
  ] as const
}

export const view = (name: string) => ({ name, source: { type: "table" }, settings: { target: "traces" } }) as const
