import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Cache, Context, Duration, Effect, Exit, Layer } from "effect"
import { RunStore, type Space } from "../../runs/index.ts"
import type { Plan } from "./plan.ts"

/** How many plans a process keeps, and of how much JSON together: those of the runs that it works on. */
const [capacity, mostBytes] = [16, 64 * 1024 * 1024]

const make = Effect.gen(function* () {
  const runs = yield* RunStore
  const plans = yield* Cache.makeWith(
    (key: string) => {
      const [tenant, project, id] = JSON.parse(key) as [string, string, string]
      return Effect.map(runs.plan({ tenant, project }, id), (text) => {
        // A run that is deleted has ended, and nobody works on it.
        if (text === undefined) throw new Error(`The run ${id} has no plan`)
        return { plan: JSON.parse(text) as Plan, bytes: Buffer.byteLength(text) }
      })
    },
    // What failed since the database was away may succeed in a moment.
    { capacity, timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero) }
  )
  /** Lets go of those that were not used for longest, and never of the last one. */
  const makeRoom = Effect.gen(function* () {
    let left = mostBytes
    for (const [key, { bytes }] of [...(yield* Cache.entries(plans))].toReversed()) {
      if (left < mostBytes && left < bytes) yield* Cache.invalidate(plans, key)
      left -= bytes
    }
  })
  return {
    plan: ({ tenant, project }: Space, runId: string) =>
      Cache.get(plans, JSON.stringify([tenant, project, runId])).pipe(
        Effect.tap(makeRoom),
        Effect.map(({ plan }) => plan)
      )
  }
})

/** The plans of runs, which never change. Law: X10. */
export class PlanReader extends Context.Service<
  PlanReader,
  { readonly plan: (space: Space, runId: string) => Effect.Effect<Plan, Unavailable | Timeout> }
>()("@agent-operations/evals/PlanReader") {
  static readonly layer = Layer.effect(PlanReader, make)
}
