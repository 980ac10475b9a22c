import { ok, rejects, strictEqual, deepStrictEqual } from "node:assert/strict"
import type { Person } from "../identity/person.ts"
import { Kept } from "./kept.ts"
import type { Connected, Official, Place, Result } from "./official.ts"

/** What a client is held to, in the words and in the order of the page of clients. */
export const steps = [
  "registration",
  "metadata document",
  "sign-in",
  "list",
  "call",
  "error",
  "unknown tool",
  "cancel",
  "ping",
  "resources",
  "prompts",
  "output schemas",
  "refresh"
] as const

export type Step = (typeof steps)[number]

const view = { source: { type: "table" }, settings: { target: "traces" } }
const none = "pv_01k9x3m2h8e7v9q4t6w5z0r1ca"

/** The code and the hint of a result that is an error, as a model reads them. */
const errorIn = ({ isError, content }: Result) => {
  strictEqual(isError, true)
  const { error } = JSON.parse(content[0]?.text ?? "{}")
  ok(error.hint.length > 0)
  return error as { readonly code: string; readonly details?: unknown }
}

const errors = async ({ call }: Connected, id: string) => {
  strictEqual(errorIn(await call("get_page_view", { id: none })).code, "NOT_FOUND")
  const stale = errorIn(await call("update_page_view", { id, expectedRevision: 9 }))
  deepStrictEqual([stale.code, stale.details], ["CONFLICT", { expectedRevision: 9, currentRevision: 1 }])
  strictEqual(errorIn(await call("list_page_views", { limit: "many" })).code, "VALIDATION_ERROR")
}

let count = 0

/** Walks a client that is connected through all that MCP has here, and throws where it is not answered as it should be. */
export const walk = async (client: Connected): Promise<ReadonlyArray<Step>> => {
  const { tools } = await client.listTools()
  ok(tools.some(({ name }) => name === "list_page_views"))
  const { structuredContent: made = {} } = await client.call("create_page_view", { ...view, name: `Walk ${count++}` })
  const id = String(made["id"])
  deepStrictEqual((await client.call("get_page_view", { id })).structuredContent, made)
  await errors(client, id)
  await rejects(client.call("no_such_tool", {}), { code: -32_602 })
  const given = new AbortController()
  const cancelled = client.call("list_page_views", {}, given.signal)
  given.abort(new Error("cancelled"))
  await rejects(cancelled)
  // The connection goes on.
  strictEqual((await client.call("list_page_views", {})).isError ?? false, false)
  await client.ping?.()
  const { resourceTemplates } = await client.listTemplates()
  const { uriTemplate } = resourceTemplates.find((one) => one.uriTemplate.includes("page-views"))!
  ok(JSON.stringify(await client.readResource(uriTemplate.replace("{id}", id))).includes("Walk"))
  const { resources } = await client.listResources()
  ok(JSON.stringify(await client.readResource(resources[0]!.uri)).length > 100)
  const { prompts } = await client.listPrompts()
  ok(prompts.some(({ name }) => name === "explain_page_view"))
  ok(JSON.stringify(await client.getPrompt("explain_page_view", { id })).includes("Walk"))
  await client.close()
  const walked: ReadonlyArray<Step> = ["list", "call", "error", "unknown tool", "cancel", "resources", "prompts"]
  return client.ping === undefined ? walked : [...walked, "ping"]
}

const at = ({ url, ...rest }: Place, query: string): Place => ({ ...rest, url: new URL(query, url) })

/** Walks one of the official clients over HTTP: with what each tool answers, too, which it holds the answers to. */
export const walkOverHttp = async ({ overHttp }: Official, place: Place): Promise<ReadonlyArray<Step>> => {
  const walked = await walk(await overHttp(at(place, "?toolsets=page-views,custom-fields")))
  const client = await overHttp(at(place, "?toolsets=page-views&output=schema"))
  const { tools } = await client.listTools()
  ok(tools.every(({ outputSchema }) => outputSchema !== undefined))
  const { structuredContent: made = {} } = await client.call("create_page_view", { ...view, name: `Schema ${count++}` })
  ok(Array.isArray((await client.call("list_page_views", {})).structuredContent?.["items"]))
  await errors(client, String(made["id"]))
  await client.close()
  return [...walked, "output schemas"]
}

/** Has one of the official clients register, a person let it in, and the client call; and again once its token is none. */
export const walkSignedIn = async (client: Official, url: URL, person: Person): Promise<ReadonlyArray<Step>> => {
  const provider = new Kept()
  const place = { url, provider }
  await rejects(client.overHttp(place))
  ok(provider.clientInformation() !== undefined)
  await client.finish(place, new URL(await person.allow(provider.asked!.href)))
  const connected = await client.overHttp(place)
  ok((await connected.listTools()).tools.length > 0)
  const before = provider.tokens()!
  provider.saveTokens({ ...before, access_token: "aot_none" })
  ok((await connected.listTools()).tools.length > 0)
  ok(provider.tokens()!.refresh_token !== before.refresh_token)
  await connected.close()
  return ["registration", "sign-in", "list", "refresh"]
}
