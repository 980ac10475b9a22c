/**
 * A process of its own with a kit that is told of changes: it prints each event, once it has taken its time over it. Told
 * by its parent, it makes page views.
 */
import { setTimeout } from "node:timers/promises"
import { createAgentOperations } from "@agent-operations/kit"
import { viewsWithoutValidation } from "@agent-operations/views"

const url = process.env["LISTENER_URL"]
const directory = process.env["LISTENER_DIRECTORY"]
const kit = await createAgentOperations({
  families: [viewsWithoutValidation()],
  database: url === undefined ? { directory: directory! } : { url }
})

const pageViews = kit.as({
  actor: { type: "user", id: "usr_ada", name: "Ada" },
  organizationId: "acme",
  projectId: "support"
}).pageViews

process.on("message", (names: ReadonlyArray<string>) => {
  const make = async (name: string) => {
    const { id } = await pageViews.create({ name, source: { type: "table" }, settings: { target: "traces" } })
    process.send?.({ made: id })
  }
  for (const name of names) void make(name)
})

await kit.on(
  "definition.changed",
  async ({ id }) => {
    process.send?.({ begun: id })
    if (process.env["LISTENER_HANGS"] !== undefined) await new Promise(() => {})
    // clock: so that a kill finds some told and others not
    await setTimeout(2)
    process.send?.({ told: id })
  },
  { name: "search-index", lease: "2 seconds", pollInterval: "100 millis" }
)
process.send?.("ready")
