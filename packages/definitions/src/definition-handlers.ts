import type { DefinitionFamily, Kind } from "@agent-operations/contract"
import { recordCopy } from "@agent-operations/error-envelope"
import { Cursors, type Handlers } from "@agent-operations/operations"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { copy } from "./handlers/copy.ts"
import { create } from "./handlers/create.ts"
import { remove } from "./handlers/delete.ts"
import { deleted } from "./handlers/deleted.ts"
import { dependencies } from "./handlers/dependencies.ts"
import { get } from "./handlers/get.ts"
import { history } from "./handlers/history.ts"
import { list } from "./handlers/list.ts"
import { recover } from "./handlers/recover.ts"
import { restore } from "./handlers/restore.ts"
import { update } from "./handlers/update.ts"
import type { ValidateContent } from "./validate.ts"

recordCopy("@agent-operations/definitions", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** What a host can add to the handlers of a kind. */
export interface DefinitionOptions<K extends Kind.Any> {
  /** Says what is wrong with what a definition would say, before it is written. By default nothing is. */
  readonly validate?: ValidateContent<K["source"]["Type"], K["settings"]["Type"]>
}

/**
 * The handlers of the eleven operations of a kind, over the revision store.
 *
 * @example
 * implement(alertRules, definitionHandlers(AlertRule))
 */
export const definitionHandlers = <K extends Kind.Any>(
  kind: K,
  { validate }: DefinitionOptions<K> = {}
): Effect.Effect<Handlers<DefinitionFamily<K>>, never, EncodedRevisionStore | Cursors | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const store = yield* EncodedRevisionStore
    const sql = yield* SqlClient.SqlClient
    const check = validate as ValidateContent | undefined
    const cursors = yield* Cursors
    return {
      list: list(store, cursors, kind),
      get: get(store, kind),
      create: create(store, kind, check),
      update: update(store, kind, check),
      copy: copy(store, kind),
      delete: remove(store, sql, kind),
      history: history(store, kind),
      restore: restore(store, kind),
      dependencies: dependencies(store, kind),
      deleted: deleted(store, cursors, kind),
      recover: recover(store, sql, kind)
    } as object as Handlers<DefinitionFamily<K>>
  })
