/** The same with tRPC and zod, on `node:http`. */
import { createServer, type IncomingHttpHeaders } from "node:http"
import { initTRPC, TRPCError } from "@trpc/server"
import { createHTTPHandler } from "@trpc/server/adapters/standalone"
import { letIn, Refused } from "./keys.ts"
import { schemas } from "./schemas.ts"
import { makeStore, NotThere, Stale, type Verb, verbs } from "./store.ts"

const store = makeStore(process.env)

const codeOf = (error: unknown) => {
  if (error instanceof Refused) return error.status === 401 ? "UNAUTHORIZED" : "FORBIDDEN"
  if (error instanceof NotThere) return "NOT_FOUND"
  return error instanceof Stale ? "CONFLICT" : undefined
}

const asTrpc = (error: unknown): never => {
  const code = codeOf(error)
  throw code === undefined ? error : new TRPCError({ code })
}

const t = initTRPC.context<{ headers: IncomingHttpHeaders }>().create()
const procedure = (id: Verb) =>
  t.procedure
    .use(async ({ ctx, next }) => {
      await letIn(store.pool, ctx.headers, id).catch(asTrpc)
      return next()
    })
    .input(schemas[id])
    .mutation(({ input }) => (store[verbs[id]](input as never) as Promise<unknown>).catch(asTrpc))

const router = t.router(Object.fromEntries((Object.keys(verbs) as Array<Verb>).map((id) => [id, procedure(id)])))

createServer(
  createHTTPHandler({ router, basePath: "/trpc/", createContext: ({ req }) => ({ headers: req.headers }) })
).listen(Number(process.env["PORT"]), "127.0.0.1")
