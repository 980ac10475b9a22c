// A Nest application on Express with the kit below /ops, over DATABASE_URL. Prints its address.
import { createAgentOperations } from "@agent-operations/kit"
import { mcp } from "@agent-operations/mcp/entry"
import { views } from "@agent-operations/views"
import { agentOperations } from "@agent-operations/http/express"
import { Module } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { verify } from "./verify.mjs"

const kit = await createAgentOperations({
  families: [views()],
  entries: [mcp()],
  database: { url: process.env.DATABASE_URL },
  verify
})

function App() {}
Module({})(App)

const app = await NestFactory.create(App, { logger: ["error"] })
app.use("/ops", agentOperations(kit))
await app.listen(0, "127.0.0.1")
console.log(await app.getUrl())
process.once("SIGTERM", () => void app.close().then(kit.close))
