import type { Invoker } from "@agent-operations/operations"

/** Whether the operations over traces are served, all of which a family has. */
export const servesTraces = (invoker: Invoker["Service"]): boolean => invoker.find("list_traces") !== undefined
