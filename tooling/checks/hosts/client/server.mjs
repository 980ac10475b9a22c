// What the client is tried on, behind one origin: the kit at /ops, servers that misbehave at /bad/<how>, and the files
// beside this one at /files, for a browser. Prints its address.
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { basename } from "node:path"
import { createAgentOperations } from "@agent-operations/kit"
import { mcp } from "@agent-operations/mcp/entry"
import { views } from "@agent-operations/views"
import { verify } from "../verify.mjs"

const kit = await createAgentOperations({
  families: [views()],
  entries: [mcp()],
  prefix: "/ops",
  database: { memory: true },
  verify
})

const fail = (status, code) => (_, response) =>
  response
    .writeHead(status, { "content-type": "application/json", "retry-after": "0" })
    .end(JSON.stringify({ error: { code, message: "x", hint: "y" } }))

const misbehave = {
  limited: fail(429, "RATE_LIMITED"),
  away: fail(503, "UNAVAILABLE"),
  late: fail(504, "TIMEOUT"),
  half: (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write('{"data":{"id":')
    setTimeout(() => response.destroy(), 20)
  },
  page: (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>"),
  redirect: (_, response) => response.writeHead(302, { location: "/elsewhere" }).end(),
  silence: () => undefined,
  reset: ({ socket }) => socket.resetAndDestroy()
}

const file = (url, response) => {
  const script = url.endsWith(".js")
  const content = script ? readFileSync(basename(url)) : "<!doctype html><title>Client</title>"
  response.writeHead(200, { "content-type": script ? "text/javascript" : "text/html" }).end(content)
}

const server = createServer((request, response) => {
  const [, mount, how = ""] = request.url.split("/")
  if (mount === "ops") return kit.listener(request, response)
  if (mount === "files") return file(request.url, response)
  // A browser also asks for an icon.
  if (mount !== "bad") return response.writeHead(404).end()
  request.resume().once("end", () => misbehave[how](request, response))
})
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`))
process.once("SIGTERM", () => {
  server.closeAllConnections()
  server.close(() => void kit.close())
})
