import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Cache, Context, Duration, Effect, Exit, Layer } from "effect"
import { RunStore, type Space } from "../../runs/index.ts"
import type { Plan } from "./plan.ts"

/** How many plans a process keeps: those of the runs that it works on. A plan may be some MiB. */
const capacity = 16

const make = Effect.gen(function* () {
  const runs = yield* RunStore
  const plans = yield* Cache.makeWith(
    (key: string) => {
      const [tenant, project, id] = JSON.parse(key) as [string, string, string]
      return Effect.map(runs.plan({ tenant, project }, id), (text) => text && (JSON.parse(text) as Plan))
    },
    // What failed since the database was away may succeed in a moment.
    { capacity, timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero) }
  )
  return {
    plan: ({ tenant, project }: Space, runId: string) =>
      Effect.flatMap(Cache.get(plans, JSON.stringify([tenant, project, runId])), (plan) =>
        // A run that is deleted has ended, and nobody works on it.
        plan === undefined ? Effect.die(new Error(`The run ${runId} has no plan`)) : Effect.succeed(plan as Plan)
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
