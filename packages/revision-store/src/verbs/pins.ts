import { constraintName } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Space } from "../model.ts"

/** Work that is no definition, and needs definitions until it has ended: an evaluation run. */
export interface Pinning {
  readonly kind: string
  readonly id: string
}

/** A definition that is needed, and as what. */
export interface Pin {
  readonly alias: string
  readonly kind: string
  readonly id: string
  readonly revision: number
}

/**
 * Keeps definitions from being deleted while work goes on that is no definition itself. Each call is one statement, as a
 * part of the transaction that begins or ends the work. Law: R7.
 *
 * @example
 * const pins = definitionPins(sql)
 * yield* pins.set(space, { kind: "eval_run", id, name: "Nightly" }, [{ alias: "app", kind: "app", id: app, revision: 3 }])
 * yield* pins.release(space, { kind: "eval_run", id })
 */
export const definitionPins = (sql: SqlClient) => ({
  /** Fails where one of them is gone by now, as `pinIsGone` tells. */
  set: (
    { tenant, project }: Space,
    by: Pinning & { readonly name: string },
    pins: ReadonlyArray<Pin>
  ): Effect.Effect<void, SqlError> =>
    pins.length === 0
      ? Effect.void
      : Effect.asVoid(sql`
          insert into agent_operations.definition_pins
            (tenant_id, project_id, by_kind, by_id, by_name, alias, to_kind, to_id, to_revision)
          select ${tenant}, ${project}, ${by.kind}, ${by.id}, ${by.name}, p.alias, p.kind, p.id, p.revision
          from jsonb_to_recordset(${JSON.stringify(pins)}::jsonb) as p(alias text, kind text, id text, revision int)
          on conflict do nothing`),

  release: ({ tenant, project }: Space, { kind, id }: Pinning): Effect.Effect<void, SqlError> =>
    Effect.asVoid(sql`
      delete from agent_operations.definition_pins as p
      where p.tenant_id = ${tenant} and p.project_id = ${project} and p.by_kind = ${kind} and p.by_id = ${id}`)
})

/** Whether what was to be pinned was deleted since it was read: the transaction that read it is to be made anew. */
export const pinIsGone = (error: unknown): boolean =>
  isSqlError(error) && constraintName(error) === "definition_pins_to"
