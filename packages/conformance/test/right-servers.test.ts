import { once } from "node:events"
import { createServer as createHttpServer, type RequestListener } from "node:http"
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net"
import { buffer } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { renderVerdict, runConformance, type Target } from "@agent-operations/conformance"
import { customFields, viewFamilies } from "@agent-operations/contract"
import type { Graph, Issue } from "@agent-operations/views/validation"
import { assert, describe, it, onTestFinished } from "vitest"
import type { Parts } from "./toy/parts.ts"
import { toyServer } from "./toy/server.ts"

type Fetch = NonNullable<Target["fetch"]>

/** The toy server with something between it and who asks. */
const behind = (between: (fetch: Fetch) => Fetch, parts?: (right: Parts) => Partial<Parts>): Target => {
  const toy = toyServer(parts)
  return { ...toy, fetch: between(toy.fetch!) }
}

/** Whether one call in so many is this one, from the second on. */
const oneIn = (count: number) => {
  let calls = 0
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

/** Serves a target's `fetch` over a real connection. */
const serve = async (target: Target, encode: (bytes: Buffer) => { bytes: Buffer; headers: Record<string, string> }) => {
  const listener: RequestListener = (message, response) => {
    void (async () => {
      const { method = "GET", url = "/" } = message
      const bytes = await buffer(message)
      const headers = new Headers()
      for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value))
      const body = method === "GET" ? undefined : (bytes as BodyInit)
      const answer = await target.fetch!(new Request(`${target.url}${url}`, { method, headers, body } as RequestInit))
      const encoded = encode(Buffer.from(await answer.arrayBuffer()))
      response
        .writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...encoded.headers })
        .end(encoded.bytes)
    })().catch(() => response.destroy())
  }
  const server = createHttpServer(listener).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** A proxy that drops all connections, whatever is under way, every so often. */
const dropping = async (port: number, everyMillis: number) => {
  const open = new Set<Socket>()
  const proxy = createTcpServer((socket) => {
    const upstream = connect(port, "127.0.0.1")
    for (const one of [socket, upstream]) {
      open.add(one)
      one.on("close", () => open.delete(one)).on("error", () => {})
    }
    socket.pipe(upstream).pipe(socket)
  }).listen(0, "127.0.0.1")
  await once(proxy, "listening")
  const timer = setInterval(() => {
    for (const socket of open) socket.destroy()
  }, everyMillis)
  onTestFinished(() => {
    clearInterval(timer)
    proxy.close()
    for (const socket of open) socket.destroy()
  })
  return (proxy.address() as AddressInfo).port
}

const plain = (bytes: Buffer) => ({ bytes, headers: {} })

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
      const body = relaid(await answer.json()) as { error?: { message: string; hint: string } }
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
        if (isNow()) await sleep(200)
        return fetch(request)
      }
    }),
  "compresses its answers": async () => {
    const toy = toyServer()
    const port = await serve(toy, (bytes) => ({ bytes: gzipSync(bytes), headers: { "content-encoding": "gzip" } }))
    return { ...toy, fetch: undefined, url: `http://127.0.0.1:${port}` }
  },
  "is behind a proxy that drops its connections": async () => {
    const toy = toyServer()
    const port = await dropping(await serve(toy, plain), 2500)
    return { ...toy, fetch: undefined, url: `http://127.0.0.1:${port}` }
  }
}

/** What stands between these and the toy knows nothing of kinds: one is enough. */
const between = [
  "asks to come back later now and then",
  "is away to one call in 200",
  "is behind a proxy that fails to reach it now and then",
  "is slow to one call in 90",
  "compresses its answers",
  "is behind a proxy that drops its connections"
]

describe("a right server of another make is called wrong by no check", () => {
  it.each(Object.entries(right).map(([name, start]) => ({ name, start })))(
    "one that $name",
    { timeout: 120_000 },
    async ({ name, start }) => {
      const families = between.includes(name) ? [customFields] : viewFamilies
      const report = await runConformance(await start(), { families, scale: 0.3 })
      const undecided = report.verdicts.filter(({ outcome }) => ["broken", "inconclusive"].includes(outcome.status))
      assert.strictEqual(undecided.map(renderVerdict).join("\n"), "", `seed ${report.seed}`)
      assert.isTrue(report.holds)
    }
  )
})

/** Where an import, or an export from, begins in a line of code. */
const keyword = /\b(import|export|const|class)\b/

/** An issue as another make may tell it, of the same mistake. */
const toldOtherwise = (issue: Issue, { root, nodes }: Graph): Issue => {
  const { position: _, ...placeless } = issue
  const node = [root, ...nodes].find(({ id }) => id === (issue.definition?.id ?? root.id)) ?? root
  if (issue.code === "IMPORT_NOT_ALLOWED" && issue.position !== undefined && node.source.type === "react") {
    const { line } = issue.position
    const text = node.source.code.split("\n")[line - 1]!
    const from = text.startsWith("/*") ? text.indexOf("*/") : 0
    return { ...issue, position: { line, column: from + text.slice(from).search(keyword) + 1 } }
  }
  if (issue.path.startsWith("/settings/")) return { ...placeless, path: issue.path.replace(/\/field$/, "") }
  if (issue.code === "UNKNOWN_FIELD") return { ...placeless, code: "TYPE_ERROR", path: "/source" }
  if (issue.code !== "TARGET_MISMATCH" || node.kind !== "page_view") return placeless
  const field = `custom.${issue.path.split("/").at(-1)}`
  const column = node.settings.columns?.findIndex((one) => one.field === field)
  return column === undefined ? placeless : { ...placeless, path: `/settings/columns/${column}/field` }
}

describe("a right server that validates in another way is called wrong by no check", () => {
  it("one that tells other places, in other words and another order, and names the page view too", async () => {
    const server = toyServer(({ analyse }) => ({
      analyse: (graph, project) => {
        const { valid, issues, checked } = analyse(graph, project)
        const { id, revision } = graph.root
        const own = id === null || revision === null ? {} : { definition: { kind: "page_view", id, revision } as const }
        const told = issues.map((issue) => ({
          ...own,
          ...toldOtherwise(issue, graph),
          message: `Number ${answers++}.`
        }))
        return { valid, issues: told.toReversed(), checked }
      }
    }))
    const report = await runConformance(server, { laws: ["V1", "V2", "V3", "V4", "V5"] })
    const wrong = report.verdicts.filter(({ outcome }) => outcome.status !== "held")
    assert.strictEqual(wrong.map(renderVerdict).join("\n"), "", `seed ${report.seed}`)
  })
})
