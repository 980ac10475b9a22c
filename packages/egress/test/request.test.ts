import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import type { EgressExchange as EgressRequest, EgressReason } from "@agent-operations/egress"
import { describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { jsonOf } from "../src/get-json.ts"
import { exchange } from "../src/request.ts"
import { cert, key, toHere } from "./client-test.ts"

type Answer = (response: ServerResponse, request: IncomingMessage) => void

const trickle: Answer = (response) => {
  const timer = setInterval(() => response.write(" "), 50)
  response.on("close", () => clearInterval(timer))
}

/** A server of this computer under the name of another, and an exchange with it. */
const serving = (answer: Answer) =>
  Effect.gen(function* () {
    const requests: Array<IncomingMessage> = []
    const server = createServer({ key, cert }, (request, response) => {
      requests.push(request)
      answer(response, request)
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))),
      () =>
        Effect.promise(() => {
          server.closeAllConnections()
          return new Promise<void>((resolve) => void server.close(() => resolve()))
        })
    )
    const { port } = server.address() as AddressInfo
    const ask = (asked: EgressRequest = {}, trust: { readonly ca?: string } = { ca: cert }) =>
      exchange(`https://client.test:${port}/metadata`, asked, { lookup: toHere, ...trust })
    return { ask, requests }
  })

const refused = (
  title: string,
  [reason, said]: readonly [EgressReason, RegExp],
  answer: Answer,
  asked?: EgressRequest,
  trust?: { readonly ca?: string }
) =>
  it.live(title, () =>
    Effect.gen(function* () {
      const { ask, requests } = yield* serving(answer)
      const error = yield* Effect.flip(Effect.flatMap(ask(asked, trust), jsonOf))
      assert.strictEqual(error.reason, reason)
      assert.match(error.message, said)
      assert.isAtMost(requests.length, 1)
    })
  )

describe("OWASP API7:2023, API10:2023: what is read of an answer", () => {
  it.live("JSON is read, without credentials or cookies", () =>
    Effect.gen(function* () {
      const { ask, requests } = yield* serving((response) => response.end('{"client_id":"x"}'))
      assert.deepStrictEqual(yield* Effect.flatMap(ask(), jsonOf), { client_id: "x" })
      const { authorization, cookie, referer } = requests[0]!.headers
      assert.deepStrictEqual(
        [requests[0]!.method, authorization, cookie, referer],
        ["GET", undefined, undefined, undefined]
      )
    })
  )

  it.live("a body and headers are sent, and a status that is expected is an answer", () =>
    Effect.gen(function* () {
      const { ask, requests } = yield* serving((response, request) =>
        request.pipe(response.writeHead(202, { "x-kept": "yes" }))
      )
      const headers = { "content-type": "text/plain", "accept-encoding": "gzip" }
      const {
        status,
        headers: answered,
        body
      } = yield* ask({ method: "POST", headers, body: "é", statuses: [200, 202] })
      assert.deepStrictEqual([status, answered["x-kept"], body.toString()], [202, "yes", "é"])
      const { method, headers: sent } = requests[0]!
      assert.deepStrictEqual(
        [method, sent["content-type"], sent["accept-encoding"]],
        ["POST", "text/plain", "identity"]
      )
    })
  )

  for (const status of [301, 302, 303, 307, 308]) {
    refused(`a redirect (${status}) is not followed`, ["answer", new RegExp(`answers with ${status}`)], (response) =>
      response.writeHead(status, { location: "https://169.254.169.254/latest/meta-data" }).end()
    )
  }
  refused("an error is none", ["answer", /answers with 404/], (response) => response.writeHead(404).end("{}"))
  refused("a large error is an error", ["answer", /answers with 404/], (response) =>
    response.writeHead(404).end(" ".repeat(1_000_000))
  )
  refused("no JSON is none", ["answer", /it is not JSON/], (response) => response.end("<html>"))
  refused("what is packed is none", ["answer", /in the encoding gzip/], (response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end("{}")
  )
  refused("a megabyte is too much", ["size", /larger than 16384/], (response) => response.end(" ".repeat(1_000_000)))
  refused(
    "what is larger than was asked for is too much",
    ["size", /larger than 10/],
    (response) => response.end(" ".repeat(11)),
    {
      maxBytes: 10
    }
  )
  refused("a head without an end is too much", ["connection", /[Hh]eader/], (response) => {
    const timer = setInterval(() => response.socket?.write(`x: ${"a".repeat(1000)}\r\n`), 1)
    response.socket?.write("HTTP/1.1 200 OK\r\n")
    response.on("close", () => clearInterval(timer))
  })
  refused("what has no end is too much", ["size", /larger than/], (response) => {
    const timer = setInterval(() => response.write(" ".repeat(1000)), 1)
    response.on("close", () => clearInterval(timer))
  })
  refused("what ends in the middle is none", ["connection", /aborted|hang up|terminated/], (response) => {
    response.writeHead(200, { "content-length": "100" }).write("{")
    // clock: the part before it is to have been sent; without it nothing came, and that is none either
    setTimeout(() => response.destroy(), 20)
  })
  refused("what trickles is given up", ["timeout", /in time/], trickle, { timeoutMillis: 500 })
  refused(
    "a certificate that nobody vouches for is refused",
    ["connection", /certificate/],
    (response) => response.end("{}"),
    {},
    {}
  )

  it.effect("what never answers is given up after 5 seconds, and its connection is closed", () =>
    Effect.gen(function* () {
      const [asked, closed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const { ask } = yield* serving((response) => {
        Deferred.doneUnsafe(asked, Exit.void)
        response.on("close", () => Deferred.doneUnsafe(closed, Exit.void))
      })
      const fiber = yield* Effect.forkChild(Effect.flip(ask()))
      yield* Deferred.await(asked)
      yield* TestClock.adjust("4999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).reason, "timeout")
      yield* Deferred.await(closed)
    })
  )
})
