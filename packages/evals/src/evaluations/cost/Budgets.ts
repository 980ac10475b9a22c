import { type Asked, changing, recordAudit, requireAdministrator, Unknown } from "@agent-operations/auth"
import { translateSqlErrors } from "@agent-operations/database"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RunStore } from "../../runs/index.ts"
import { toldMicros } from "../../runs/store/micros.ts"

/** Whose budget: the organization's, or that of one of its projects. */
interface AskedBudget extends Asked {
  readonly projectId?: string | undefined
}

/** A budget as it is, in micro-units. */
export interface Budget {
  /** Null for the organization's. */
  readonly projectId: string | null
  /** Null for no limit. */
  readonly limitMicros: number | null
  readonly spentMicros: number
  readonly heldMicros: number
  /** Whether what was spent begins anew with each month, in UTC. */
  readonly monthly: boolean
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const runs = yield* RunStore

  /** The name of what has the budget. */
  const nameOf = Effect.fnUntraced(function* ({ organizationId, projectId }: AskedBudget) {
    const [row] = yield* projectId === undefined
      ? sql<{ name: string }>`select name from agent_operations.organizations where organization_id = ${organizationId}`
      : sql<{ name: string }>`
          select name from agent_operations.projects where organization_id = ${organizationId} and id = ${projectId}`
    if (row === undefined) return yield* new Unknown({ message: `There is no project ${projectId}.` })
    return row.name
  })

  const read = (asked: AskedBudget) =>
    Effect.map(
      runs.accounts({ tenant: asked.organizationId, project: asked.projectId ?? "" }),
      (accounts): ReadonlyArray<Budget> =>
        accounts.map(({ project, limit, spent, held, monthly }) => ({
          projectId: project === "" ? null : project,
          limitMicros: limit === null ? null : toldMicros(limit),
          spentMicros: toldMicros(spent),
          heldMicros: toldMicros(held),
          monthly
        }))
    )

  return {
    list: Effect.fn("Budgets.list")(function* (asked: AskedBudget) {
      yield* requireAdministrator(sql, asked)
      return yield* read(asked)
    }, translateSqlErrors),

    set: Effect.fn("Budgets.set")(function* (
      asked: AskedBudget & { readonly limitMicros: number | null; readonly monthly: boolean }
    ) {
      const { organizationId, projectId, monthly } = asked
      return yield* changing(sql, asked, ({ signature }) =>
        Effect.gen(function* () {
          const name = yield* nameOf(asked)
          const limit = asked.limitMicros === null ? null : BigInt(asked.limitMicros)
          const space = { tenant: organizationId, project: projectId ?? "" }
          const before = (yield* runs.accounts(space)).find(({ project }) => project === space.project)
          const inForce = yield* runs.setLimit(space, { limit, monthly })
          const limitMicros = inForce === null ? null : toldMicros(inForce)
          const { limit: formerLimit, monthly: wasMonthly } = before ?? { limit: null, monthly: false }
          if (formerLimit === inForce && wasMonthly === monthly) return { limitMicros, monthly }
          yield* recordAudit(sql, {
            organizationId,
            actor: signature,
            action: "budget.changed",
            subject: {
              type: projectId === undefined ? "organization" : "project",
              id: projectId ?? organizationId,
              name
            },
            details: { limitMicros, monthly }
          })
          return { limitMicros, monthly }
        })
      )
    })
  }
})

type Made = Effect.Success<typeof make>

/**
 * What evaluations may cost: budgets of organizations and projects, which owners and admins set, with an audit event each.
 * Law: U1.
 */
export class Budgets extends Context.Service<
  Budgets,
  {
    /** The organization's budget, and that of the project if one is named, as far as there are any. */
    readonly list: Made["list"]
    /** Limits a budget, and tells the limit in force: it is lowered at most to what is spent and held. */
    readonly set: Made["set"]
  }
>()("@agent-operations/evals/Budgets") {
  static readonly layer = Layer.provide(Layer.effect(Budgets, make), RunStore.layer)
}
