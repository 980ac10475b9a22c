import { randomBytes } from "node:crypto"
import { apps, datasets, evaluations, scorers } from "@agent-operations/evals"
import { secretKeys } from "@agent-operations/evals/secrets"
import { createAgentOperations } from "@agent-operations/kit"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { Redacted } from "effect"
import type { databases } from "../front-door.ts"

const keys = secretKeys([Redacted.make(randomBytes(32).toString("base64url"))])
const actor = { type: "user", id: "usr_ada", name: "Ada" } as const

/** A host that serves evaluations with all that they work with, called in its process. */
export const startHost = async (sort: (typeof databases)[number]) => {
  const { database, drop } = await sort.open()
  const recorded = traces()
  const over = { datasets: datasets(), scorers: scorers(), apps: apps({ keys }) }
  const families = [recorded, prompts(recorded), over.datasets, over.scorers, over.apps, evaluations(over)] as const
  const kit = await createAgentOperations({ families, database, logLevel: "Warn" })
  return {
    as: (projectId: string) => kit.as({ actor, organizationId: "acme", projectId }),
    close: () => kit.close().then(drop)
  }
}

export type Host = Awaited<ReturnType<typeof startHost>>
