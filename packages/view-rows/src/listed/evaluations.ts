import type { Operation } from "@agent-operations/contract"
import type { evaluations } from "@agent-operations/contract/evaluations"
import { inTurns } from "@agent-operations/operations"
import { Effect } from "effect"
import type { Path } from "../view/path.ts"
import type { CallsTo } from "./call.ts"
import {
  filledWith,
  inOrder,
  inTime,
  type Item,
  keepValues,
  largestRead,
  type List,
  nanosOf,
  nothingLeftOut,
  readAll,
  valuesOf,
  type ValueAt,
  withKept
} from "./list.ts"

type Calls = CallsTo<typeof evaluations>
type Answer = Operation.Result<(typeof evaluations)["operations"]["get"]>
type Run = Answer["run"]
type Target = Answer["items"][number]

const perUnit = 1_000_000

/** The values that are numbers, by their names. */
const numbers = (entries: ReadonlyArray<readonly [string, number | null | undefined]>) =>
  Object.fromEntries(entries.filter(([, value]) => typeof value === "number"))

const evaluationOf = ({ series, id }: Run) => series ?? id

/** A run as page views and formulas see it. */
const runOf = (run: Run): object => {
  const { id, name, status, counts, startedAt, endedAt, usage, statistics, metadata, reason } = run
  return {
    id,
    evaluationId: evaluationOf(run),
    name,
    status,
    caseCount: counts.total,
    completedCount: counts.succeeded,
    failedCount: counts.failed,
    scores: numbers(Object.entries(statistics).map(([alias, { mean }]) => [alias, mean])),
    startedAt,
    endedAt,
    durationMs: startedAt === null || endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt),
    cost: usage.spentMicros / perUnit,
    error: reason,
    metadata
  }
}

/** An evaluation: the runs of a series, or one run that is in none. */
const evaluationOfLatest = (latest: Run) => ({
  id: evaluationOf(latest),
  name: latest.series ?? latest.name,
  datasetId: latest.pins.dataset?.id,
  runCount: 1,
  lastRunAt: latest.createdAt,
  createdAt: latest.createdAt,
  updatedAt: latest.endedAt ?? latest.createdAt
})

const evaluationItem = (
  { id, createdAt }: Run,
  evaluation: ReturnType<typeof evaluationOfLatest>,
  value: ValueAt
): Item => ({
  id,
  place: nanosOf(createdAt),
  at: nanosOf(createdAt),
  names: [evaluation.name],
  ids: [evaluation.id, id],
  value
})

/** The evaluations of the project with their latest runs, the one that last ran first. */
export const listEvaluations = (calls: Calls): List => ({
  records: ["run"],
  page: (_, paths) =>
    Effect.suspend(() => {
      const ofMetadata = paths.filter(({ name }) => name === "metadata")
      const items: Array<Item> = []
      const found = new Map<string, ReturnType<typeof evaluationOfLatest>>()
      return Effect.map(
        // Newest first.
        readAll(
          (cursor) => calls.list({ limit: 100, ...(cursor !== undefined && { cursor }) }),
          function* (run) {
            const known = found.get(evaluationOf(run))
            if (known !== undefined) {
              known.runCount++
              known.createdAt = run.createdAt
              return 0
            }
            const evaluation = evaluationOfLatest(run)
            found.set(evaluation.id, evaluation)
            const { values, length } = yield* keepValues(valuesOf({ evaluation: run, run }), ofMetadata)
            const own = valuesOf({ evaluation, run: { ...runOf(run), metadata: null } })
            items.push(evaluationItem(run, evaluation, withKept(own, ofMetadata, values)))
            return length
          }
        ),
        () => ({ next: null, items: inOrder(items) })
      )
    }),
  ...nothingLeftOut
})

/** What is in the evidence of a target alone. */
const ofEvidence = new Set(["input", "output", "expected", "metadata", "error", "startedAt", "endedAt"])

/** A target as page views and formulas see it. */
const caseOf = (
  runId: string,
  { id, traceId, externalId, status, scores, durationMs, spentMicros }: Target
): object => ({
  id,
  runId,
  traceId,
  name: externalId,
  status,
  scores: numbers(Object.entries(scores).map(([alias, { value }]) => [alias, value])),
  durationMs,
  cost: spentMicros / perUnit
})

const targetItem = (run: Run, target: Target): Item => ({
  id: target.id,
  place: -BigInt(target.ordinal),
  names: [target.externalId],
  ids: [target.id, target.itemId, target.traceId],
  value: valuesOf({ run: runOf(run), case: caseOf(run.id, target) })
})

/** The targets of a run, as cases, in its order. */
export const listTargets = (calls: Calls, runId: string): List => {
  const withEvidence = (item: Item, paths: ReadonlyArray<Path>, tell: (length: number) => void) =>
    calls.target({ id: item.id }).pipe(
      Effect.flatMap(({ input, output, expected, metadata, errorCode, attempts }) => {
        const last = attempts.at(-1)
        const value = valuesOf({
          case: {
            input,
            output,
            expected,
            metadata,
            error: errorCode === null ? null : { code: errorCode, message: last?.message ?? null },
            startedAt: attempts[0]?.startedAt,
            endedAt: last?.endedAt
          }
        })
        // It may be large: what is asked for is kept of it.
        return Effect.map(inTurns(keepValues(value, paths)), ({ values, length }) => {
          tell(length)
          const kept = new Map(paths.map(({ path }, n) => [path, values[n]!]))
          return [
            { ...item, value: (path: Path) => (isOfEvidence(path) ? (kept.get(path.path) ?? null) : item.value(path)) }
          ]
        })
      }),
      Effect.catchTag("NOT_FOUND", () => Effect.succeed([]))
    )
  return {
    records: ["case"],
    shared: {
      record: "run",
      value: Effect.map(calls.get({ id: runId, limit: 1 }), ({ run }) => valuesOf({ run: runOf(run) }))
    },
    page: (cursor) =>
      Effect.map(calls.get({ id: runId, limit: 200, ...(cursor !== undefined && { cursor }) }), (page) => ({
        items: page.items.map((target) => targetItem(page.run, target)),
        next: page.nextCursor
      })),
    isLeftOut: isOfEvidence,
    fill: (items, paths, isOver) =>
      Effect.suspend(() => {
        let length = 0
        const read = (item: Item) => withEvidence(item, paths, (more) => void (length += more))
        const isFull = Effect.map(isOver, (over) => over || length > largestRead)
        return Effect.map(inTime(items, read, isFull), filledWith)
      })
  }
}

const isOfEvidence = ({ record, name }: Path): boolean => record === "case" && ofEvidence.has(name)
