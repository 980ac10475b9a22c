import type { Invoker } from "@agent-operations/operations"

/** Whether the operations over evaluation runs are served, all of which a family has. */
export const servesEvaluations = (invoker: Invoker["Service"]): boolean => invoker.find("list_eval_runs") !== undefined
