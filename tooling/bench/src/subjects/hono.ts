/** The same with Hono and zod, on Node. */
import { serve } from "@hono/node-server"
import { zValidator } from "@hono/zod-validator"
import { Hono } from "hono"
import { HTTPException } from "hono/http-exception"
import { letIn, Refused } from "./keys.ts"
import { schemas } from "./schemas.ts"
import { makeStore, NotThere, Stale, type Verb, verbs } from "./store.ts"

const store = makeStore(process.env)
const app = new Hono()

app.onError((error, context) => {
  if (error instanceof HTTPException) return error.getResponse()
  const status =
    error instanceof Refused ? error.status : error instanceof NotThere ? 404 : error instanceof Stale ? 409 : 500
  return context.json({ error: { code: status, message: error.message } }, status)
})

for (const [id, verb] of Object.entries(verbs) as ReadonlyArray<[Verb, (typeof verbs)[Verb]]>) {
  app.post(
    `/api/agent/${id}`,
    async (context, next) => {
      const { req } = context
      const headers = { authorization: req.header("authorization"), "x-project-id": req.header("x-project-id") }
      await letIn(store.pool, headers, id)
      await next()
    },
    zValidator("json", schemas[id]),
    async (context) => context.json({ data: await store[verb](context.req.valid("json") as never) })
  )
}
serve({ fetch: app.fetch, port: Number(process.env["PORT"]), hostname: "127.0.0.1" })
