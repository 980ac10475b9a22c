import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { inTurns, parsedJson } from "@agent-operations/operations"
import { Cache, Context, Duration, Effect, Exit, Layer } from "effect"
import { RunStore, type Space } from "../../runs/index.ts"
import { jsonText } from "../../scorers/write-json.ts"
import type { Plan, ReadPlan } from "./plan.ts"
import { mostOfPrompts } from "./resolve.ts"

/**
 * How many plans a process keeps, and of how many characters of JSON together, which are 80 MiB at most: those of the runs that
 * it works on. Two of the most that prompts may be have room, so that work on both does not read them for each target.
 */
const [capacity, mostLength] = [16, 2.5 * mostOfPrompts]

function* readPlan(text: string): Generator<void, ReadPlan> {
  const plan = (yield* parsedJson(text)) as Plan
  const { call } = plan
  if (call == null) return plan as Plan & { readonly call: null }
  return { ...plan, call: { input: yield* jsonText(call.input), expected: yield* jsonText(call.expected) } }
}

const make = Effect.gen(function* () {
  const runs = yield* RunStore
  const plans = yield* Cache.makeWith(
    (key: string) => {
      const [tenant, project, id] = JSON.parse(key) as [string, string, string]
      return Effect.flatMap(runs.plan({ tenant, project }, id), (text) => {
        // A run that is deleted has ended, and nobody works on it.
        if (text === undefined) throw new Error(`The run ${id} has no plan`)
        return Effect.map(inTurns(readPlan(text)), (plan) => ({ plan, length: text.length }))
      })
    },
    // What failed since the database was away may succeed in a moment.
    { capacity, timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero) }
  )
  /** Lets go of those that were not used for longest, and never of the last one. */
  const makeRoom = Effect.gen(function* () {
    let left = mostLength
    for (const [key, { length }] of [...(yield* Cache.entries(plans))].toReversed()) {
      if (left < mostLength && left < length) yield* Cache.invalidate(plans, key)
      left -= length
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
  { readonly plan: (space: Space, runId: string) => Effect.Effect<ReadPlan, Unavailable | Timeout> }
>()("@agent-operations/evals/PlanReader") {
  static readonly layer = Layer.effect(PlanReader, make)
}
