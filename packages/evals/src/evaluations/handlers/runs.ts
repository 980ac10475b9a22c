import { type Access, Caller, recordInProject } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import type { evaluations } from "@agent-operations/contract/evaluations"
import { spaceOf } from "@agent-operations/definitions"
import { Conflict, NotFound, RunEnded } from "@agent-operations/error-envelope"
import { Cursors, makeWalk, schemaKey } from "@agent-operations/operations"
import { Effect, Option, Queue, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { NewWork, RunStore, type Space } from "../../runs/index.ts"
import { makeBudget } from "../cost/budget.ts"
import { readPins } from "../plan/pins.ts"
import { RunReviews } from "../RunReviews.ts"
import { RunTargets } from "../RunTargets.ts"
import { makeTellRun } from "./tell-run.ts"
import { makeTellTargets } from "./tell-targets.ts"

type Operations = (typeof evaluations)["operations"]
type Input<O extends keyof Operations> = Operation.Input<Operations[O]>

const ended = ["completed", "failed", "cancelled"]

/** Reads a run that has to be there. */
export const makeRequireRun = Effect.map(
  RunStore,
  (store) => (space: Space, id: string) =>
    Effect.flatMap(store.run(space, id), (run) =>
      run === undefined
        ? Effect.fail(new NotFound({ message: `There is no evaluation run ${id} in this project.` }))
        : Effect.succeed(run)
    )
)

const mayReadReviews = ({ scopes }: Access): boolean => scopes === "all" || scopes.includes("reviews:read")

/** The handlers that read and control runs. Laws: X2, X3, X8, F1, N1. */
export const runHandlers = Effect.gen(function* () {
  const store = yield* RunStore
  const sql = yield* SqlClient.SqlClient
  const newWork = yield* NewWork
  const budget = yield* makeBudget
  const requireRun = yield* makeRequireRun
  const tellRun = yield* makeTellRun
  const tellTargets = yield* makeTellTargets
  const runTargets = yield* RunTargets
  const said = Option.getOrUndefined(yield* Effect.serviceOption(RunReviews))
  const cursors = yield* Cursors
  const walkRuns = makeWalk(cursors, schemaKey(Schema.String), "list_eval_runs")
  const walkTargets = makeWalk(cursors, schemaKey(Schema.Int), "get_eval_run")

  const recording =
    (caller: Access, action: "evaluation_run.cancelled" | "evaluation_run.deleted", id: string) => (name: string) =>
      recordInProject(sql, caller, { action, subject: { type: "evaluation_run", id, name } })

  const controlled = Effect.fnUntraced(function* (verb: "cancel" | "resume", id: string) {
    const caller = yield* Caller
    const space = spaceOf(caller)
    const outcome = yield* verb === "resume"
      ? store.resume(space, id)
      : store.cancel(space, id, recording(caller, "evaluation_run.cancelled", id))
    if (outcome._tag === "Ended") {
      const message = `The run is ${outcome.status}: there is nothing to ${verb}.`
      return yield* new RunEnded({ message, details: { status: outcome.status } })
    }
    return yield* tellRun(space, yield* requireRun(space, id))
  })

  return {
    list: Effect.fnUntraced(function* ({ limit = 20, cursor, includeTotal, ...filters }: Input<"list">) {
      const space = spaceOf(yield* Caller)
      const { appId: lane, ...rest } = filters
      const { after: before, next } = yield* walkRuns(cursor, [JSON.stringify(filters)])
      const found = yield* store.list(space, { ...rest, lane }, { before, limit: limit + 1 })
      const page = found.slice(0, limit)
      return {
        items: yield* Effect.forEach(page, (run) => tellRun(space, run)),
        nextCursor: found.length > limit ? next(page.at(-1)!.id) : null,
        ...(includeTotal === true && { total: yield* store.countRuns(space, { ...rest, lane }) })
      }
    }),

    get: Effect.fnUntraced(function* ({ id, limit = 50, cursor, ...filters }: Input<"get">) {
      const caller = yield* Caller
      const space = spaceOf(caller)
      const { after = -1, next } = yield* walkTargets(cursor, [JSON.stringify({ id, ...filters })])
      const run = yield* requireRun(space, id)
      const found = yield* store.targets(space, { runId: id, after, limit: limit + 1, ...filters })
      const targets = found.slice(0, limit)
      return {
        run: yield* tellRun(space, run),
        items: yield* tellTargets(space, id, readPins(run.pins), targets),
        ...(cursor === undefined &&
          said !== undefined &&
          mayReadReviews(caller) && {
            reviews: yield* said.of(space, id, caller)
          }),
        nextCursor: found.length > limit ? next(targets.at(-1)!.ordinal) : null
      }
    }),

    target: ({ id }: Input<"target">) => runTargets.evidence(id, { withScores: true }),

    cancel: ({ id }: Input<"cancel">) => controlled("cancel", id),

    resume: Effect.fnUntraced(function* ({ id }: Input<"resume">) {
      const space = spaceOf(yield* Caller)
      yield* budget.requireSome(space)
      const resumed = yield* controlled("resume", id)
      yield* Queue.offer(newWork, undefined)
      return resumed
    }),

    delete: Effect.fnUntraced(function* ({ id }: Input<"delete">) {
      const caller = yield* Caller
      const removed = yield* store.remove(spaceOf(caller), id, recording(caller, "evaluation_run.deleted", id))
      if (removed._tag === "NotFound") {
        return yield* new NotFound({ message: `There is no evaluation run ${id} in this project.` })
      }
      if (removed._tag === "NotEnded") {
        return yield* new Conflict({
          message: `The run is ${removed.status}, and has not ended.`,
          details: { currentState: removed.status, allowedStates: ended }
        })
      }
      return { id, deleted: true as const }
    })
  }
})
