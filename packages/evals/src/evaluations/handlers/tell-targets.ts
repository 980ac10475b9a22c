import type { EvalTarget } from "@agent-operations/contract/evaluations"
import { Effect } from "effect"
import { DatasetStore } from "../../datasets/store/DatasetStore.ts"
import { RunStore, type Space, type Target, targetIdOf } from "../../runs/index.ts"
import { toldMicros } from "../../runs/store/micros.ts"
import { traceIdOf } from "../execute/call-target.ts"
import type { KeptPins } from "../plan/pins.ts"
import type { Basis } from "../plan/plan.ts"

/** The members of a target that are told everywhere. */
export const targetMembers = (
  runId: string,
  target: Target,
  { basis, externalId }: { readonly basis: Basis | null; readonly externalId: string | null }
): Omit<EvalTarget, "scores"> => {
  const id = targetIdOf(runId, target.ordinal)
  const { carriedOrdinal, itemId } = target
  return {
    id,
    ordinal: target.ordinal,
    itemId: itemId === "" ? null : itemId,
    externalId,
    itemFromVersion: itemId === "" ? null : target.itemFromVersion,
    repetition: target.repetition,
    status: target.status,
    durationMs: target.durationMillis,
    spentMicros: toldMicros(target.spentMicros),
    errorCode: target.errorCode,
    traceId: traceIdOf(id),
    carriedFrom: basis === null || carriedOrdinal === null ? null : targetIdOf(basis.runId, carriedOrdinal)
  }
}

/** Tells targets of one run, with their scores. */
export const makeTellTargets = Effect.gen(function* () {
  const store = yield* RunStore
  const datasets = yield* DatasetStore

  return Effect.fnUntraced(function* (
    space: Space,
    runId: string,
    { basis, pins }: KeptPins,
    targets: ReadonlyArray<Target>
  ) {
    const names = targets.map(({ itemId, itemFromVersion }) => ({ itemId, fromVersion: itemFromVersion }))
    const externalIds = yield* datasets.externalIds(space, names)
    const ordinals = targets.map(({ ordinal }) => ordinal)
    const scores = yield* store.scores(space, runId, { ordinals, aliases: Object.keys(pins.scorers), detailed: false })
    const byOrdinal = Map.groupBy(scores, ({ ordinal }) => ordinal)
    return targets.map((target): EvalTarget => ({
      ...targetMembers(runId, target, { basis, externalId: externalIds.get(target.itemId) ?? null }),
      scores: Object.fromEntries(
        (byOrdinal.get(target.ordinal) ?? []).map(({ alias, status, value, label, passed }) => [
          alias,
          { status, value, label, passed }
        ])
      )
    }))
  })
})
