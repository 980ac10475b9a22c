import { Duration, Effect, Metric, Schedule, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { inBackground } from "../background-work.ts"
import { StatementDeadline } from "../internal/deadline.ts"
import type { Amount } from "./amount.ts"
import { decide, recordOf, type Removal, type Removed } from "./decide.ts"
import { changeRecord, type RemovalRecord } from "./record.ts"
import { UpkeepClock } from "./UpkeepClock.ts"

/** When rounds are made: the first after the start, and each after the one before it. */
export interface Rounds {
  readonly first: Duration.Input
  readonly every: Duration.Input
}

const heldBack = Metric.gauge("agent_operations_upkeep_held_back", {
  description: "What upkeep holds back, though it is due by the clock or by a new setting."
})

const tellHeldBack = (of: string, count: number) => Metric.update(Metric.withAttributes(heldBack, { of }), count)

/** Nothing where nothing was dropped. */
const toldOfDrop = (of: string, { count, partitions = 0 }: Removed, until: number): string | undefined => {
  if (count + partitions === 0) return undefined
  const also = partitions === 0 ? "" : ` and ${partitions} partitions`
  return `Dropped ${count} ${of}${also}, from before ${new Date(until).toISOString()}`
}

const toldOfHold = ({ of }: Removal<unknown>, { held, reason, asked }: RemovalRecord) =>
  `${held} ${of} are held back, not dropped, as ${reason}. They go as soon as ` +
  (asked === undefined ? "that time has really passed, or you" : "you") +
  " allow it: check the clock and the settings, and run `npm run ao -- retention allow` or" +
  " `agent-operations-admin retention allow`"

/** Writes down what a round left, unless another or the operator's word came in between. */
const note = (of: string, known: RemovalRecord | undefined, next: RemovalRecord) => {
  const [before, after] = [JSON.stringify(known), JSON.stringify(next)]
  if (before === after) return Effect.void
  return changeRecord((record) =>
    JSON.stringify(record.removals[of]) === before
      ? { ...record, removals: { ...record.removals, [of]: next } }
      : record
  )
}

/** A step of the clock is noticed from twice the pause between two rounds on, and from 10 minutes. */
const toleranceOf = (every: Duration.Input) =>
  Duration.max(Duration.times(Duration.fromInputUnsafe(every), 2), Duration.minutes(10))

const countingTime = Duration.minutes(10)

/** Counts for longer than statements may take: of a large installation a whole table is read, where a setting is new. */
const patiently = <E>(sql: SqlClient.SqlClient, count: Effect.Effect<Amount, E>) =>
  sql
    .withTransaction(
      Effect.andThen(sql`set local statement_timeout = ${sql.literal(`${Duration.toMillis(countingTime)}`)}`, count)
    )
    .pipe(Effect.provideService(StatementDeadline, countingTime))

/** One round, and its words: what it dropped, and what it holds back where the round before did not. */
export const makeRound = <E>(removal: Removal<E>, every: Duration.Input) => {
  const { of, remove } = removal
  let told = false
  return Effect.gen(function* () {
    const [clock, sql] = [yield* UpkeepClock, yield* SqlClient.SqlClient]
    const count = (until: number) => patiently(sql, removal.count(until))
    const sight = yield* clock.look(toleranceOf(every))
    const known = sight.removals[of]
    const age = removal.age === undefined ? undefined : Duration.toMillis(removal.age)
    const decision =
      age === undefined
        ? { until: undefined, accepted: undefined, hold: undefined }
        : yield* decide({ ...removal, count }, age, sight)
    const { until, hold } = decision
    const removed = until === undefined ? { count: 0 } : yield* remove(until)
    const line = toldOfDrop(of, removed, until ?? 0)
    if (line !== undefined) yield* Effect.logInfo(line)
    const held = hold === undefined ? 0 : (yield* count(sight.now - (age ?? 0))).due
    const next = recordOf(decision, { removed: removed.count, held, now: sight.now }, known?.days)
    yield* note(of, known, next)
    yield* tellHeldBack(of, held)
    if (held > 0 && !told) yield* Effect.logWarning(toldOfHold(removal, next))
    told = held > 0
  })
}

/**
 * Removes what is due, round after round until the scope is closed: what was there before a time that really passed, as
 * servers saw it run, whatever the clock says. What the clock alone says is due is held back, and so is much at once by a
 * setting that is new. A failure is logged, and waits for the next round. Laws: K1, K2.
 *
 * @example
 * removeWhenDue({ of: "traces", age: "90 days", isSetting: true, count, remove }, { first: "1 minute", every: "1 hour" })
 */
export const removeWhenDue = <E>(
  removal: Removal<E>,
  { first, every }: Rounds
): Effect.Effect<void, never, UpkeepClock | SqlClient.SqlClient | Scope.Scope> =>
  makeRound(removal, every).pipe(
    Effect.catchCause((cause) => Effect.logWarning(`The upkeep of ${removal.of} failed`, cause)),
    inBackground,
    Effect.repeat(Schedule.spaced(every)),
    Effect.delay(first),
    Effect.forkScoped,
    // The metric is there from the start on.
    Effect.andThen(tellHeldBack(removal.of, 0))
  )
