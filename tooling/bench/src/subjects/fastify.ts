/** The same with Fastify: its JSON schemas check what comes in, and write what goes out. */
import { fastify } from "fastify"
import * as z from "zod"
import { letIn, Refused } from "./keys.ts"
import { schemas } from "./schemas.ts"
import { makeStore, NotThere, Stale, type Verb, verbs } from "./store.ts"

const store = makeStore(process.env)
// What is not foreseen is refused; by default Fastify takes it away, and tries the next choice of a union without it.
const app = fastify({ bodyLimit: 1024 * 1024, ajv: { customOptions: { removeAdditional: false } } })

const definition = {
  type: "object",
  properties: {
    id: { type: "string" },
    kind: { type: "string" },
    projectId: { type: "string" },
    name: { type: "string" },
    description: { type: ["string", "null"] },
    source: { type: "object", additionalProperties: true },
    settings: { type: "object", additionalProperties: true },
    references: { type: "object", additionalProperties: true },
    revision: { type: "integer" },
    origin: { type: "object", additionalProperties: true },
    createdAt: { type: "string" },
    createdBy: { type: "object", additionalProperties: true },
    updatedAt: { type: "string" },
    updatedBy: { type: "object", additionalProperties: true }
  }
}
const page = { type: "object", properties: { items: { type: "array", items: definition } }, additionalProperties: true }
const pages: Partial<Record<Verb, object>> = {
  list_page_views: page,
  get_page_view_history: page,
  get_page_view_dependencies: { type: "object", additionalProperties: true }
}

app.setErrorHandler((error, _, reply) => {
  const status =
    error instanceof Refused ? error.status : error instanceof NotThere ? 404 : error instanceof Stale ? 409 : 400
  return reply.code(status).send({ error: { code: status, message: String(error) } })
})

for (const [id, verb] of Object.entries(verbs) as ReadonlyArray<[Verb, (typeof verbs)[Verb]]>) {
  const { $schema: _, ...body } = z.toJSONSchema(schemas[id], { io: "input" })
  const response = { 200: { type: "object", properties: { data: pages[id] ?? definition } } }
  app.post(
    `/api/agent/${id}`,
    { schema: { body, response }, onRequest: (request) => letIn(store.pool, request.headers, id) },
    async ({ body }) => ({ data: await store[verb](body as never) })
  )
}
await app.listen({ port: Number(process.env["PORT"]), host: "127.0.0.1" })
