import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { startOnPostgres } from "./on-postgres.ts"
import { command, type Started } from "./process.ts"

const markdown = { accept: "text/markdown" }

/** A program that knows where `/llms.txt` is, and what it was given to call operations; the rest it reads. */
class Agent {
  readonly #server: Started
  readonly opened: Array<string> = []

  constructor(server: Started) {
    this.#server = server
  }

  async read(path: string): Promise<string> {
    const response = await fetch(`${this.#server.url}${path}`, { headers: markdown })
    assert.strictEqual(response.status, 200, path)
    this.opened.push(path)
    return response.text()
  }

  /** The place of the link that has a word in it, or in its text. */
  linkTo(word: string, text: string): string {
    const link = [...text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)].find(([whole]) => whole.includes(word))
    assert(link !== undefined, `${word} in ${text.slice(0, 500)}`)
    return link[2]!.endsWith(".md") ? link[2]! : `${link[2]!}.md`
  }

  /** The first JSON below a heading. */
  exampleIn(page: string, heading: string): Record<string, unknown> {
    const [, json] = /```json\n([\s\S]*?)\n```/.exec(page.slice(page.indexOf(heading)))!
    return JSON.parse(json!) as Record<string, unknown>
  }

  async call(page: string, input: object) {
    const [, method, path] = /\| Request \| `(POST) ([^`]+)` \|/.exec(page)!
    const { url, apiKey, projectId } = this.#server
    const response = await fetch(`${url}${path}`, {
      method: method!,
      headers: { authorization: `Bearer ${apiKey}`, "x-project-id": projectId, "content-type": "application/json" },
      body: JSON.stringify(input)
    })
    return (await response.json()) as {
      readonly data?: Readonly<Record<string, unknown>>
      readonly error?: { readonly code: string; readonly hint: string }
    }
  }
}

describe("the documentation of a server", () => {
  const folder = mkdtempSync(join(tmpdir(), "pages-"))
  let server: Started
  const ask = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, { redirect: "manual", ...init })

  beforeAll(async () => {
    writeFileSync(
      join(folder, "House rules.md"),
      "# House rules\n\nOne view for each team. See [deployment](/docs/deployment).\n"
    )
    server = await startOnPostgres({ PAGES_DIR: folder, PROMETHEUS: "true" })
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true })
  })

  it("begins where somebody comes who is not signed in, in both forms", async () => {
    const [html, text] = [await ask("/"), await ask("/", { headers: markdown })]
    assert.match(await html.text(), /<a href="\/sign-in">/)
    assert.match(await text.text(), /^# /)
    assert.deepStrictEqual([html.headers.get("vary"), text.headers.get("vary")], ["Accept", "Accept"])
    const known = await ask("/", { headers: { "if-none-match": html.headers.get("etag")! } })
    assert.strictEqual(known.status, 304)
    const signedIn = await ask("/", { headers: { cookie: "agent-operations.session_token=old" } })
    assert.strictEqual(signedIn.status, 303)
  })

  it("has every setting, and the pages of the operator's folder", async () => {
    const { stdout } = await command(["--help"], {})
    const settings = await (await ask("/docs/settings.md")).text()
    const listed = [...stdout.matchAll(/^ {2}([A-Z][A-Z_]+) /gm)].map(([, name]) => name!)
    assert.isAbove(listed.length, 40)
    for (const name of listed) {
      assert.include(settings, `| [\`${name}\`](/docs/settings/${name}.md) |`)
      assert.strictEqual((await ask(`/docs/settings/${name}`, { method: "HEAD" })).status, 200, name)
    }
    // A guide that names a longer word alone says nothing of this one.
    const port = await (await ask("/docs/settings/PORT.md")).text()
    const paths = [...port.split("## Where it is explained")[1]!.matchAll(/\]\((\/docs\/[^)]+)\)/g)].map(
      ([, path]) => path!
    )
    const texts = await Promise.all(paths.map(async (path) => (await ask(path)).text()))
    assert.isNotEmpty(texts)
    assert.deepStrictEqual(
      paths.filter((_, n) => !/\bPORT\b/.test(texts[n]!)),
      []
    )
    const proxy = await (await ask("/docs/settings/CLIENT_ADDRESS_HEADER.md")).text()
    assert.match(proxy, /## Where it is explained\n\n- \[.+\]\(\/docs\/.+\)/)
    assert.include(await (await ask("/docs/house-rules")).text(), "One view for each team.")
    assert.include(await (await ask("/docs/search?q=team", { headers: markdown })).text(), "(/docs/house-rules.md)")
  })

  it("has the same headers for HEAD, and takes nothing else", async () => {
    const [get, head] = [await ask("/docs/errors/CONFLICT"), await ask("/docs/errors/CONFLICT", { method: "HEAD" })]
    for (const name of ["etag", "content-type", "content-length", "link"])
      assert.strictEqual(head.headers.get(name), get.headers.get(name), name)
    assert.strictEqual((await ask("/docs/", { method: "POST", body: "x" })).status, 405)
  })

  it("has a dashboard of metrics that there are", async () => {
    const { apiKey, projectId } = server
    const times = { startTimeUnixNano: `${Date.now()}000000`, endTimeUnixNano: `${Date.now()}000001` }
    const good = { traceId: "6b8efff798038103d269b633813fc60d", spanId: "fee19b7ec3c1b175", name: "good", ...times }
    const exported = await ask("/v1/traces", {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "x-project-id": projectId, "content-type": "application/json" },
      body: JSON.stringify({
        resourceSpans: [{ scopeSpans: [{ spans: [good, { ...good, spanId: "0000000000000000" }] }] }]
      })
    })
    assert.strictEqual(exported.status, 200)
    const page = await (await ask("/docs/monitoring.md")).text()
    const [, place] = /\[dashboard\.json\]\(([^)]+)\)/.exec(page)!
    const dashboard = (await (await ask(place!)).json()) as {
      readonly panels: ReadonlyArray<{ readonly targets: ReadonlyArray<{ readonly expr: string }> }>
    }
    const named = dashboard.panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => expr.match(/agent_operations_\w+/g) ?? [])
    )
    const metrics = await (await ask("/metrics")).text()
    assert.isAbove(new Set(named).size, 3)
    for (const name of named) assert.match(metrics, new RegExp(`^${name}[ {]`, "m"), name)
  })

  it("does not start over a folder that is not there, and says what to do", async () => {
    const { code, stderr } = await command(["serve"], {
      ...{ PORT: "0", DATA_DIR: join(folder, "data of none"), PAGES_DIR: join(folder, "nowhere") }
    })
    assert.strictEqual(code, 1)
    assert.match(stderr, /PAGES_DIR: .*nowhere cannot be read: .*\n.*folder of Markdown files/)
  })

  it("R3: leads an agent from /llms.txt to a page view that it made, and to one whose conflict it settled", async () => {
    const agent = new Agent(server)
    const llms = await agent.read("/llms.txt")

    const create = await agent.read(agent.linkTo("create_page_view", llms))
    const example = agent.exampleIn(create, "### MCP")["params"] as { readonly arguments: object }
    const made = await agent.call(create, { ...example.arguments, name: "Made by an agent", references: {} })
    assert.isUndefined(made.error, JSON.stringify(made.error))
    assert.deepInclude(made.data, { name: "Made by an agent", revision: 1 })
    const { id } = made.data as { readonly id: string }

    const skills = JSON.parse(await agent.read(agent.linkTo("Skill", llms).replace(/\.md$/, ""))) as {
      readonly skills: ReadonlyArray<{ readonly url: string }>
    }
    const skill = await agent.read(skills.skills[0]!.url)
    const [, read, update] = /Read it with `(\w+)`.*?Send the change with `(\w+)`/s.exec(skill)!
    const operations = await agent.read(agent.linkTo("Operations", llms))
    const [readPage, updatePage] = [
      await agent.read(agent.linkTo(`[\`${read}\`]`, operations)),
      await agent.read(agent.linkTo(`[\`${update}\`]`, operations))
    ]
    await agent.call(updatePage, { id, expectedRevision: 1, description: "Somebody was faster." })

    const late = await agent.call(updatePage, { id, expectedRevision: 1, name: "Renamed by an agent" })
    assert.strictEqual(late.error?.code, "CONFLICT")
    const why = await agent.read(agent.linkTo(`[\`${late.error!.code}\`]`, updatePage))
    assert.match(why, /## What to do next\n\n.*[Rr]ead/)
    const now = await agent.call(readPage, { id })
    const { revision, description } = now.data as { readonly revision: number; readonly description: string }
    assert.strictEqual(description, "Somebody was faster.")
    const settled = await agent.call(updatePage, { id, expectedRevision: revision, name: "Renamed by an agent" })
    assert.deepInclude(settled.data, { name: "Renamed by an agent", description, revision: 3 })
    assert.isAtMost(agent.opened.length, 8)
  })
})
