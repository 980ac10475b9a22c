import { type Access, type Administers, makeAdministers, recordInProject } from "@agent-operations/auth"
import { Prompt } from "@agent-operations/contract/prompts"
import { translateSqlErrors } from "@agent-operations/database"
import { spaceOf } from "@agent-operations/definitions"
import { EncodedRevisionStore, type Space } from "@agent-operations/revision-store"
import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { labelOf, type LabelRow, type StoredLabel } from "./label-row.ts"
import { expectedElsewhere, isProtected, mayNotProtect, noLabel, tooManyLabels } from "./refusals.ts"

/** How many labels a prompt has at most. */
const maxLabels = 50

/** Where a label is to point, and where it points now. */
export interface Move {
  readonly id: string
  readonly label: string
  readonly revision: number | null
  readonly expectedRevision: number | null
}

/** The settings of labels. */
export interface LabelOptions {
  /** Whether a person may move protected labels. Default: owners and admins of the organization, as members of it. */
  readonly administers?: Administers | undefined
}

const make = (options: LabelOptions) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* EncodedRevisionStore
    const administers = makeAdministers(sql, options.administers)

    const ofPrompt = ({ tenant, project }: Space, id: string) =>
      sql`tenant_id = ${tenant} and project_id = ${project} and prompt_id = ${id}`
    const ofLabel = (space: Space, id: string, label: string) => sql`${ofPrompt(space, id)} and label = ${label}`

    const find = (space: Space, id: string, label: string) =>
      Effect.map(
        sql<LabelRow>`select * from agent_operations.prompt_labels where ${ofLabel(space, id, label)}`,
        ([row]) => row && labelOf(row)
      )

    /** The labels that point somewhere, and those that are protected. */
    const list = (space: Space, id: string) =>
      Effect.map(
        sql<LabelRow>`
          select * from agent_operations.prompt_labels
          where ${ofPrompt(space, id)} and (revision is not null or protected) order by label`,
        (rows) => rows.map(labelOf)
      )

    /** Changes what is there of labels, one change of a prompt's labels after the other. */
    const changing = <A, E, R>(
      caller: Access,
      id: string,
      revision: number | null | undefined,
      change: (space: Space, mayAdminister: Effect.Effect<boolean, SqlError.SqlError>) => Effect.Effect<A, E, R>
    ) => {
      const space = spaceOf(caller)
      const held = store.hold(space, Prompt, id, revision ?? undefined)
      return Effect.flatMap(administers(caller), (mayAdminister) =>
        Effect.andThen(held, change(space, mayAdminister)).pipe(sql.withTransaction, translateSqlErrors)
      )
    }

    const record = (
      caller: Access,
      id: string,
      action: "label.moved" | "label.removed" | "label.protected" | "label.unprotected",
      name: string,
      details: Readonly<Record<string, number | null>> = {}
    ) => recordInProject(sql, caller, { action, subject: { type: "label", id, name }, details })

    const insert = Effect.fnUntraced(function* (caller: Access, space: Space, { id, label, revision }: Move) {
      if (revision === null) return yield* noLabel(label)
      if ((yield* list(space, id)).length >= maxLabels) return yield* tooManyLabels(maxLabels)
      const now = DateTime.toDateUtc(yield* DateTime.now)
      const [row] = yield* sql<LabelRow>`
        insert into agent_operations.prompt_labels
          (tenant_id, project_id, prompt_id, label, revision, label_revision, moved_at, moved_by)
        values (${space.tenant}, ${space.project}, ${id}, ${label}, ${revision}, 1, ${now}, ${JSON.stringify(caller.actor)})
        returning *`
      return labelOf(row!)
    })

    const update = Effect.fnUntraced(function* (
      caller: Access,
      space: Space,
      { id, label, revision }: Move,
      current: StoredLabel
    ) {
      if (current.revision === revision) return current
      if (current.revision === null && !current.protected && (yield* list(space, id)).length >= maxLabels) {
        return yield* tooManyLabels(maxLabels)
      }
      const now = DateTime.toDateUtc(yield* DateTime.now)
      const [row] = yield* sql<LabelRow>`
        update agent_operations.prompt_labels set revision = ${revision}, label_revision = label_revision + 1,
          moved_at = ${now}, moved_by = ${JSON.stringify(caller.actor)}
        where ${ofLabel(space, id, label)} returning *`
      return labelOf(row!)
    })

    /** Fails for whoever may not move every label of a prompt. */
    const requireMovable = Effect.fnUntraced(function* (
      space: Space,
      id: string,
      mayAdminister: Effect.Effect<boolean, SqlError.SqlError>
    ) {
      const held = (yield* list(space, id)).find((label) => label.protected)
      if (held !== undefined && !(yield* mayAdminister)) return yield* isProtected(held.label)
    })

    return {
      find: (space: Space, id: string, label: string) => translateSqlErrors(find(space, id, label)),
      list: (space: Space, id: string) => translateSqlErrors(list(space, id)),

      /** Moves a label from where it is expected to point, makes one, or takes it away. Laws: M1, M2. */
      move: (caller: Access, move: Move) =>
        changing(caller, move.id, move.revision, (space, mayAdminister) =>
          Effect.gen(function* () {
            const current = yield* find(space, move.id, move.label)
            if (current?.protected === true && !(yield* mayAdminister)) return yield* isProtected(move.label)
            const revision = current?.revision ?? null
            if (revision !== move.expectedRevision) {
              return yield* expectedElsewhere(move.label, move.expectedRevision, revision)
            }
            const moved = yield* current === undefined
              ? insert(caller, space, move)
              : update(caller, space, move, current)
            if (move.revision !== revision) {
              const action = move.revision === null ? "label.removed" : "label.moved"
              yield* record(caller, move.id, action, move.label, { from: revision, to: move.revision })
            }
            return moved
          })
        ),

      /** Protects a label, or no longer. Law: M2. */
      protect: (caller: Access, id: string, label: string, protect: boolean) =>
        changing(caller, id, undefined, (space, mayAdminister) =>
          Effect.gen(function* () {
            if (!(yield* mayAdminister)) return yield* mayNotProtect
            const current = yield* find(space, id, label)
            if (current === undefined) return yield* noLabel(label)
            if (current.protected === protect) return current
            const [row] = yield* sql<LabelRow>`
              update agent_operations.prompt_labels set protected = ${protect}
              where ${ofLabel(space, id, label)} returning *`
            yield* record(caller, id, protect ? "label.protected" : "label.unprotected", label)
            return labelOf(row!)
          })
        ),

      /** Does what would take a prompt's labels with it, for whoever may move them all. Law: M2. */
      removing: <A, E, R>(caller: Access, id: string, remove: Effect.Effect<A, E, R>) =>
        changing(caller, id, undefined, (space, mayAdminister) =>
          Effect.andThen(requireMovable(space, id, mayAdminister), remove)
        ),

      /**
       * Does what may take a prompt's name from it, for whoever may move all its labels: by the name another prompt would stand
       * behind them. Law: M2.
       */
      renaming: <A, E, R>(caller: Access, id: string, change: Effect.Effect<A, E, R>) =>
        changing(caller, id, undefined, (space, mayAdminister) =>
          Effect.gen(function* () {
            const { name } = yield* store.read(space, Prompt, id, undefined)
            const changed = yield* change
            if ((yield* store.named(space, Prompt, name)) !== id) yield* requireMovable(space, id, mayAdminister)
            return changed
          })
        ),

      /** Does what puts the labels of a deleted prompt back in service, for whoever may move them all. Law: M2. */
      recovering: <A, E, R>(caller: Access, id: string, recover: Effect.Effect<A, E, R>) =>
        Effect.flatMap(administers(caller), (mayAdminister) =>
          // Asked once it is there, and so held: meanwhile nobody protects one of its labels.
          Effect.tap(recover, () => requireMovable(spaceOf(caller), id, mayAdminister)).pipe(
            sql.withTransaction,
            translateSqlErrors
          )
        )
    }
  })

/**
 * Where the labels of prompts point. Each change is one transaction that holds the prompt, so that those of one prompt's
 * labels come one after the other, and reads ask the database each time. Laws: M1, M2.
 *
 * @example
 * const labels = yield* PromptLabels
 * const label = yield* labels.find(space, "pt_…", "production")
 */
export class PromptLabels extends Context.Service<PromptLabels, Effect.Success<ReturnType<typeof make>>>()(
  "@agent-operations/prompts/PromptLabels"
) {
  static readonly layer = (options: LabelOptions = {}) => Layer.effect(PromptLabels, make(options))
}
