import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { type Law, runConformance, type Target } from "@agent-operations/conformance"
import { customFields } from "@agent-operations/contract"
import { assert, describe, it, onTestFinished } from "vitest"
import { toyServer } from "./toy/server.ts"

/** Serves the toy over a real connection, with the headers that something makes of the lines of a request. */
const serve = async (headersOf: (message: IncomingMessage) => Headers): Promise<Target> => {
  const { fetch, ...toy } = toyServer()
  const server = createServer((message, response) => {
    void (async () => {
      const { method = "GET", url = "" } = message
      const body = method === "GET" || method === "HEAD" ? undefined : await text(message)
      const init = { method, headers: headersOf(message), ...(body === undefined ? {} : { body }) }
      const answer = await fetch!(new Request(toy.url + url, init))
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    })()
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { ...toy, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** What came of the check of header lines. */
const outcomeOf = async (target: Target, law: Law) => {
  const { verdicts } = await runConformance(target, { laws: [law], families: [customFields], quick: true })
  return verdicts.find(({ title }) => title.includes("in two header lines"))?.outcome
}

/** Every line, joined, as the web's standard has it. */
const joined = ({ rawHeaders }: IncomingMessage) => {
  const headers = new Headers()
  for (let n = 0; n < rawHeaders.length; n += 2) headers.append(rawHeaders[n]!, rawHeaders[n + 1]!)
  return headers
}

/** The first of the lines that have a name. */
const first = ({ headersDistinct }: IncomingMessage) => {
  const all = Object.entries(headersDistinct)
  return new Headers(all.map(([name, values]): [string, string] => [name, values?.[0] ?? ""]))
}

describe("header lines that fetch cannot send", () => {
  it("A1: are refused by a right server", async () => {
    assert.deepStrictEqual(await outcomeOf(await serve(joined), "A1"), { status: "held" })
  })

  it.each(["authorization", "x-project-id"])("break a law where the first %s is taken", async (name) => {
    const taking = (message: IncomingMessage) => {
      const headers = joined(message)
      headers.set(name, first(message).get(name) ?? "")
      return headers
    }
    const outcome = await outcomeOf(await serve(taking), "A1")
    assert.deepInclude(outcome, { status: "broken", law: name === "authorization" ? "A1" : "E3" })
  })

  it("are not sent to a handler, which is given no lines", async () => {
    assert.deepInclude(await outcomeOf(toyServer(), "A1"), { status: "not checked" })
  })
})
