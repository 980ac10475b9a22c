import { docs, type DocsEntryOptions, type Guide } from "@agent-operations/docs/entry"
import { type DocsOptions, makeDocs } from "@agent-operations/docs"
import { type KitEntries, familiesOf } from "@agent-operations/kit"
import { testKit, type TestKitOptions } from "@agent-operations/kit/testing"
import { mcp, type McpEntryOptions } from "@agent-operations/mcp/entry"
import { describeOptions } from "@agent-operations/testing/options"
import { assert } from "vitest"
import { access, system } from "../front-door.ts"
import { ofDocs, ofMcp } from "./entries.ts"

const url = "https://ops.example.com"
const families = [system()]
const verify = () => ({ ...access, scopes: ["system:read"] })

type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** What is seen of a kit with an entry, and of one with another. */
const both = async <T>(
  entries: ReadonlyArray<KitEntries>,
  see: (ask: Ask) => Promise<T>,
  options: Partial<TestKitOptions> = {}
) => {
  const seen: Array<T> = []
  for (const entry of entries) {
    await using kit = await testKit({ logLevel: "None", verify, families, ...options, entries: [entry] })
    seen.push(await see((path, init) => kit.fetch(new Request(`${url}${path}`, init))))
  }
  return seen
}

const mcps = <T>(options: McpEntryOptions, see: (ask: Ask) => Promise<T>, without: McpEntryOptions = {}) =>
  both([mcp(options), mcp(without)], see)

/** Sends a request of the protocol. */
const send = (ask: Ask, method: string, { headers = {}, path = "/api/mcp", params = {} } = {}) =>
  ask(path, {
    method: "POST",
    headers: { authorization: "Bearer x", "x-project-id": "support", "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
  })

interface Result {
  readonly serverInfo: object
  readonly tools: ReadonlyArray<{ readonly name: string }>
}

/** The result of a request of the protocol. */
const result = async (ask: Ask, method: string, params: object = {}) => {
  const text = await (await send(ask, method, { params })).text()
  const [, data = text] = /^data: (.*)$/m.exec(text) ?? []
  return (JSON.parse(data) as { readonly result: Result }).result
}

const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }

describeOptions<McpEntryOptions>("mcp", ofMcp, {
  origin: async () => {
    const statuses = await mcps({ origin: url }, async (ask) => [
      (await send(ask, "tools/list", { headers: { origin: url } })).status,
      (await send(ask, "tools/list", { headers: { host: "evil.example" } })).status
    ])
    assert.deepStrictEqual(statuses, [
      [200, 403],
      [403, 200]
    ])
  },
  allowedOrigins: async () => {
    const origin = "https://app.example.com"
    const status = async (ask: Ask) => (await send(ask, "tools/list", { headers: { origin } })).status
    assert.deepStrictEqual(await mcps({ allowedOrigins: [origin] }, status), [200, 403])
  },
  resourceMetadata: async () => {
    const resourceMetadata = `${url}/.well-known/oauth-protected-resource/api/mcp`
    const challenge = async (ask: Ask) =>
      (await send(ask, "tools/list", { headers: { authorization: "" } })).headers.get("www-authenticate")
    const [given, without] = await mcps({ resourceMetadata }, challenge)
    assert.include(given, `resource_metadata="${resourceMetadata}"`)
    assert.notInclude(without, "resource_metadata")
  },
  maxBodyBytes: async () => {
    const statusOf = (bytes: number) => async (ask: Ask) =>
      (await send(ask, "tools/call", { params: { name: "none", arguments: { text: "x".repeat(bytes) } } })).status
    assert.deepStrictEqual(await mcps({ maxBodyBytes: 2000 }, statusOf(3000)), [413, 200])
    assert.deepStrictEqual(await mcps({ maxBodyBytes: 2 * 1024 * 1024 }, statusOf(1024 * 1024)), [200, 413])
  },
  path: async () => {
    const statuses = async (ask: Ask) => [
      (await send(ask, "tools/list", { path: "/tools" })).status,
      (await send(ask, "tools/list")).status
    ]
    assert.deepStrictEqual(await mcps({ path: "/tools" }, statuses), [
      [200, 404],
      [404, 200]
    ])
  },
  info: async () => {
    const info = { name: "acme", title: "Acme", version: "7.0.0" }
    const infos = await mcps({ info }, async (ask) => (await result(ask, "initialize", hello)).serverInfo)
    assert.include(infos[0], info)
    assert.include(infos[1], { title: "Agent Operations" })
  },
  additions: async () => {
    const list = [{ name: "own", description: "Ours.", inputSchema: { type: "object" } }] as const
    const additions: McpEntryOptions["additions"] = { tools: { list, call: async () => undefined } }
    const names = await mcps({ additions }, async (ask) =>
      (await result(ask, "tools/list")).tools.map(({ name }) => name)
    )
    assert.deepStrictEqual(names, [["echo", "own"], ["echo"]])
  }
})

const guide = (text: string): Guide => ({ file: "docs/own.md", path: "own", part: "Start", text: `# Own\n\n${text}\n` })

/** What pages are of some options, and of others: their text, or their status where they are not there. */
const pages = (path: string, options: Partial<DocsOptions>, without: Partial<DocsOptions> = {}) =>
  Promise.all(
    [options, without].map(async (one) => {
      const answer = makeDocs({ families: familiesOf(families), ...one })(new Request(`${url}${path}`))
      return answer?.status === 200 ? answer.text() : String(answer?.status)
    })
  )

/** That a page has a text by an option, and not without it. */
const tells = async (path: string, text: string, options: Partial<DocsOptions>, without: Partial<DocsOptions> = {}) => {
  const [given, other] = await pages(path, options, without)
  assert.include(given, text)
  assert.notInclude(other, text)
}

describeOptions<DocsOptions & DocsEntryOptions>("docs", ofDocs, {
  families: () => tells("/docs/operations/echo", "Say a text again", {}, { families: [] }),
  name: () => tells("/docs/operations/echo", "Acme", { name: "Acme" }),
  description: () => tells("/llms.txt", "It counts cables.", { description: "It counts cables." }),
  origin: () => tells("/sitemap.xml", "https://acme.example/docs", { origin: "https://acme.example" }),
  prefix: () => tells("/ops/docs/operations/echo", "Say a text again", { prefix: "/ops" }),
  path: () => tells("/guide/operations/echo", "Say a text again", { path: "/guide" }),
  guides: () => tells("/docs/own", "A page of ours.", { guides: [guide("A page of ours.")] }),
  assets: () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
    const bytes = new TextEncoder().encode(svg)
    return tells("/docs/assets/docs/own.svg", svg, { assets: [{ file: "docs/own.svg", type: "image/svg+xml", bytes }] })
  },
  laws: () =>
    tells("/docs/laws/Z1", "Nothing is lost.", {
      laws: "# Laws\n\n## Data\n\n**Z1** Nothing is lost.\n- Held by: `a/b.ts`\n"
    }),
  links: () => tells("/docs/operations/echo", 'href="/sign-in"', { links: [["Sign in", "/sign-in"]] }),
  files: () => {
    const guides = [guide("See [all](../ALL.md).")]
    return tells(
      "/docs/own",
      'href="/docs/operations">all</a>',
      { guides, files: { "ALL.md": "operations" } },
      { guides }
    )
  },
  program: () => tells("/docs/operations/echo", "acme-cli", { program: "acme-cli" }),
  repository: () => {
    const guides = [guide("See [it](../src/it.ts).")]
    const repository = "https://code.example/blob/main/"
    return tells("/docs/own", `${repository}src/it.ts`, { guides, repository }, { guides })
  },
  discovery: () => tells("/llms.txt", "/cables.json", { discovery: [["Cables", "/cables.json", "Every cable."]] }),
  read: async () => {
    let reads = 0
    const read = () => {
      reads++
      return { guides: [guide("A page of ours.")] }
    }
    const statuses = await both([docs({ read }), docs()], async (ask) => {
      assert.strictEqual(reads, 0)
      const status = (await ask("/docs/own")).status
      reads = 0
      return status
    })
    assert.deepStrictEqual(statuses, [200, 404])
  },
  first: async () => {
    const statuses = await both([docs({ first: true }), docs()], async (ask) => (await ask("/")).status)
    assert.deepStrictEqual(statuses, [200, 404])
  }
})
