import type { Administrator, NotAllowed, Unknown } from "@agent-operations/auth"
import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Context, type Effect } from "effect"

/** Whose budget, and who asks: the organization's, or that of one of its projects. */
interface AskedBudget {
  readonly organizationId: string
  readonly projectId?: string
  readonly by: Administrator
}

/** What may be spent, in micro-units of the organization's currency. */
interface Limit {
  /** Null for no limit. */
  readonly limitMicros: number | null
  /** Whether what was spent begins anew with each month, in UTC. */
  readonly monthly: boolean
}

/** A budget as it is. */
export interface Budget extends Limit {
  /** Null for the organization's. */
  readonly projectId: string | null
  readonly spentMicros: number
  readonly heldMicros: number
}

type Failure = NotAllowed | Unknown | Timeout | Unavailable

/**
 * What evaluations may cost, which owners and admins set. The console has pages of budgets where its host gives it this: the
 * `Budgets` of `@agent-operations/evals`, or another.
 *
 * @example
 * import { Budgets as EvaluationBudgets } from "@agent-operations/evals"
 * const budgets = Layer.effect(Budgets, EvaluationBudgets).pipe(Layer.provide(EvaluationBudgets.layer))
 */
export class Budgets extends Context.Service<
  Budgets,
  {
    /** The organization's budget, and that of the project if one is named, as far as there are any. */
    readonly list: (asked: AskedBudget) => Effect.Effect<ReadonlyArray<Budget>, Failure>
    /** Sets a budget, and tells the limit in force: it is at least what is spent and held. Law: U1. */
    readonly set: (asked: AskedBudget & Limit) => Effect.Effect<Limit, Failure>
  }
>()("@agent-operations/console/Budgets") {}
