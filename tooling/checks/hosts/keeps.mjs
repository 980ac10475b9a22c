// A host's program over DATABASE_URL, or PGlite in a directory of its own: `fill` makes definitions of every state, `look` goes
// on with them. Both tell all that can be read, as one line of JSON.
import { createAgentOperations } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { verify } from "./verify.mjs"

const url = process.env.DATABASE_URL
const kit = await createAgentOperations({
  families: [views()],
  database: url === undefined ? { directory: "data" } : { url },
  verify
})

const call = async (operation, input = {}) => {
  const headers = { authorization: "Bearer any", "x-project-id": "p", "content-type": "application/json" }
  const address = `http://localhost/api/agent/${operation}`
  const response = await kit.fetch(new Request(address, { method: "POST", headers, body: JSON.stringify(input) }))
  return { status: response.status, ...(await response.json()) }
}

/** The result of a call that has to succeed. */
const made = async (operation, input) => {
  const { data, error } = await call(operation, input)
  if (error !== undefined) throw new Error(`${operation}: ${error.code} ${error.message}`)
  return data
}

const fill = async () => {
  const field = await made("create_custom_field", {
    name: "Cost",
    source: { type: "formula", language: "cel", expression: "double(trace.totalTokens) * 0.00001" },
    settings: { target: "trace", valueType: "number" }
  })
  const references = { cost: { kind: "custom_field", id: field.id } }
  for (const name of ["Slow traces", "Slow answers", "Slower", "Slowest"]) {
    const source = { type: "react", code: `export default () => <b>${name}</b>` }
    const { id } = await made("create_page_view", { name, source, settings: { target: "traces" }, references })
    for (const expectedRevision of [1, 2, 3].slice(0, name.length % 4)) {
      await made("update_page_view", { id, expectedRevision, description: `Text ${expectedRevision}` })
    }
    if (name === "Slowest") await made("delete_page_view", { id, expectedRevision: 4 })
  }
}

/** Everything that can be read, without what is told of the moment. */
const look = async () => {
  const { data: list } = await call("list_page_views", { limit: 50 })
  const read = await Promise.all(
    list.items.map(async ({ id }) => [
      await call("get_page_view", { id }),
      await call("get_page_view", { id, revision: 1 }),
      await call("get_page_view_history", { id }),
      await call("get_page_view_dependencies", { id })
    ])
  )
  return { list, read, fields: await call("list_custom_fields"), deleted: await call("list_deleted_page_views") }
}

/** What goes on with what was there: a change, one that comes too late, a restored revision, and a recovered definition. */
const goOn = async () => {
  const { data: list } = await call("list_page_views", { limit: 50 })
  const { id, revision } = list.items[0]
  const change = { id, expectedRevision: revision, description: "After the upgrade" }
  const { data: deleted } = await call("list_deleted_page_views")
  const results = [
    await call("update_page_view", change),
    await call("update_page_view", change),
    await call("restore_page_view", { id, revision: 1, expectedRevision: revision + 1 }),
    await call("recover_page_view", { id: deleted.items[0].definition.id })
  ]
  return results.map(({ status, error }) => error?.code ?? status)
}

if (process.argv[2] === "fill") await fill()
const seen = await look()
const wentOn = process.argv[2] === "fill" ? undefined : await goOn()
await kit.close()
console.log(JSON.stringify({ seen, wentOn }))
