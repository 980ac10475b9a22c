// What the client does in a runtime: everything on the kit, and how its calls end on servers that misbehave.
import { createClient, settled } from "@agent-operations/client"

const table = (name) => ({ name, source: { type: "table" }, settings: { target: "traces" } })

const walk = async (baseUrl) => {
  const { pageViews } = createClient({ baseUrl, credential: async () => "any", projectId: "Projekt ä" })
  const prefix = crypto.randomUUID()
  const made = []
  for (const name of ["a", "b", "c"]) made.push(await pageViews.create(table(`${prefix} ${name}`)))
  const listed = []
  for await (const { name } of pageViews.list.all({ search: prefix, limit: 1 })) listed.push(name.slice(-1))
  const [{ id }] = made
  const { revision } = await pageViews.updateWith(id, ({ description }) => ({ description: `${description}!` }))
  const { error } = await settled(pageViews.update({ id, expectedRevision: 1, name: "x" }))
  const { valid } = await pageViews.validate({ id })
  const { deleted } = await pageViews.delete({ id, expectedRevision: 2 })
  return { listed: listed.join(""), revision, code: error.code, details: error.details, valid, deleted }
}

const ended = async (call) => {
  try {
    const { error } = await settled(call)
    return error === undefined ? "done" : `${error.code} ${error.attempts}`
  } catch (error) {
    return error.message
  }
}

const failing = async (baseUrl, options = {}) => {
  const { pageViews } = createClient({ baseUrl, credential: "any", projectId: "p", ...options })
  return [await ended(pageViews.list()), await ended(pageViews.create(table("x")))].join(", ")
}

const aborted = async (baseUrl) => {
  const { pageViews } = createClient({ baseUrl, projectId: "p" })
  const controller = new AbortController()
  const call = ended(pageViews.list({}, { signal: controller.signal }))
  setTimeout(() => controller.abort(new Error("Enough.")), 50)
  return call
}

const endings = (origin) => ({
  walk: walk(`${origin}/ops`),
  limited: failing(`${origin}/bad/limited`),
  away: failing(`${origin}/bad/away`),
  late: failing(`${origin}/bad/late`),
  half: failing(`${origin}/bad/half`),
  page: failing(`${origin}/bad/page`),
  redirect: failing(`${origin}/bad/redirect`),
  reset: failing(`${origin}/bad/reset`),
  silence: failing(`${origin}/bad/silence`, { timeoutMs: 100 }),
  aborted: aborted(`${origin}/bad/silence`),
  // Nobody listens there, and no fetch refuses the port by itself.
  refused: failing("http://127.0.0.1:2")
})

/** How all of it ended, by name. */
export const scenario = async (origin) => {
  const all = Object.entries(endings(origin)).map(async ([name, ending]) => [name, await ending])
  return Object.fromEntries(await Promise.all(all))
}
