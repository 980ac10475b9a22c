import { datasets, imports } from "@agent-operations/evals"
import { createAgentOperations } from "@agent-operations/kit"
import type { databases } from "../front-door.ts"

const actor = { type: "user", id: "usr_ada", name: "Ada" } as const

/** A host that serves datasets and imports, called in its process. */
export const startHost = async (sort: (typeof databases)[number]) => {
  const { database, drop } = await sort.open()
  const held = datasets()
  const kit = await createAgentOperations({ families: [held, imports(held)], database, logLevel: "None" })
  return {
    as: (projectId: string) => kit.as({ actor, organizationId: "acme", projectId }),
    close: () => kit.close().then(drop)
  }
}

export type Host = Awaited<ReturnType<typeof startHost>>
