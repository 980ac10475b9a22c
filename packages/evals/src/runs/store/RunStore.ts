import { OpenProjects, translateSqlErrors } from "@agent-operations/database"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { makeAccounts } from "./accounts.ts"
import { makeClaim } from "./claim.ts"
import { makeControl } from "./control.ts"
import { makeCreate } from "./create.ts"
import { makeRemovals } from "./expire.ts"
import { makeFigures } from "./figures.ts"
import { makeHandBack } from "./hand-back.ts"
import { makeList } from "./list.ts"
import { makePick } from "./pick.ts"
import { makeReads } from "./reads.ts"
import { makeRemove } from "./remove.ts"
import { makeSettle } from "./settle.ts"
import { makeUsage } from "./usage.ts"
import { makeWorkers } from "./workers.ts"

/** A function whose database failures are told as `Unavailable` or `Timeout`, and every other as a defect. */
const translated =
  <Args extends ReadonlyArray<unknown>, A, E, R>(verb: (...args: Args) => Effect.Effect<A, E, R>) =>
  (...args: Args) =>
    translateSqlErrors(verb(...args))

const make = Effect.map(Effect.all([SqlClient.SqlClient, OpenProjects]), ([sql, isOpen]) => {
  const accounts = makeAccounts(sql)
  const create = makeCreate(sql)
  const control = makeControl(sql, accounts)
  const reads = makeReads(sql)
  const list = makeList(sql)
  const figures = makeFigures(sql)
  const { pick, present } = makePick(sql)
  const workers = makeWorkers(sql, accounts, isOpen)
  const removing = makeRemove(sql)
  return {
    create: <E, R>(...args: Parameters<typeof create<E, R>>) => translateSqlErrors(create(...args)),
    cancel: translated(control.cancel),
    resume: translated(control.resume),
    remove: translated(removing.remove),
    /** Takes away what deleted runs still have, where whoever deleted them was stopped. */
    goOnRemoving: translateSqlErrors(removing.goOn),
    /** What is removed for good once its time has passed. */
    removals: makeRemovals(sql, removing, isOpen),
    list: translated(list.list),
    countRuns: translated(list.countRuns),
    newestWithPrompt: translated(list.newestWithPrompt),
    run: translated(reads.run),
    plan: translated(reads.plan),
    countOfItem: translated(reads.countOfItem),
    targets: translated(reads.targets),
    pick: translated(pick),
    present: translated(present),
    attempts: translated(reads.attempts),
    output: translated(reads.output),
    scores: translated(reads.scores),
    scored: translated(figures.scored),
    durations: translated(figures.durations),
    countSucceeded: translated(figures.countSucceeded),
    keepStatistics: translated(figures.keepStatistics),
    usage: translated(makeUsage(sql).usage),
    accounts: translated(accounts.read),
    setLimit: translated(accounts.setLimit),
    /** Takes work on for a worker. */
    claim: translated(makeClaim(sql, accounts, isOpen)),
    /** Writes down how work of one project ended, and tells of each piece whether it counted. */
    settle: translated(makeSettle(sql, accounts)),
    register: translated(workers.register),
    renew: translated(workers.renew),
    leave: translated(workers.leave),
    bury: translated(workers.bury),
    handBack: translated(makeHandBack(sql, accounts)),
    toEnd: translated(workers.toEnd)
  }
})

/**
 * Runs as rows, which are the work itself: there is no queue beside them. Laws: X1 to X9, U1 to U4.
 *
 * @example
 * const store = yield* RunStore
 * const created = yield* store.create(space, { requestKey, inputHash }, Effect.succeed(run))
 * const claims = yield* store.claim({ worker, room: 20, lane: undefined })
 */
export class RunStore extends Context.Service<RunStore, Effect.Success<typeof make>>()(
  "@agent-operations/evals/RunStore"
) {
  static readonly layer = Layer.effect(RunStore, make)
}
