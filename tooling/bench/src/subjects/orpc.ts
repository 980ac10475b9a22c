/** The same with oRPC and zod, on `node:http`. */
import { createServer, type IncomingHttpHeaders } from "node:http"
import { ORPCError, os } from "@orpc/server"
import { RPCHandler } from "@orpc/server/node"
import { letIn, Refused } from "./keys.ts"
import { schemas } from "./schemas.ts"
import { makeStore, NotThere, Stale, type Verb, verbs } from "./store.ts"

const store = makeStore(process.env)

const codeOf = (error: unknown) => {
  if (error instanceof Refused) return error.status === 401 ? "UNAUTHORIZED" : "FORBIDDEN"
  if (error instanceof NotThere) return "NOT_FOUND"
  return error instanceof Stale ? "CONFLICT" : undefined
}

const base = os.$context<{ headers: IncomingHttpHeaders }>()
const procedure = (id: Verb) =>
  base
    .use(async ({ context, next }) => {
      try {
        await letIn(store.pool, context.headers, id)
        return await next()
      } catch (error) {
        const code = codeOf(error)
        throw code === undefined ? error : new ORPCError(code)
      }
    })
    .input(schemas[id])
    .handler(({ input }) => store[verbs[id]](input as never) as Promise<unknown>)

const router = Object.fromEntries((Object.keys(verbs) as Array<Verb>).map((id) => [id, procedure(id)]))
const handler = new RPCHandler(router)

createServer((request, response) => {
  void handler
    .handle(request, response, { prefix: "/rpc", context: { headers: request.headers } })
    .then(({ matched }) => matched || response.writeHead(404).end())
}).listen(Number(process.env["PORT"]), "127.0.0.1")
