import { readFileSync } from "node:fs"
import type { lookup } from "node:dns"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo, LookupFunction } from "node:net"
import { join } from "node:path"
import { Egress, EgressError } from "@agent-operations/egress"
import { ClientDocuments } from "@agent-operations/identity"
import { databases } from "@agent-operations/testing"
import { describe, layer } from "@effect/vitest"
import { Context, Effect, Layer, Stream } from "effect"
import { assert } from "vitest"
import { locationOf } from "../support/answers.ts"
import { authorizationQuery, authorize, identityOn, newVerifier } from "../support/world.ts"

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "../../../egress/test/fixtures", name), "utf8")
const [key, cert] = [fixture("key.pem"), fixture("certificate.pem")]

/** Resolves every name to this computer. */
const toHere: LookupFunction = (_hostname, options, done) =>
  options.all === true ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4)

type Answer = (response: ServerResponse, document: string) => void

/** How long all of a document that never comes whole may take here; elsewhere it is 5 seconds. */
const millisOf = (address: string) => (/\/(?:slow|never)$/.test(address) ? 1000 : 60_000)

const trickle = (response: ServerResponse, text: string) => {
  const bytes = text[Symbol.iterator]()
  const timer = setInterval(() => response.write(bytes.next().value ?? " "), 50)
  response.on("close", () => clearInterval(timer))
}

/** What is answered at a path in place of a document, and what is told of it; nothing where the document is taken. */
const answers: Readonly<Record<string, readonly [Answer, string?]>> = {
  "as-it-should-be": [(response, document) => response.end(document)],
  "as-a-page": [(response, document) => response.setHeader("content-type", "text/html").end(document)],
  "as-text": [(response, document) => response.setHeader("content-type", "text/plain; charset=utf-16").end(document)],
  "without-a-type": [(response, document) => response.writeHead(200, {}).end(document)],
  "a-page": [
    (response) => response.setHeader("content-type", "application/json").end("<!doctype html><title>Client</title>"),
    "it is not JSON"
  ],
  "of-1-mb": [
    (response, document) => response.end(`${document.slice(0, -1)},"x":"${"x".repeat(1024 * 1024)}"}`),
    "it is larger than 16384 bytes"
  ],
  "of-1-mb-of-lists": [(response) => response.end("[".repeat(1024 * 1024)), "it is larger than 16384 bytes"],
  "of-lists-in-each-other": [
    (response) => response.end("[".repeat(8000) + "]".repeat(8000)),
    "It is not a JSON object."
  ],
  slow: [trickle, "it does not answer in time"],
  never: [() => undefined, "it does not answer in time"],
  "broken-off": [
    (response, document) => {
      response.setHeader("content-length", document.length)
      response.write(document.slice(0, 20), () => response.destroy())
    },
    "it is not answered"
  ],
  packed: [
    (response, document) => response.setHeader("content-encoding", "gzip").end(document),
    "in the encoding gzip"
  ],
  "to-a-private-address": [
    (response) => response.writeHead(302, { location: "https://169.254.169.254/latest/meta-data" }).end(),
    "it answers with 302"
  ],
  "to-this-machine": [(response) => response.writeHead(307, { location: "https://127.0.0.1/" }).end(), "307"],
  "to-another-document": [(response) => response.writeHead(301, { location: "/as-it-should-be" }).end(), "301"],
  gone: [(response) => response.writeHead(410).end(), "it answers with 410"]
}

const asked: Array<string> = []
const answer = (request: IncomingMessage, response: ServerResponse) => {
  const { url = "" } = request
  asked.push(url)
  const document = {
    client_id: `https://${request.headers.host}${url}`,
    client_name: "Client",
    redirect_uris: ["http://127.0.0.1:7777/callback"]
  }
  answers[url.slice(1)]![0](response, JSON.stringify(document))
}

const served = Layer.unwrap(
  Effect.gen(function* () {
    const server = createServer({ key, cert }, answer)
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))),
      () =>
        Effect.promise(() => {
          server.closeAllConnections()
          return new Promise<void>((resolve) => void server.close(() => resolve()))
        })
    )
    port = (server.address() as AddressInfo).port
    const egress = yield* Effect.map(
      Layer.build(Egress.layer({ allow: [`https://client.test:${port}`], ca: cert, resolve: toHere as typeof lookup })),
      (context) => Context.get(context, Egress)
    )
    const failure = (message: string) => new EgressError({ reason: "answer", message })
    const fetchJson = (address: string) =>
      Effect.scoped(
        Effect.gen(function* () {
          const { status, body } = yield* egress.send(address, { timeoutMillis: millisOf(address) })
          if (status !== 200) return yield* failure(`it answers with ${status}`)
          const text = yield* Stream.mkString(Stream.decodeText(body))
          return yield* Effect.try({ try: (): unknown => JSON.parse(text), catch: () => failure("it is not JSON") })
        })
      )
    return ClientDocuments.layerWith(fetchJson)
  })
)
let port = 0

describe("OWASP API7:2023, API10:2023: what is answered in place of a metadata document", () => {
  layer(identityOn(databases[1]!, {}, served), { excludeTestServices: true })((it) => {
    for (const [path, [, told]] of Object.entries(answers)) {
      it.effect(
        `${path}: ${told === undefined ? "is taken" : `the program is told "${told}"`}, after one request`,
        () =>
          Effect.gen(function* () {
            const id = `https://client.test:${port}/${path}`
            const { pathname, searchParams } = locationOf(yield* authorize(authorizationQuery(id, newVerifier())))
            assert.deepStrictEqual(asked.splice(0), [`/${path}`])
            assert.strictEqual(pathname, told === undefined ? "/sign-in" : "/authorization-error", `${searchParams}`)
            if (told === undefined) return
            const { reason, error, error_description } = Object.fromEntries(searchParams)
            assert.strictEqual(reason, "client_document_not_accepted")
            assert.strictEqual(error, told.startsWith("It ") ? "invalid_client_metadata" : "invalid_client")
            assert.include(error_description, told)
            assert.notInclude(error_description, "169.254")
          })
      )
    }
  })
})
