/** A script with promises: `DATABASE_URL=postgres://… node script.ts`. It makes the same kit, and serves nothing. */
import { isAgentError } from "@agent-operations/error-envelope"
import { createAgentOperations } from "@agent-operations/kit"
import { families } from "./alert-rules.ts"

await using kit = await createAgentOperations({
  families,
  database: { url: process.env["DATABASE_URL"]!, schema: "operations" }
})
const actor = { type: "user", id: "usr_nightly", name: "Nightly" } as const
const mine = kit.as({ actor, organizationId: "analytical", projectId: "analytical-web" })

const rule = await mine.alertRules.create({
  name: `Nightly ${Date.now()}`,
  source: { type: "metric", metric: "latency" },
  settings: { above: 2000, minutes: 5 }
})
const quieter = { id: rule.id, expectedRevision: 1, settings: { ...rule.settings, above: 4000 } }
console.log(
  (await mine.alertRules.update(quieter)).revision,
  (await mine.alerts.testAlert({ channel: "on-call" })).reached
)
const error = await mine.alertRules.update(quieter).catch((error: unknown) => error)
if (isAgentError(error, "CONFLICT")) console.log(error.details, error.hint)
