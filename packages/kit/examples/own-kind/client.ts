/** A program that calls the product over HTTP: `node client.ts http://localhost:3000/ops ada-s-token`. */
import { settled } from "@agent-operations/client"
import { createClient } from "./generated/operations.ts"

const [baseUrl = "http://localhost:3000/ops", credential = "ada-s-token"] = process.argv.slice(2)
const { alertRules, alerts } = createClient({ baseUrl, credential, projectId: "analytical-web" })

const rule = await alertRules.create({
  name: `Slow ${crypto.randomUUID()}`,
  source: { type: "metric", metric: "latency" },
  settings: { above: 2000, minutes: 5 }
})
const quieter = { id: rule.id, expectedRevision: rule.revision, settings: { ...rule.settings, above: 4000 } }
console.log((await alertRules.update(quieter)).settings, (await alerts.testAlert({ channel: "on-call" })).reached)

const { error } = await settled(alertRules.update(quieter))
if (error?.code === "CONFLICT") console.log(error.details, error.hint)
