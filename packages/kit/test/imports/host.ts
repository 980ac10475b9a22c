import { apps, datasets, imports, scorers } from "@agent-operations/evals"
import { secretKeys } from "@agent-operations/evals/secrets"
import { createAgentOperations } from "@agent-operations/kit"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { Redacted } from "effect"
import type { databases } from "../front-door.ts"

const actor = { type: "user", id: "usr_ada", name: "Ada" } as const

const keys = secretKeys([Redacted.make(`${"k".repeat(42)}g`)])

/** A host that serves imports into datasets and scorers, called in its process. */
export const startHost = async (sort: (typeof databases)[number]) => {
  const [held, recorded] = [datasets(), traces()]
  const besides = [recorded, prompts(recorded), apps({ keys }), scorers()] as const
  const families = [held, imports(held, { scorers: true }), ...besides] as const
  const { database, drop } = await sort.open(families)
  const kit = await createAgentOperations({ families, database, logLevel: "None" })
  return {
    as: (projectId: string) => kit.as({ actor, organizationId: "acme", projectId }),
    close: () => kit.close().then(drop)
  }
}

export type Host = Awaited<ReturnType<typeof startHost>>
