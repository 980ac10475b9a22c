import { metrics } from "@agent-operations/metrics"
import { traces, type TracesOptions } from "@agent-operations/traces"
import { viewsWithoutValidation } from "@agent-operations/views"
import { createAgentOperations } from "@agent-operations/kit"
import type { databases } from "../front-door.ts"

const actor = { type: "user", id: "usr_ada", name: "Ada" } as const

/** A host that serves views, traces and metrics, called in its process. */
export const startHost = async (sort: (typeof databases)[number], options?: TracesOptions) => {
  const recorded = traces(options)
  const families = [viewsWithoutValidation(), recorded, metrics(recorded)] as const
  const { database, drop } = await sort.open(families)
  const kit = await createAgentOperations({ families, database, logLevel: "None" })
  return {
    kit,
    as: (projectId: string, scopes?: ReadonlyArray<string>) =>
      kit.as({ actor, organizationId: "acme", projectId, ...(scopes === undefined ? {} : { scopes }) }),
    close: () => kit.close().then(drop)
  }
}

export type Host = Awaited<ReturnType<typeof startHost>>
export type Calls = ReturnType<Host["as"]>
