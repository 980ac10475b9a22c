import { batched, conditionOf, CurrentGuard, parameterRows } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { joined, readColumns, within } from "../internal/fragments.ts"
import type { Remembered } from "../internal/remembered.ts"
import { type ReadRevision, type ReadRow, toRead } from "../internal/row.ts"
import { type Asked, batchOf } from "../internal/batched-write.ts"

/** Asks for one revision of a definition, or for its current one. */
interface Wanted extends Asked {
  readonly revision?: number | undefined
}

/** A living definition, with the revision that is wanted unless that is remembered, or is not there. */
type FoundRow = {
  readonly asked_id: string
  readonly asked_revision: number | null
} & (ReadRow | { readonly revision: null })

const identity = (id: string, revision: number | null | undefined) => `${id} ${revision ?? ""}`

/**
 * Finds a revision of a living definition, undefined where there is none; those asked for at once of one kind in one
 * space with one statement. The database says each time which definitions live and which revision is current, and what
 * a revision says only where it is not remembered. Laws: R2, R8.
 */
export const find = (sql: SqlClient, remembered: Remembered) => {
  const columns = readColumns(sql, "r")
  const ofDefinition = joined(sql, "d", "r")
  const wanted = sql.literal("coalesce(asked.revision, d.revision)")
  const look = batched(sql, {
    identity: ({ id, revision }: Wanted) => identity(id, revision),
    group: batchOf,
    ask: (asked) => {
      const { space, kind, guard } = asked[0]
      const known = new Map(asked.map((one) => [identity(one.id, one.revision), remembered.get(one, one.revision)]))
      const given = parameterRows(sql, [
        ["text", asked.map(({ id }) => id)],
        ["integer", asked.map(({ revision }) => revision)],
        ["integer", [...known.values()].map((one) => one?.revision)]
      ])
      const rows = Effect.flatMap(
        conditionOf(sql, guard),
        (condition) => sql<FoundRow>`
          select asked.id as asked_id, asked.revision as asked_revision, ${columns}
          from ${given} as asked(id, revision, known)
          cross join lateral (
            select * from agent_operations.definitions as d
            where ${within(sql, "d", space, kind)} and d.id = asked.id and (${condition}) offset 0
          ) as d
          left join lateral (
            select * from agent_operations.revisions as r
            where ${ofDefinition} and r.revision = ${wanted} and ${wanted} is distinct from asked.known
            offset 0
          ) as r on true`
      )
      return Effect.flatMap(rows, (rows) => {
        const found = new Map<string, ReadRevision | undefined>()
        const read: Array<ReadRevision> = []
        for (const row of rows) {
          const name = identity(row.asked_id, row.asked_revision)
          if (row.revision === null) found.set(name, known.get(name))
          else {
            const revision = toRead(row)
            read.push(revision)
            found.set(name, revision)
          }
        }
        return Effect.as(remembered.add(space, kind, read), found)
      })
    }
  })
  return (wanted: Wanted) =>
    Effect.withFiber((fiber) => {
      const guarding = fiber.getRef(CurrentGuard)
      if (guarding === undefined) return look(wanted)
      return Effect.map(look({ ...wanted, guard: guarding.guard }), (found) => {
        if (found !== undefined) guarding.held = true
        return found
      })
    })
}

export type Find = ReturnType<typeof find>
