import { retryDeadlocks, translateSqlErrors } from "@agent-operations/database"
import { recordCopy } from "@agent-operations/error-envelope"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { makeCases } from "./cases.ts"
import { makeReads } from "./reads.ts"
import { makeWrite } from "./write.ts"

recordCopy("@agent-operations/evals", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** A function whose database failures are told as `Unavailable` or `Timeout`, and every other as a defect. */
const translated =
  <Args extends ReadonlyArray<unknown>, A, E, R>(verb: (...args: Args) => Effect.Effect<A, E, R>) =>
  (...args: Args) =>
    translateSqlErrors(verb(...args))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const definitions = yield* EncodedRevisionStore
  const reads = makeReads(sql, definitions)
  const cases = makeCases(sql)
  const write = makeWrite(sql, definitions)
  return {
    head: translated(reads.head),
    version: translated(reads.version),
    items: translated(reads.items),
    count: translated(reads.count),
    item: translated(reads.item),
    versions: translated(reads.versions),
    compare: translated(reads.compare),
    cases: translated(cases.cases),
    content: translated(cases.content),
    externalIds: translated(cases.externalIds),
    /** Runs a change of items as one transaction, or as a part of the caller's. */
    changing: <A, E, R>(change: Effect.Effect<A, E, R>) =>
      translateSqlErrors(retryDeadlocks(sql.withTransaction(change))),
    begin: write.begin,
    put: write.put,
    remove: translated((...args: Parameters<typeof write.remove>) =>
      retryDeadlocks(sql.withTransaction(write.remove(...args)))
    ),
    restore: translated((...args: Parameters<typeof write.restore>) =>
      retryDeadlocks(sql.withTransaction(write.restore(...args)))
    )
  }
})

/**
 * Items of datasets at every version. Each change is one transaction that holds the dataset, and makes one version.
 * Laws: D1, D2, D3.
 *
 * @example
 * const store = yield* DatasetStore
 * const { items } = yield* store.items(space, "ds_…", { version: 3, split: undefined, after: 0, limit: 100, maxBytes: 1e6 })
 */
export class DatasetStore extends Context.Service<DatasetStore, Effect.Success<typeof make>>()(
  "@agent-operations/evals/DatasetStore"
) {
  static readonly layer = Layer.effect(DatasetStore, make)
}
