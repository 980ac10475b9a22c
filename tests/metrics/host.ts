import { metrics } from "@agent-operations/metrics"
import { traces, type TracesOptions } from "@agent-operations/traces"
import { viewsWithoutValidation } from "@agent-operations/views"
import { ada, type Sort, startKit } from "../kit.ts"

/** A host that serves views, traces and metrics, called in its process. */
export const startHost = async (sort: Sort, options?: TracesOptions) => {
  const recorded = traces(options)
  const families = [viewsWithoutValidation(), recorded, metrics(recorded)] as const
  const { kit, close } = await startKit(sort, families)
  return {
    kit,
    as: (projectId: string, scopes?: ReadonlyArray<string>) =>
      kit.as({ actor: ada, organizationId: "acme", projectId, ...(scopes === undefined ? {} : { scopes }) }),
    close
  }
}

export type Host = Awaited<ReturnType<typeof startHost>>
export type Calls = ReturnType<Host["as"]>
