import { type Access, type Administers, makeAdministers, recordInProject } from "@agent-operations/auth"
import { retryDeadlocks, translateSqlErrors } from "@agent-operations/database"
import { spaceOf } from "@agent-operations/definitions"
import { AdminRequired, NotFound } from "@agent-operations/error-envelope"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { ItemEvidence } from "./ItemEvidence.ts"

/** An item to purge, and why. */
export interface Purge {
  readonly id: string
  readonly reason: string
}

/** The settings of purges. */
export interface PurgeOptions {
  /** Whether a person may purge items. Default: owners and admins of the organization, as members of it. */
  readonly administers?: Administers | undefined
}

const make = ({ administers: named }: PurgeOptions) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const evidence = Option.getOrUndefined(yield* Effect.serviceOption(ItemEvidence))
    const administers = makeAdministers(sql, named)

    const purging = Effect.fnUntraced(function* (caller: Access, purge: Purge) {
      const { tenant, project } = spaceOf(caller)
      const ofItem = sql`i.tenant_id = ${tenant} and i.project_id = ${project} and i.item_id = ${purge.id}`
      // Whoever changes the dataset holds its head, so that nobody writes what is purged anew from what they read before.
      // moments: an item is of one dataset for ever; of one that is being put, nobody has been told
      const [head] = yield* sql<{ dataset_id: string }>`
        select h.dataset_id from agent_operations.dataset_heads as h
        where h.tenant_id = ${tenant} and h.project_id = ${project} and h.dataset_id = (
          select i.dataset_id from agent_operations.dataset_items as i where ${ofItem} limit 1)
        for update`
      if (head === undefined) {
        return yield* new NotFound({
          message: `There is no item ${purge.id} in the project, and never was.`,
          hint: "list_dataset_items lists the items of a dataset at each of its versions."
        })
      }
      const gone = yield* sql`
        update agent_operations.dataset_items as i set purged = true, external_id = null, input = 'null', expected = 'null',
          metadata = '{}', source = 'null', encoded_bytes = 1024
        where ${ofItem} and not i.purged returning i.item_id`
      const item = { datasetId: head.dataset_id, itemId: purge.id }
      const count = evidence === undefined ? 0 : yield* evidence.count({ tenant, project }, item)
      if (gone.length > 0) {
        yield* recordInProject(sql, caller, {
          action: "dataset_item.purged",
          subject: { type: "dataset_item", id: purge.id, name: purge.id },
          details: { datasetId: item.datasetId, reason: purge.reason, evidence: count }
        })
      }
      return { id: purge.id, purged: true as const, evidence: count }
    })

    return {
      /** Takes the content of an item away, in every version, with one audit event. Laws: D2, F1. */
      purge: (caller: Access, purge: Purge) =>
        Effect.flatMap(administers(caller), (mayAdminister) =>
          Effect.gen(function* () {
            if (!(yield* mayAdminister)) {
              return yield* new AdminRequired({ message: "Only owners and admins of the organization purge items." })
            }
            return yield* purging(caller, purge)
          }).pipe(sql.withTransaction, retryDeadlocks, translateSqlErrors)
        )
    }
  })

/**
 * Purges of items: one transaction, which holds the dataset. It is done whether or not the dataset was deleted, since what
 * was is kept.
 *
 * @example
 * const { evidence } = yield* purges.purge(yield* Caller, { id: "di_…", reason: "Erasure asked for in ticket 4711." })
 */
export class DatasetPurges extends Context.Service<DatasetPurges, Effect.Success<ReturnType<typeof make>>>()(
  "@agent-operations/evals/DatasetPurges"
) {
  static readonly layer = (options: PurgeOptions = {}) => Layer.effect(DatasetPurges, make(options))
}
