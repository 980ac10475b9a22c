import { AlertRule } from "@agent-operations/testing/alert-rule"
import { definitionsOf } from "./definitions.ts"
import { call, type Case, type Project } from "./project.ts"

/** Definitions of a host's kind, and its own operation on them. */
export const alertsOf = async (project: Project): Promise<ReadonlyArray<Case>> => {
  const { main, free, make, cases } = await definitionsOf(project, AlertRule)
  const third = await make("Third")
  return [
    ...cases,
    call("silence_alerts", { watching: main, beside: [free, third], where: { not: free } }),
    call("silence_alerts", { watching: free, beside: [], where: {} }, "ada")
  ]
}
