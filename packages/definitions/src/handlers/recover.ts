import { Caller, recordingInProject } from "@agent-operations/auth"
import { type Kind, trimName } from "@agent-operations/contract"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { encodeDefinition } from "../encode-definition.ts"
import { spaceOf } from "../space.ts"
import type { Store } from "../Store.ts"

export interface RecoverInput {
  readonly id: string
  readonly name?: string
}

/** Laws: R11, R12, A8. */
export const recover = <K extends Kind.Any>(store: Store, sql: SqlClient, kind: K) =>
  Effect.fnUntraced(function* ({ id, name }: RecoverInput) {
    const caller = yield* Caller
    const options = { name: name === undefined ? undefined : trimName(name) }
    const record = (changed: Fragment, at: Date) =>
      recordingInProject(
        sql,
        caller,
        { action: "definition.recovered", subject: { type: kind.name, id } },
        { changed, at }
      )
    const recovered = yield* store.recover(spaceOf(caller), kind, id, options, caller.actor, record)
    return encodeDefinition(kind, caller, recovered)
  })
