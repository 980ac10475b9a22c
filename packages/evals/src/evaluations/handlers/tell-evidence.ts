import type { EvalEvidence } from "@agent-operations/contract/evaluations"
import { EncodedJson } from "@agent-operations/operations"
import { Effect } from "effect"
import { DatasetStore } from "../../datasets/store/DatasetStore.ts"
import { type Attempt, type Run, RunStore, type ScoreRecord, type Space, type Target } from "../../runs/index.ts"
import { itemText, makeReadItem } from "../execute/items.ts"
import { PlanReader } from "../plan/PlanReader.ts"
import { readPins } from "../plan/pins.ts"
import type { Pinned, Plan } from "../plan/plan.ts"
import { targetMembers } from "./tell-targets.ts"

const attemptOf = ({ startedAt, endedAt, ...attempt }: Attempt): EvalEvidence["attempts"][number] => ({
  ...attempt,
  startedAt: new Date(startedAt).toISOString(),
  endedAt: new Date(endedAt).toISOString()
})

const definitionsOf = ({ app, scorers, scorerApps }: Plan): EvalEvidence["definitions"] => {
  const pinned: ReadonlyArray<Pinned> = [
    ...(app === null ? [] : [app]),
    ...Object.values(scorers),
    ...Object.values(scorerApps)
  ]
  return pinned.map(({ kind, id, name, revision }) => ({ kind, id, name, revision }))
}

/** A score as JSON, whose detail stays the text that is kept. */
const scoreText = ({ alias, status, value, label, passed, spentMicros, detail }: ScoreRecord): string => {
  const members = JSON.stringify({ status, value, label, passed, spentMicros })
  return `${JSON.stringify(alias)}:${members.slice(0, -1)},"detail":${detail}}`
}

type Evidenced = Pick<Run, "id" | "pins" | "outputsRemovedAt">

/** Tells all that is known of a target, as the texts that are kept. Laws: F1, F2, F3. */
export const makeTellEvidence = Effect.gen(function* () {
  const store = yield* RunStore
  const datasets = yield* DatasetStore
  const plans = yield* PlanReader
  const readItem = yield* makeReadItem

  return Effect.fnUntraced(function* (
    space: Space,
    run: Evidenced,
    target: Target,
    { withScores = true }: { readonly withScores?: boolean } = {}
  ) {
    const { id: runId, outputsRemovedAt } = run
    const { itemId, itemFromVersion, ordinal } = target
    const item = yield* readItem({ space, runId, itemId, itemFromVersion })
    const name = { itemId, fromVersion: itemFromVersion }
    const externalIds = yield* datasets.externalIds(space, itemId === "" ? [] : [name])
    const isWhole = outputsRemovedAt === null
    const kept = isWhole ? yield* store.output(space, runId, ordinal) : undefined
    const attempts = yield* store.attempts(space, runId, ordinal)
    const { basis, pins } = readPins(run.pins)
    const aliases = withScores ? Object.keys(pins.scorers) : []
    const scores = yield* store.scores(space, runId, { ordinals: [ordinal], aliases, detailed: isWhole })
    const members = targetMembers(runId, target, { basis, externalId: externalIds.get(itemId) ?? null })
    const rest = JSON.stringify({
      attempts: attempts.map(attemptOf),
      definitions: definitionsOf(yield* plans.plan(space, runId)),
      purged: item.purged,
      outputRemovedAt: outputsRemovedAt?.toISOString() ?? null,
      evidenceHash: target.evidenceHash
    })
    const exchange = kept === undefined || kept.exchange === "null" ? "{}" : kept.exchange
    return new EncodedJson<EvalEvidence>([
      ...[JSON.stringify({ ...members, runId }).slice(0, -1), ",", itemText(item).slice(1, -1)],
      ...[',"output":', kept?.output ?? "null", ',"exchange":', exchange, ',"scores":{'],
      ...scores.flatMap((score, at) => [at === 0 ? "" : ",", scoreText(score)]),
      ...["},", rest.slice(1)]
    ])
  })
})
