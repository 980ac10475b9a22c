import { retryDeadlocks, translateSqlErrors } from "@agent-operations/database"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { makeClaims } from "./claims.ts"
import { makeReads } from "./reads.ts"
import { makeScope } from "./scope.ts"
import { makeSessions } from "./sessions.ts"
import { makeSubmit } from "./submit.ts"
import { makeWithdraw } from "./withdraw.ts"

/** A function whose database failures are told as `Unavailable` or `Timeout`, and every other as a defect. */
const translated =
  <Args extends ReadonlyArray<unknown>, A, E, R>(verb: (...args: Args) => Effect.Effect<A, E, R>) =>
  (...args: Args) =>
    translateSqlErrors(retryDeadlocks(verb(...args)))

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const scope = makeScope(sql)
  const sessions = makeSessions(sql, scope)
  const reads = makeReads(sql, scope)
  const claims = makeClaims(sql, scope)
  const { openSubjects, withdraw } = makeWithdraw(sql, scope)
  return {
    session: translated(sessions.one),
    asked: translated(sessions.asked),
    create: translated(sessions.create),
    sessions: translated(sessions.list),
    sessionsAbout: translated(sessions.about),
    assign: translated(sessions.assign),
    close: translated(sessions.close),
    review: translated(reads.review),
    at: translated(reads.at),
    page: translated(reads.page),
    submissions: translated(reads.submissions),
    counted: translated(reads.counted),
    claimOne: translated(claims.claimOne),
    claimNext: translated(claims.claimNext),
    skip: translated(claims.skip),
    release: translated(claims.release),
    submit: translated(makeSubmit(sql, scope)),
    openSubjects: translated(openSubjects),
    withdraw: translated(withdraw)
  }
})

/**
 * Review sessions, the places of people in them, and what they said. Each claim is one statement with a guard, and each
 * submission one transaction. Laws: H2, H3.
 *
 * @example
 * const store = yield* ReviewStore
 * const claim = yield* store.claimNext(space, "rvs_…", caller.actor)
 */
export class ReviewStore extends Context.Service<ReviewStore, Effect.Success<typeof make>>()(
  "@agent-operations/evals/ReviewStore"
) {
  static readonly layer = Layer.effect(ReviewStore, make)
}
