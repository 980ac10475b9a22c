import { Caller, recordingInProject } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import { EncodedJson } from "@agent-operations/operations"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { spaceOf } from "../space.ts"
import type { Store } from "../Store.ts"

export interface DeleteInput {
  readonly id: string
  readonly expectedRevision: number
}

/** Laws: R4, R7, R8, A8. */
export const remove = <K extends Kind.Any>(store: Store, sql: SqlClient, kind: K) =>
  Effect.fnUntraced(function* ({ id, expectedRevision }: DeleteInput) {
    const caller = yield* Caller
    const record = (changed: Fragment, at: Date) =>
      recordingInProject(
        sql,
        caller,
        { action: "definition.deleted", subject: { type: kind.name, id } },
        { changed, at }
      )
    const { revision } = yield* store.remove(spaceOf(caller), kind, id, expectedRevision, caller.actor, record)
    return EncodedJson.of({ id, deleted: true as const, revision })
  })
