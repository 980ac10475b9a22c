import type { Access } from "@agent-operations/auth"
import { evaluations as family } from "@agent-operations/contract/evaluations"
import { Invoker, makeCalls } from "@agent-operations/operations"
import { Effect } from "effect"

/** What the runs work with: the IDs of a dataset, of two apps and of two scorers. */
interface Evaluated {
  readonly datasetId: string
  readonly apps: { readonly apprentice: string; readonly geographer: string }
  readonly scorers: { readonly exact: string; readonly overlap: string }
}

/**
 * Creates a run of each app, of which the second is compared with the first: over the two versions of the dataset, so that
 * some items got better, some did not, and one is no longer the same. They are done like any others, by whichever process
 * works, once the server has started.
 */
export const startRuns = Effect.fnUntraced(function* (access: Access, { datasetId, apps, scorers }: Evaluated) {
  const { invoke } = yield* Invoker
  const { evaluations } = makeCalls([family], (id, input) => invoke(id, input, access))
  const { exact, overlap } = scorers
  const start = (requestKey: string, name: string, app: string, version: number, baseRunId: string | null) =>
    evaluations.create({
      requestKey,
      name,
      series: "Capitals",
      app: { id: app },
      dataset: { id: datasetId, version },
      scorers: { exact: { id: exact }, overlap: { id: overlap } },
      repetitions: 3,
      baseRunId
    })
  const { id } = yield* start("starter 1", "Capitals by the apprentice", apps.apprentice, 1, null)
  yield* start("starter 2", "Capitals by the geographer", apps.geographer, 2, id)
})
