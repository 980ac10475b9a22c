import type { EvalRun } from "@agent-operations/contract/evaluations"
import { monotonicMillis } from "@agent-operations/database"
import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { inTurns } from "@agent-operations/operations"
import { Cache, Duration, Effect, Exit } from "effect"
import { freshFor } from "../../fresh-for.ts"
import { type Run, RunStore, type Space } from "../../runs/index.ts"
import { toldMicros } from "../../runs/store/micros.ts"
import type { Scale } from "../../statistics/index.ts"
import { summarizeBySteps } from "../../statistics/summarize.ts"
import { itemsOf } from "../figures/items-of.ts"
import { readPins } from "../plan/pins.ts"

type Figures = Pick<EvalRun, "statistics" | "durationMs">

/** What figures are computed of. */
interface Key extends Pick<Run, "id" | "pins"> {
  readonly space: Space
  readonly hasEnded: boolean
}

function* summaryOf(targets: Parameters<typeof itemsOf>[0], scale: Scale) {
  return yield* summarizeBySteps(yield* itemsOf(targets), scale)
}

/** Tells runs with their figures, which are computed once of a run that has ended. Laws: N1, N2, X2. */
export const makeTellRun = Effect.gen(function* () {
  const store = yield* RunStore

  const compute = Effect.fnUntraced(function* (
    space: Space,
    { id, pins }: Pick<Run, "id" | "pins">
  ): Effect.fn.Return<Figures, Unavailable | Timeout> {
    const statistics: Record<string, Figures["statistics"][string]> = {}
    for (const [alias, scale] of Object.entries(readPins(pins).scales)) {
      statistics[alias] = yield* inTurns(summaryOf(yield* store.scored(space, id, alias), scale))
    }
    return { statistics, durationMs: yield* store.durations(space, id) }
  })

  // Whoever polls a run does not have it counted each time, and who asks as it ends not once for each.
  const known = yield* Cache.makeWith(
    (key: string) => {
      const { space, hasEnded, ...run } = JSON.parse(key) as Key
      return Effect.gen(function* () {
        const began = yield* monotonicMillis
        const figures = yield* compute(space, run)
        if (hasEnded) yield* store.keepStatistics(space, run.id, JSON.stringify(figures))
        const tookMillis = (yield* monotonicMillis) - began
        // Whoever asks once they are kept reads them.
        return { figures, freshMillis: hasEnded ? 0 : freshFor(tookMillis) }
      })
    },
    // What failed since the database was away may succeed in a moment.
    {
      capacity: 200,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? exit.value.freshMillis : Duration.zero)
    }
  )

  const figures = Effect.fnUntraced(function* (space: Space, run: Run) {
    if (run.statistics !== null) return JSON.parse(run.statistics) as Figures
    const key: Key = { space, id: run.id, pins: run.pins, hasEnded: run.endedAt !== null }
    return (yield* Cache.get(known, JSON.stringify(key))).figures
  })

  return Effect.fnUntraced(function* (
    { tenant, project }: Space,
    run: Run
  ): Effect.fn.Return<EvalRun, Unavailable | Timeout> {
    const { pins, basis, baseRunId } = readPins(run.pins)
    const { statistics, durationMs } = yield* figures({ tenant, project }, run)
    return {
      id: run.id,
      requestKey: run.requestKey,
      name: run.name,
      series: run.series,
      status: run.status,
      reason: run.reason,
      pins,
      repetitions: run.repetitions,
      counts: run.counts,
      usage: {
        heldMicros: toldMicros(run.heldMicros),
        spentMicros: toldMicros(run.spentMicros),
        assumedMicros: toldMicros(run.assumedMicros)
      },
      durationMs,
      statistics,
      createdAt: run.createdAt.toISOString(),
      createdBy: JSON.parse(run.createdBy) as EvalRun["createdBy"],
      startedAt: run.startedAt?.toISOString() ?? null,
      endedAt: run.endedAt?.toISOString() ?? null,
      basis,
      baseRunId,
      metadata: JSON.parse(run.metadata) as EvalRun["metadata"]
    }
  })
})
