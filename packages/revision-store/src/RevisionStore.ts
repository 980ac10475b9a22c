import { translateSqlErrors } from "@agent-operations/database"
import { recordCopy } from "@agent-operations/error-envelope"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { announce } from "./events/announce.ts"
import { fetch, summaries } from "./internal/fetch.ts"
import { rememberRevisions } from "./internal/remembered.ts"
import { decodeDeleted, decodeRevision } from "./internal/row.ts"
import type { EncodedRevision } from "./model.ts"
import { append } from "./verbs/append.ts"
import { copy } from "./verbs/copy.ts"
import { create } from "./verbs/create.ts"
import { deleted, type DeletedPage } from "./verbs/deleted.ts"
import { find } from "./verbs/find.ts"
import { graph } from "./verbs/graph.ts"
import { heads } from "./verbs/heads.ts"
import { history } from "./verbs/history.ts"
import { hold } from "./verbs/hold.ts"
import { list } from "./verbs/list.ts"
import { named } from "./verbs/named.ts"
import { read } from "./verbs/read.ts"
import { recover } from "./verbs/recover.ts"
import { referrers } from "./verbs/referrers.ts"
import { remove } from "./verbs/remove.ts"
import { restore } from "./verbs/restore.ts"

recordCopy("@agent-operations/revision-store", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** A verb whose database failures are told as `Unavailable` or `Timeout`, and every other as a defect. */
const translated =
  <Args extends ReadonlyArray<unknown>, A, E, R>(verb: (...args: Args) => Effect.Effect<A, E, R>) =>
  (...args: Args) =>
    translateSqlErrors(verb(...args))

const encoded = Effect.map(SqlClient.SqlClient, (sql) => {
  const remembered = rememberRevisions(sql)
  const [found, fetched, referring] = [find(sql, remembered), fetch(sql, remembered), referrers(sql)]
  const summarized = summaries(sql)
  const announced = announce(sql)
  return {
    create: announced(translated(create(sql))),
    append: announced(translated(append(sql))),
    copy: announced(translated(copy(sql, found))),
    remove: announced(translated(remove(sql, referring))),
    restore: announced(translated(restore(sql, found))),
    recover: announced(translated(recover(sql))),
    deleted: translated(deleted(sql, fetched)),
    read: translated(read(found)),
    list: translated(list(sql, fetched)),
    history: translated(history(sql, fetched)),
    listSummaries: translated(list(sql, summarized)),
    deletedSummaries: translated(deleted(sql, summarized)),
    historySummaries: translated(history(sql, summarized)),
    heads: translated(heads(sql)),
    hold: translated(hold(sql)),
    named: translated(named(sql)),
    referrers: translated(referring),
    graph: translated(graph(sql))
  }
})

/**
 * `RevisionStore` with the JSON of revisions left as text, for servers that pass it on.
 *
 * @example
 * const { source } = yield* store.read(space, kind, id, undefined) // '{"type":"table"}'
 */
export class EncodedRevisionStore extends Context.Service<EncodedRevisionStore, Effect.Success<typeof encoded>>()(
  "@agent-operations/revision-store/EncodedRevisionStore"
) {
  static readonly layer = Layer.effect(EncodedRevisionStore, encoded)
}

/** A verb that returns a revision, or a page of them, decoded. */
const decoded =
  <Args extends ReadonlyArray<unknown>, E, R>(verb: (...args: Args) => Effect.Effect<EncodedRevision, E, R>) =>
  (...args: Args) =>
    Effect.map(verb(...args), decodeRevision)

const decodedPage =
  <Args extends ReadonlyArray<unknown>, P extends { readonly items: ReadonlyArray<EncodedRevision> }, E, R>(
    verb: (...args: Args) => Effect.Effect<P, E, R>
  ) =>
  (...args: Args) =>
    Effect.map(verb(...args), ({ items, ...rest }) => ({ items: items.map(decodeRevision), ...rest }))

const decodedDeleted =
  <Args extends ReadonlyArray<unknown>, E, R>(verb: (...args: Args) => Effect.Effect<DeletedPage, E, R>) =>
  (...args: Args) =>
    Effect.map(verb(...args), ({ items, next }) => ({ items: items.map(decodeDeleted), next }))

const make = Effect.map(encoded, (store) => ({
  ...store,
  create: decoded(store.create),
  append: decoded(store.append),
  copy: decoded(store.copy),
  restore: decoded(store.restore),
  recover: decoded(store.recover),
  deleted: decodedDeleted(store.deleted),
  read: decoded(store.read),
  list: decodedPage(store.list),
  history: decodedPage(store.history)
}))

/**
 * Definitions with immutable revisions, of any kind. Every verb is one statement, which the database carries out whole
 * or not at all; it also decides every race. Laws: R1 to R12, P1 to P8.
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
