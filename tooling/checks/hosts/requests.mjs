// A host's own program: starts the kit, makes, reads and validates, and tells what came back as one line of JSON.
import { createAgentOperations } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { verify } from "./verify.mjs"

const kit = await createAgentOperations({
  families: [views()],
  database: { memory: true },
  verify
})
const call = async (operation, input) => {
  const headers = { authorization: "Bearer any", "x-project-id": "p", "content-type": "application/json" }
  const url = `http://localhost/api/agent/${operation}`
  const response = await kit.fetch(new Request(url, { method: "POST", headers, body: JSON.stringify(input) }))
  return { status: response.status, ...(await response.json()) }
}
const draft = { source: { type: "react", code: "export default () => <b/>" }, settings: { target: "traces" } }
const made = await call("create_page_view", { name: "Slow traces", ...draft })
const read = await call("get_page_view", { id: made.data?.id })
const checked = await call("validate_page_view", { draft })
await kit.close()
console.log(JSON.stringify([made.status, read.status, checked.status, checked.data?.valid]))
