import { once } from "node:events"
import { createServer as createHttpServer, type IncomingMessage } from "node:http"
import { connect as connectHttp2, createServer as createHttp2Server, type Http2ServerRequest } from "node:http2"
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as NetServer,
  type Socket
} from "node:net"
import type { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { type Law, type Options, renderVerdict, runConformance, type Target } from "@agent-operations/conformance"
import { customFields, viewFamilies } from "@agent-operations/contract"
import { assert, describe, it, onTestFinished } from "vitest"
import type { Parts } from "./toy/parts.ts"
import { toyServer } from "./toy/server.ts"

type Fetch = NonNullable<Target["fetch"]>

/** The toy server with something between it and who asks. */
const behind = (between: (fetch: Fetch) => Fetch, parts?: (right: Parts) => Partial<Parts>): Target => {
  const toy = toyServer(parts)
  return { ...toy, fetch: between(toy.fetch!) }
}

/** Whether one call in so many is this one. The test fails where it was none. */
const oneIn = (count: number) => {
  let calls = 0
  onTestFinished(() => assert.isAtLeast(calls, count, "nothing was in the way of any call"))
  return () => ++calls % count === 0
}

const refusal = (status: number, code: string, headers: Record<string, string>) =>
  Response.json({ error: { code, message: "Not now.", hint: "Come back." } }, { status, headers })

/** Open JSON keeps the order of its members. */
const isOpen = (name: string) => name === "extra" || name === "value"

/** JSON with the members of every object in another order, and in other white space each time. */
const relaid = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(relaid)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([name, inner]) => [name, isOpen(name) ? inner : relaid(inner)])
        )
      : value

let answers = 0

const plain = (bytes: Buffer) => ({ bytes, headers: {} })

type Encode = (bytes: Buffer) => { readonly bytes: Buffer; readonly headers: Record<string, string> }

/** What HTTP/1.1 and HTTP/2 have in common of a request, and of an answer. */
type Message = Pick<IncomingMessage | Http2ServerRequest, "method" | "url" | "rawHeaders"> & Readable
interface Answer {
  readonly writeHead: (status: number, headers: Record<string, string>) => { readonly end: (bytes: Buffer) => unknown }
  readonly destroy: () => unknown
}

/** Answers with a target's `fetch`. */
const answering =
  (target: Target, encode: Encode) =>
  (message: Message, response: Answer): void => {
    void (async () => {
      const { method = "GET", url = "/", rawHeaders } = message
      const bytes = await buffer(message)
      const headers = new Headers()
      for (const [n, name] of rawHeaders.entries())
        if (n % 2 === 0 && !name.startsWith(":")) headers.append(name, rawHeaders[n + 1]!)
      const body = method === "GET" || method === "HEAD" ? undefined : (bytes as BodyInit)
      const answer = await target.fetch!(new Request(`${target.url}${url}`, { method, headers, body } as RequestInit))
      const isEncoded = headers.get("accept-encoding")?.includes("gzip") === true
      const encoded = (isEncoded ? encode : plain)(Buffer.from(await answer.arrayBuffer()))
      response
        .writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...encoded.headers })
        .end(encoded.bytes)
    })().catch(() => response.destroy())
  }

const portOf = async (server: NetServer) => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

/** Serves a target's `fetch` over a real connection. */
const serve = async (target: Target, encode: Encode) => {
  const server = createHttpServer(answering(target, encode))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return portOf(server)
}

/** Serves a target's `fetch` over HTTP/2, and calls it there: all requests at once, over one connection. */
const overHttp2 = async (target: Target): Promise<Target> => {
  const server = createHttp2Server(answering(target, plain))
  const session = connectHttp2(`http://127.0.0.1:${await portOf(server)}`)
  onTestFinished(() => {
    session.close()
    server.close()
  })
  const fetch: Fetch = async (request) => {
    const { pathname, search } = new URL(request.url)
    const path = { ":method": request.method, ":path": pathname + search }
    const body = Buffer.from(await request.arrayBuffer())
    const headers = { ...Object.fromEntries(request.headers), ...path }
    const stream = session.request(headers, { endStream: body.length === 0 })
    if (body.length > 0) stream.end(body)
    const [{ ":status": status, ...answered }] = (await once(stream, "response")) as [Record<string, string>]
    return new Response(await buffer(stream), { status: Number(status), headers: Object.entries(answered) })
  }
  return { ...target, fetch }
}

/** A proxy that drops all connections, whatever is under way, each time that so many requests came. */
const dropping = async (port: number, requests: number) => {
  const open = new Set<Socket>()
  const isNow = oneIn(requests)
  const proxy = createTcpServer((socket) => {
    const upstream = connect(port, "127.0.0.1")
    for (const one of [socket, upstream]) {
      open.add(one)
      one.on("close", () => open.delete(one)).on("error", () => {})
    }
    socket.on("data", () => {
      if (isNow()) for (const one of open) one.destroy()
    })
    socket.pipe(upstream).pipe(socket)
  })
  const at = await portOf(proxy)
  onTestFinished(() => {
    proxy.close()
    for (const socket of open) socket.destroy()
  })
  return at
}

const right: Readonly<Record<string, () => Promise<Target> | Target>> = {
  "gives short pages": () =>
    behind(
      (fetch) => fetch,
      ({ dependencies, history, pageOf }) => ({
        pageOf: (items, limit) => pageOf(items, Math.ceil(limit / 2)),
        history: (definition, limit, ...rest) => history(definition, Math.min(limit, 2), ...rest),
        dependencies: (all, limit) => dependencies(all, Math.min(limit, 2))
      })
    ),
  "lays its JSON out in other ways, and says the same in other words each time": () =>
    behind((fetch) => async (request) => {
      const answer = await fetch(request)
      const sent = await answer.text()
      // A HEAD is answered without a body.
      if (sent === "") return new Response(null, answer)
      const body = relaid(JSON.parse(sent)) as { error?: { message: string; hint: string } }
      if (body.error !== undefined) body.error.message = `Number ${answers}.`
      const text = JSON.stringify(body, null, answers++ % 5)
      return new Response(text, { status: answer.status, headers: answer.headers })
    }),
  "asks to come back later now and then": () =>
    behind((fetch) => {
      const isNow = oneIn(400)
      let refusals = 0
      return async (request) => {
        if (!isNow()) return fetch(request)
        return refusal(429, "RATE_LIMITED", { "retry-after": refusals++ % 4 === 0 ? "1" : "0" })
      }
    }),
  "is away to one call in 200": () =>
    behind((fetch) => {
      const isNow = oneIn(200)
      return async (request) => (isNow() ? refusal(503, "UNAVAILABLE", { "retry-after": "0" }) : fetch(request))
    }),
  "is behind a proxy that fails to reach it now and then": () =>
    behind((fetch) => {
      const isNow = oneIn(300)
      return async (request) => {
        const answer = await fetch(request)
        return isNow() ? new Response("<h1>Bad gateway</h1>", { status: 502 }) : answer
      }
    }),
  "is slow to one call in 90": () =>
    behind((fetch) => {
      const isNow = oneIn(90)
      return async (request) => {
        // clock: what is slow is the server under test
        if (isNow()) await sleep(200)
        return fetch(request)
      }
    }),
  "compresses its answers": async () => {
    const toy = toyServer()
    const port = await serve(toy, (bytes) => ({ bytes: gzipSync(bytes), headers: { "content-encoding": "gzip" } }))
    return { ...toy, fetch: undefined, url: `http://127.0.0.1:${port}` }
  },
  "speaks HTTP/2": () => overHttp2(toyServer()),
  "is behind a proxy that drops its connections": async () => {
    const toy = toyServer()
    const port = await dropping(await serve(toy, plain), 500)
    return { ...toy, fetch: undefined, url: `http://127.0.0.1:${port}` }
  }
}

/** Answer otherwise. The others stand between, and know nothing of kinds: one is enough. */
const otherwise = ["gives short pages", "lays its JSON out in other ways, and says the same in other words each time"]

/** On a busy machine an answer takes long, and is right. */
const patient = { timeoutMillis: 120_000, patienceMillis: 600_000 }

/** Declares a test for each of the right servers, of which those that stand between are held to some laws at least. */
export const describeRightServers = ({
  between,
  ...options
}: Options & { readonly between?: ReadonlyArray<Law> }): void =>
  void describe("a right server of another make is called wrong by no check", () => {
    it.each(Object.entries(right).map(([name, start]) => ({ name, start })))(
      "one that $name",
      { timeout: 900_000 },
      async ({ name, start }) => {
        const held = otherwise.includes(name) ? { families: viewFamilies } : { families: [customFields], laws: between }
        const report = await runConformance(await start(), { ...patient, ...options, ...held })
        const undecided = report.verdicts.filter(({ outcome }) => ["broken", "inconclusive"].includes(outcome.status))
        assert.strictEqual(undecided.map(renderVerdict).join("\n"), "", `seed ${report.seed}`)
        assert.isTrue(report.holds)
      }
    )
  })
