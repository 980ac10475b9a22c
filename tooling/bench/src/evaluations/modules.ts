import { randomBytes } from "node:crypto"
import { apps, datasets, evaluations, scorers } from "@agent-operations/evals"
import { secretKeys } from "@agent-operations/evals/secrets"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { Redacted } from "effect"

/** What a host serves that has evaluations. */
export const evaluationsModules = () => {
  const recorded = traces()
  const keys = secretKeys([Redacted.make(randomBytes(32).toString("base64url"))])
  const over = { datasets: datasets(), scorers: scorers(), apps: apps({ keys }) }
  return [recorded, prompts(recorded), over.datasets, over.scorers, over.apps, evaluations(over)]
}
