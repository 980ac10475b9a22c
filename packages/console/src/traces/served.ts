import type { Invoker } from "@agent-operations/operations"

/** Whether the operations over traces are served, all of which a family has. */
export const servesTraces = (invoker: Invoker["Service"]): boolean => invoker.find("list_traces") !== undefined

/** Whether items of datasets are made of traces. */
export const servesDatasetTraces = (invoker: Invoker["Service"]): boolean =>
  invoker.find("add_traces_to_dataset") !== undefined

/** Whether there is a list of sessions, which is a query of metrics. */
export const servesSessions = (invoker: Invoker["Service"]): boolean => invoker.find("query_metrics") !== undefined
