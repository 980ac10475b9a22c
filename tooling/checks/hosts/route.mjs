// A host's own route, app/ops/[...path]/route.js: the kit, over DATABASE_URL or PGlite in memory.
import { createAgentOperations } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { verify } from "./verify.mjs"

const url = process.env.DATABASE_URL
let kit
const start = () =>
  (kit ??= createAgentOperations({
    families: [views()],
    prefix: "/ops",
    database: url === undefined ? { memory: true } : { url },
    verify
  }))

const handle = async (request) => (await start()).fetch(request)

export const GET = (request) => handle(request)
export const POST = (request) => handle(request)
export const dynamic = "force-dynamic"
