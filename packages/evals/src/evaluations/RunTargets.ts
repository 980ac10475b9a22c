import { Caller } from "@agent-operations/auth"
import { spaceOf } from "@agent-operations/definitions"
import { type ErrorOf, NotFound } from "@agent-operations/error-envelope"
import { Context, Effect, Layer } from "effect"
import { placeOf, RunStore, type Space, targetIdOf } from "../runs/index.ts"
import { makeTellEvidence } from "./handlers/tell-evidence.ts"

type Away = ErrorOf<"UNAVAILABLE" | "TIMEOUT">

/** Which targets of a run are picked, of those that succeeded or failed. */
export interface PickedTargets {
  readonly runId: string
  readonly status?: "succeeded" | "failed" | undefined
  readonly scorer?: string | undefined
  readonly below?: number | undefined
  readonly sample?: number | undefined
}

const make = Effect.gen(function* () {
  const store = yield* RunStore
  const tellEvidence = yield* makeTellEvidence

  const notThere = (id: string) => new NotFound({ message: `There is no target ${id} in this project.` })

  return {
    pick: Effect.fnUntraced(function* (space: Space, picked: PickedTargets, limit: number) {
      if ((yield* store.run(space, picked.runId)) === undefined) return undefined
      const ordinals = yield* store.pick(space, { ...picked, limit })
      return ordinals.map((ordinal) => targetIdOf(picked.runId, ordinal))
    }),

    present: Effect.fnUntraced(function* (space: Space, ids: ReadonlyArray<string>) {
      const byRun = Map.groupBy(ids.map(placeOf), ({ runId }) => runId)
      const found = yield* Effect.forEach([...byRun], ([runId, places]) =>
        Effect.map(
          store.present(
            space,
            runId,
            places.map(({ ordinal }) => ordinal)
          ),
          (ordinals) => [...ordinals].map((ordinal) => targetIdOf(runId, ordinal))
        )
      )
      return new Set(found.flat())
    }),

    evidence: Effect.fnUntraced(function* (id: string, options: { readonly withScores: boolean }) {
      const space = spaceOf(yield* Caller)
      const { runId, ordinal } = placeOf(id)
      const run = yield* store.run(space, runId)
      const [target] = run === undefined ? [] : yield* store.targets(space, { runId, after: ordinal - 1, limit: 1 })
      if (run === undefined || target?.ordinal !== ordinal) return yield* notThere(id)
      return yield* tellEvidence(space, run, target, options)
    })
  }
})

/** Targets of runs, for other modules that are about them: which there are, and their evidence. */
export class RunTargets extends Context.Service<
  RunTargets,
  {
    /** The IDs of the targets that are picked, at most `limit` of them, in their order; undefined where there is no run. */
    readonly pick: (
      space: Space,
      picked: PickedTargets,
      limit: number
    ) => Effect.Effect<ReadonlyArray<string> | undefined, Away>
    /** Those of some targets that are there. */
    readonly present: (space: Space, ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, Away>
    /** The evidence of a target in the caller's project. Without scores they are not read. Laws: F1, F2, H4. */
    readonly evidence: (
      id: string,
      options: { readonly withScores: boolean }
    ) => Effect.Effect<Effect.Success<ReturnType<Effect.Success<typeof makeTellEvidence>>>, NotFound | Away, Caller>
  }
>()("@agent-operations/evals/RunTargets") {
  static readonly layer = Layer.effect(RunTargets, make)
}
