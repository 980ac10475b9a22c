import { translateSqlErrors } from "@agent-operations/database"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { append } from "./verbs/append.ts"
import { copy } from "./verbs/copy.ts"
import { create } from "./verbs/create.ts"
import { graph } from "./verbs/graph.ts"
import { history } from "./verbs/history.ts"
import { count, list } from "./verbs/list.ts"
import { read } from "./verbs/read.ts"
import { referrers } from "./verbs/referrers.ts"
import { remove } from "./verbs/remove.ts"
import { restore } from "./verbs/restore.ts"

/** A verb whose database failures are told as `Unavailable` or `Timeout`, and every other as a defect. */
const translated =
  <Args extends ReadonlyArray<unknown>, A, E, R>(verb: (...args: Args) => Effect.Effect<A, E, R>) =>
  (...args: Args) =>
    translateSqlErrors(verb(...args))

const make = Effect.map(SqlClient.SqlClient, (sql) => ({
  create: translated(create(sql)),
  append: translated(append(sql)),
  copy: translated(copy(sql)),
  remove: translated(remove(sql)),
  restore: translated(restore(sql)),
  read: translated(read(sql)),
  list: translated(list(sql)),
  count: translated(count(sql)),
  history: translated(history(sql)),
  referrers: translated(referrers(sql)),
  graph: translated(graph(sql))
}))

/**
 * Definitions with immutable revisions, of any kind. Every verb is one statement, which the database carries out whole
 * or not at all; it also decides every race. Laws: R1 to R9, P1 to P8.
 *
 * @example
 * const store = yield* RevisionStore
 * const made = yield* store.create(space, kind, { name, description: null, source, settings, references: {} }, actor)
 * yield* store.append(space, kind, made.id, made.revision, { name: "Another name" }, actor)
 */
export class RevisionStore extends Context.Service<RevisionStore, Effect.Success<typeof make>>()(
  "@agent-operations/revision-store/RevisionStore"
) {
  static readonly layer = Layer.effect(RevisionStore, make)
}
