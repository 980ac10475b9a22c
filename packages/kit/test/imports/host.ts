import { importsInto } from "@agent-operations/evals"
import { createAgentOperations } from "@agent-operations/kit"
import { viewsWithoutValidation } from "@agent-operations/views"
import type { databases } from "../front-door.ts"
import { targets, testDatasets } from "./targets.ts"

const actor = { type: "user", id: "usr_ada", name: "Ada" } as const

/** A host that serves imports, called in its process. */
export const startHost = async (sort: (typeof databases)[number]) => {
  const { database, drop } = await sort.open()
  const module = importsInto(targets)
  const kit = await createAgentOperations({
    families: [viewsWithoutValidation(), { ...module, migrations: [...module.migrations, testDatasets] }],
    database,
    logLevel: "None"
  })
  return {
    kit,
    as: (projectId: string, organizationId = "acme") => kit.as({ actor, organizationId, projectId }),
    close: () => kit.close().then(drop)
  }
}

export type Host = Awaited<ReturnType<typeof startHost>>
