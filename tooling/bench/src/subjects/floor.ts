/**
 * The floor: what a team would write by hand with `node:http` and `pg` to run the same statements on the same rows, with
 * no credential, no scopes, no validation and no envelope of errors.
 */
import { createServer } from "node:http"
import { makeStore, type Verb, verbs } from "./store.ts"

const store = makeStore(process.env)

const server = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const verb = verbs[request.url?.slice("/api/agent/".length) as Verb]
    if (verb === undefined) return void response.writeHead(404).end()
    store[verb](JSON.parse(Buffer.concat(chunks).toString()) as never).then(
      (data) => {
        const sent = JSON.stringify({ data })
        response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(sent) })
        response.end(sent)
      },
      (error: unknown) => void response.writeHead(409).end(String(error))
    )
  })
})
server.listen(Number(process.env["PORT"]), "127.0.0.1")
