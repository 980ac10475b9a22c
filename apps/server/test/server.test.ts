import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs, promisify } from "node:util"
import { createDatabase, freePort } from "@agent-operations/postgres-for-tests"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"
import { migratedDatabase } from "./migrated.ts"
import { command, commandHere, list, start, type Started, startCollector } from "./process.ts"

const temporary = mkdtempSync(join(tmpdir(), "server-"))
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

/** A request whose body is not sent whole until `finish` is called. */
const begin = async ({ url, projectId }: Started, apiKey: string) => {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    "x-project-id": projectId,
    "content-type": "application/json",
    "content-length": "2"
  }
  const sent = request(`${url}/api/agent/list_page_views`, { method: "POST", headers })
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.once("response", ({ statusCode }) => resolve(statusCode)).once("error", reject)
  })
  await new Promise((resolve) => sent.write("{", resolve))
  return {
    finish: () => {
      sent.end("}")
      return status
    }
  }
}

const taken = () =>
  new Promise<Server>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => resolve(server))
  })

describe("starting", () => {
  // Each of the others is refused in settings/read.test.ts.
  it.each([
    ["PORT", "abc"],
    ["SECRETS_KEYS", "short"]
  ])("refuses %s=%s in a line that names it and says what it must be", async (name, bad) => {
    const { code, stderr } = await command(["serve"], { [name]: bad, DATA_DIR: join(temporary, "unused") })
    assert.strictEqual(code, 1)
    assert.include(stderr, `${name} is not valid`)
    assert.include(stderr, "It must be ")
    assert.isAtMost(stderr.trim().split("\n").length, 2)
  })

  it("refuses a busy port before it makes anything", async () => {
    const other = await taken()
    const { port } = other.address() as { port: number }
    const { code, stderr, stdout } = await command(["serve", "--port", String(port)], {
      DATA_DIR: join(temporary, "busy")
    })
    other.close()
    assert.strictEqual(code, 1)
    assert.include(stderr, "Something else listens")
    assert.notInclude(stdout, "API_KEY")
  })

  it("refuses a directory that cannot be written, a database that is away, and workers on PGlite", async () => {
    writeFileSync(join(temporary, "file"), "")
    const answers = await Promise.all([
      command(["serve", "--port", "0"], { DATA_DIR: join(temporary, "file", "data") }),
      command(["serve", "--port", "0"], {
        DATABASE_URL: "postgres://u:hidden@127.0.0.1:1/d",
        START_TIMEOUT: "1 second"
      }),
      command(["serve", "--port", "0"], { DATABASE_URL: "mysql://u:hidden@127.0.0.1/d" }),
      command(["serve", "--port", "0", "--workers", "2"], { DATA_DIR: join(temporary, "workers") })
    ])
    for (const { code, stderr, stdout } of answers) {
      assert.strictEqual(code, 1, stderr)
      assert.isAbove(stderr.trim().length, 20)
      assert.notInclude(stderr, "    at ")
      assert.notInclude(stderr + stdout, "hidden")
    }
  })

  it("lists its settings, its commands and completions", async () => {
    const { stdout } = await command(["--help"], {})
    for (const word of ["DATABASE_URL", "DATA_DIR", "serve", "migrate", "key", "openapi", "completions"]) {
      assert.include(stdout, word)
    }
    assert.include((await command(["--completions", "bash"], {})).stdout, "agent-operations")
    assert.strictEqual(JSON.parse((await command(["openapi"], {})).stdout).openapi, "3.1.1")
  })
})

describe("serving from PGlite", { shuffle: false }, () => {
  const settings = {
    DATA_DIR: join(temporary, "data"),
    PORT: "0",
    PROMETHEUS: "true",
    DEMO: "true",
    // This one migrates its database.
    PGLITE_EMPTY_IMAGE: process.env["PGLITE_EMPTY_IMAGE"]!
  }
  let first: Started
  beforeAll(async () => void (first = await start([], settings)))
  afterAll(() => first.stop("SIGKILL"))

  it("prints what to paste, and the curl works with it", async () => {
    const curl = /curl[\s\S]*?'\n/.exec(first.printed())?.[0] ?? assert.fail("no curl is printed")
    const exports = first.printed().match(/^export AGENT.*$/gm) ?? []
    assert.strictEqual(exports.length, 3)
    const { stdout } = await promisify(execFile)("sh", ["-c", [...exports, curl].join("\n")])
    assert.strictEqual((JSON.parse(stdout) as { data: { items: Array<unknown> } }).data.items.length, 3)
  })

  it("prints two lines for SDKs, with values that survive those that decode them and those that do not", async () => {
    const exports = first.printed().match(/^export .*$/gm) ?? []
    const shown = `printf '%s\\n' "$OTEL_EXPORTER_OTLP_ENDPOINT" "$OTEL_EXPORTER_OTLP_HEADERS"`
    const { stdout } = await promisify(execFile)("sh", ["-c", [...exports, shown].join("\n")])
    const headers = `authorization=Bearer%20${first.apiKey},x-project-id=${first.projectId}`
    assert.strictEqual(stdout, `${first.url}\n${headers}\n`)
  })

  it("prints the line that connects an assistant, and a client of MCP lists views by what it hands over", async () => {
    const line = /claude mcp add[\s\S]*?PROJECT_ID"\n/.exec(first.printed())?.[0] ?? assert.fail("no line is printed")
    assert.include(readFileSync(join(import.meta.dirname, "../../../README.md"), "utf8"), line)
    const exports = first.printed().match(/^export .*$/gm) ?? []
    const shown = `claude() { printf '%s\\n' "$@"; }`
    const { stdout } = await promisify(execFile)("sh", ["-c", [...exports, shown, line].join("\n")])
    const { values, positionals } = parseArgs({
      args: stdout.trimEnd().split("\n"),
      options: { transport: { type: "string" }, header: { type: "string", multiple: true } },
      allowPositionals: true
    })
    const [command, action, name, url = ""] = positionals
    assert.deepStrictEqual([command, action, values.transport, name], ["mcp", "add", "http", "agent-operations"])
    const headers = Object.fromEntries((values.header ?? []).map((header) => header.split(": ")))
    const client = new Client({ name: "test", version: "1" })
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as never)
    // It has more operations than fit in a list of tools.
    const { structuredContent } = await client.callTool({
      name: "call_read",
      arguments: { operation: "list_page_views" }
    })
    assert.isAbove((structuredContent as { items: Array<unknown> }).items.length, 2)
    await client.close()
  })

  it("prints the line that signs the command line in, with the address of this server", async () => {
    const line = /npx agent-operations login.*\n/.exec(first.printed())?.[0] ?? assert.fail("no line is printed")
    assert.include(readFileSync(join(import.meta.dirname, "../../../README.md"), "utf8"), line)
    const exports = first.printed().match(/^export .*$/gm) ?? []
    const shown = `npx() { printf '%s\\n' "$@"; }`
    const { stdout } = await promisify(execFile)("sh", ["-c", [...exports, shown, line].join("\n")])
    assert.strictEqual(stdout, `agent-operations\nlogin\n--url\n${first.url}\n`)
  })

  it("has starter content that validates", async () => {
    const { data } = (await (await list(first, first.apiKey)).json()) as { data: { items: Array<{ id: string }> } }
    for (const { id } of data.items) {
      const response = await fetch(`${first.url}/api/agent/validate_page_view`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${first.apiKey}`,
          "x-project-id": first.projectId,
          "content-type": "application/json"
        },
        body: JSON.stringify({ id })
      })
      const result = ((await response.json()) as { data: { valid: boolean; issues: Array<unknown> } }).data
      assert.deepStrictEqual(result.issues, [])
      assert.isTrue(result.valid)
    }
  })

  const call = async (operation: string, input: object) => {
    const response = await fetch(`${first.url}/api/agent/${operation}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${first.apiKey}`,
        "x-project-id": first.projectId,
        "content-type": "application/json"
      },
      body: JSON.stringify(input)
    })
    // oxlint-disable-next-line typescript/no-explicit-any -- an answer is looked at as this test knows it
    return ((await response.json()) as { data: any }).data
  }

  it("has two evaluation runs to compare, made once it had started", async () => {
    const runs = async () => (await call("list_eval_runs", { series: "Capitals" })).items
    await waitUntil("the end of the runs", async () =>
      (await runs()).every(({ endedAt }: { endedAt: string | null }) => endedAt !== null)
    )
    const [run, base] = await runs()
    for (const { status, counts } of [run, base]) {
      assert.strictEqual(status, "completed")
      assert.deepInclude(counts, { total: 72, succeeded: 72 })
    }
    assert.strictEqual(run.baseRunId, base.id)
    const { scorers, items } = await call("compare_eval_runs", { baseId: base.id, id: run.id })
    for (const alias of ["exact", "overlap"])
      assert.deepInclude(scorers[alias], { verdict: "better", changed: 1 }, alias)
    const changes = items.map(({ scores }: { scores: { exact: { change: string } } }) => scores.exact.change)
    assert.includeMembers(changes, ["improved", "unchanged", "changed"])
  })

  it("has traces of a week to look at", async () => {
    const { items } = await call("list_traces", { limit: 200 })
    const count = (key: string) =>
      Object.fromEntries([...Map.groupBy(items, (item) => (item as never)[key])].map(([at, of]) => [at, of.length]))
    assert.deepStrictEqual(count("name"), { support: 20, checkout: 20, research: 20 })
    assert.deepStrictEqual(count("status"), { running: 1, success: 54, error: 4, incomplete: 1 })
    const spanCounts = items
      .map(({ spanCount }: { spanCount: number }) => spanCount)
      .toSorted((a: number, b: number) => a - b)
    assert.isAtLeast(spanCounts[0], 4)
    assert.isAtMost(spanCounts.at(-2), 14)
    assert.strictEqual(spanCounts.at(-1), 300)
    assert.isTrue(items.every(({ cost }: { cost: number | null }) => cost !== null && cost > 0))
    assert.isAbove(items.filter(({ durationMs }: { durationMs: number }) => durationMs > 2000).length, 20)
    const { trace, spans, scores } = await call("get_trace", { id: items.at(-1).id })
    assert.deepInclude(trace.attributes, { "customer.tier": "pro" })
    assert.lengthOf(spans, trace.spanCount)
    assert.deepStrictEqual(scores.map(({ name }: { name: string }) => name).toSorted(), ["helpfulness", "resolved"])

    for (const { id, name } of (await call("list_page_views", {})).items) {
      const { items: rows } = await call("query_page_view", { id })
      assert.isAbove(rows.length, name.startsWith("Worth") ? 5 : 20, name)
      assert.isBelow(rows.length, name === "Latency trend" ? 61 : 50, name)
      assert.isTrue(
        rows.every((row: { errors?: object }) => row.errors === undefined),
        name
      )
    }
    const [chart] = (await call("list_metrics_charts", {})).items
    const [from, to] = [Date.now() - 7 * 86_400_000, Date.now()].map((at) => new Date(at).toISOString())
    const { rows } = await call("query_metrics_chart", { id: chart.id, from, to })
    const among = (of: (row: { time: string; dimensions: { model: string } }) => string) => new Set(rows.map(of)).size
    assert.isAtLeast(
      among(({ time }) => time),
      7
    )
    assert.isAtLeast(
      among(({ dimensions }) => dimensions.model),
      5
    )
  })

  it("has a prompt that is deployed at its second revision of three, and renders", async () => {
    const { prompt } = await call("get_published_prompt", { name: "Answer a customer" })
    assert.strictEqual(prompt.revision, 2)
    const variables = { question: "Where is my parcel?" }
    const { valid, issues, rendered } = await call("validate_prompt", { id: prompt.id, variables })
    assert.deepStrictEqual([valid, issues], [true, []])
    assert.deepStrictEqual(rendered.messages.at(-1), { role: "user", content: "Where is my parcel?" })
    assert.include(rendered.messages[0].content, "Lumen Lamps")
  })

  it("answers /metrics for Prometheus", async () => {
    const answer = await fetch(`${first.url}/metrics`)
    const text = await answer.text()
    assert.match(text, /agent_operations_requests.*list_page_views/)
    // Those of the first start.
    assert.match(text, /^agent_operations_spans_accepted 601\b/m)
    assert.include(answer.headers.get("content-type"), "text/plain; version=0.0.4")
    assert.match(answer.headers.get("x-request-id") ?? "", /^req_/)
  })

  it("refuses a second process on its directory in under a second of trying", async () => {
    const { code, stderr } = await command(["serve", "--port", "0"], settings)
    assert.strictEqual(code, 1)
    assert.include(stderr, "in use by process")
  })

  it("finishes what is in flight when told to end, and the next start keeps the data and the key's secret", async () => {
    const inFlight = await begin(first, first.apiKey)
    // clock: a request that has not arrived yet would be refused, and is told from no other before its answer
    await sleep(200)
    const stopped = first.stop()
    await waitUntil("the server to take no more", () =>
      fetch(`${first.url}/healthz`).then(
        ({ status }) => status === 503,
        () => true
      )
    )
    assert.strictEqual(await inFlight.finish(), 200)
    assert.strictEqual(await stopped, 0)
    const again = await start([], settings)
    assert.notInclude(again.printed(), "API_KEY")
    assert.strictEqual((await list({ ...again, projectId: first.projectId }, first.apiKey)).status, 200)
    assert.strictEqual(await again.stop(), 0)
  })
})

// Over PGlite, where each opens it anew, secrets.test.ts and the programs of the README run such commands.
describe("the command line over PostgreSQL", () => {
  const settings: Record<string, string> = { DATA_DIR: join(temporary, "beside") }
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await migratedDatabase()
    settings["DATABASE_URL"] = database.url
    drop = database.drop
  })
  afterAll(() => drop())

  it("makes, lists, replaces and revokes keys on the command line", async () => {
    const org = (await commandHere(["org", "create", "--name", "Another"], settings)).stdout.trim()
    assert.match(org, /^org_/)
    assert.match((await commandHere(["project", "create", "--org", org, "--name", "P"], settings)).stdout, /^prj_/)
    const made = await commandHere(["key", "create", "--org", org, "--scopes", "views:read", "--json"], settings)
    const { id, token } = JSON.parse(made.stdout) as { id: string; token: string }
    const listed = (await commandHere(["key", "list", "--org", org], settings)).stdout
    assert.include(listed, id)
    assert.notInclude(listed, token)
    const replaced = (await commandHere(["key", "replace", "--org", org, "--key", id], settings)).stdout.trim()
    assert.match(replaced, /^aok_/)
    const refused = await commandHere(["key", "revoke", "--org", org, "--key", id], settings)
    assert.strictEqual(refused.code, 1)
    assert.include(
      (await commandHere(["key", "create", "--org", org, "--scopes", "no:such"], settings)).stderr,
      "There is no scope"
    )
  })

  it("G2: adds, lists, rotates and removes model connections on the command line, and shows no key", async () => {
    const org = (await commandHere(["org", "create", "--name", "Third"], settings)).stdout.trim()
    const project = (await commandHere(["project", "create", "--org", org, "--name", "P"], settings)).stdout.trim()
    const key = "sk-x7Qf-x7Qf-x7Qf"
    const named = (args: ReadonlyArray<string>) => ["connection", ...args, "--org", org, "--project", project]
    const run = (args: ReadonlyArray<string>, input?: string) =>
      command(named(args), { ...settings, PROVIDER_KEY: key }, input)
    const runHere = (args: ReadonlyArray<string>) => commandHere(named(args), settings)
    const add = ["add", "--name", "Gateway", "--url", "https://api.example.com/v1"]
    const added = await run([...add, "--price", "openai/small:free=0.15,1.5"], `${key}\n`)
    const id = added.stdout.trim()
    assert.match(id, /^mco_/, added.stderr)
    const again = await run([...add, "--key-env", "PROVIDER_KEY"])
    assert.deepEqual([again.code, again.stdout], [1, ""])
    assert.include(again.stderr, "already has a model connection Gateway")
    const listed = await runHere(["list", "--json"])
    const [only] = JSON.parse(listed.stdout) as ReadonlyArray<object>
    assert.deepInclude(only, {
      id,
      name: "Gateway",
      baseUrl: "https://api.example.com/v1",
      tokenLimit: "max_tokens",
      prices: [{ model: "openai/small:free", inputMicrosPerMillion: 150_000, outputMicrosPerMillion: 1_500_000 }]
    })
    const rotated = await run(["rotate", "--key-env", "PROVIDER_KEY", "--connection", id])
    assert.include(rotated.stdout, "has its new key", rotated.stderr)
    assert.include((await runHere(["remove", "--connection", id])).stdout, "removed, with its key")
    for (const { stdout, stderr } of [added, again, listed, rotated]) assert.notInclude(stdout + stderr, "x7Qf")

    for (const [args, input] of [
      [add, ""],
      [add, "sk x7Qf x7Qf"],
      [[...add, "--key-env", "NO_SUCH_KEY"], key],
      [[...add, "--price", "small=free"], key],
      [["add", "--name", "G", "--url", "ftp://example.com"], key]
    ] as const) {
      const refused = await run(args, input)
      assert.strictEqual(refused.code, 2, `${args.join(" ")}: ${refused.stdout}`)
      assert.notInclude(refused.stderr, "x7Qf")
    }
  })
})

describe("serving from PostgreSQL", () => {
  it("logs lines of JSON, and sends traces and metrics to a collector", async () => {
    const collector = await startCollector()
    const database = await migratedDatabase()
    const server = await start([], {
      DATABASE_URL: database.url,
      PORT: "0",
      LOG_LEVEL: "info",
      LOG_FORMAT: "json",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url
    })
    try {
      const { headers } = await list(server, server.apiKey)
      const { received } = collector
      await waitUntil("the collector has a trace", () => received["/v1/traces"]?.includes("list_page_views") === true)
      await waitUntil(
        "the collector has the metrics",
        () => received["/v1/metrics"]?.includes("list_page_views") === true
      )
      assert.strictEqual(await server.stop(), 0)
      const line = server
        .printed()
        .split("\n")
        .find((printed) => printed.includes("POST /api/agent/list_page_views 200"))
      assert.deepInclude(JSON.parse(line ?? "{}"), {
        level: "INFO",
        annotations: { requestId: headers.get("x-request-id") }
      })
      assert.include(collector.received["/v1/traces"], '"name":"POST /api/agent/list_page_views"')
      assert.include(collector.received["/v1/metrics"], "agent_operations_requests")
      assert.include(collector.received["/v1/metrics"], '"service.instance.id"')
    } finally {
      await server.stop("SIGKILL")
      await database.drop()
      collector.close()
    }
  })

  it("T24: what it tells of itself, and a collector sends it, is told no further", async () => {
    const passedOn: Array<string> = []
    const started = Promise.withResolvers<Started>()
    const collector = await startCollector(async (path, body) => {
      const to = await started.promise
      const headers = {
        authorization: `Bearer ${to.apiKey}`,
        "x-project-id": to.projectId,
        "content-type": "application/json"
      }
      // At its end the server takes nothing any more.
      const status = await fetch(to.url + path, { method: "POST", headers, body }).then(
        (response) => response.status,
        () => "refused"
      )
      passedOn.push(`${path} ${status}`)
    })
    const database = await migratedDatabase()
    const settings = { DATABASE_URL: database.url, LOG_LEVEL: "info", LOG_FORMAT: "json" }
    const server = await start([], { ...settings, PORT: "0", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    started.resolve(server)
    try {
      await list(server, server.apiKey)
      const [answered, refused] = ["/v1/traces 200", "/v1/logs 404"]
      const calls = (path: string) =>
        (collector.received[path]?.split("POST /api/agent/list_page_views").length ?? 1) - 1
      await waitUntil("the call came, in a trace and a line", () => calls("/v1/traces") > 0 && calls("/v1/logs") > 0)
      await waitUntil("both were passed on", () => passedOn.includes(answered) && passedOn.includes(refused))
      const before = [calls("/v1/traces"), calls("/v1/logs")] as const
      // What would be told of these is told with the next ones.
      await list(server, server.apiKey)
      await waitUntil("the next trace came", () => calls("/v1/traces") > before[0])
      await waitUntil("the next line came", () => calls("/v1/logs") > before[1])
      assert.strictEqual(await server.stop(), 0)
      const { "/v1/traces": spans = "", "/v1/logs": lines = "" } = collector.received
      for (const told of [spans, lines]) {
        assert.include(told, "/api/agent/list_page_views")
        assert.notInclude(told, "/v1/")
        assert.notInclude(told, "unknown")
      }
      assert.includeMembers(passedOn, [answered, refused])
      assert.include(server.printed(), "POST /v1/traces 200")
    } finally {
      await server.stop("SIGKILL")
      await database.drop()
      collector.close()
    }
  })

  it("A5, U4: a budget that is used up and a key that is revoked on the command line hold on every worker at once", async () => {
    const database = await createDatabase(inject("postgresUrl"))
    const settings = { DATABASE_URL: database.url, PORT: String(await freePort()) }
    const server = await start(["--workers", "2"], settings)
    try {
      const answers = () =>
        Promise.all(Array.from({ length: 12 }, async () => (await list(server, server.apiKey)).status))
      await waitUntil("a worker to answer", async () => (await list(server, server.apiKey)).status === 200)
      assert.deepStrictEqual([...new Set(await answers())], [200])
      const id = `key_${server.apiKey.split("_")[1]}`
      const org = /--org (org_\w+)/.exec(server.printed())?.[1] ?? assert.fail("no organization is printed")
      const limit = async (amount: string, said: string) => {
        const { code, stdout } = await commandHere(["budget", "set", "--org", org, "--limit", amount], settings)
        assert.deepStrictEqual([code, stdout.trim()], [0, said])
      }
      const headers = { authorization: `Bearer ${server.apiKey}`, "x-project-id": server.projectId }
      const withoutBody = (operation: string) =>
        fetch(`${server.url}/api/agent/${operation}`, { method: "POST", headers, body: "no JSON" })
      await limit("0.0025", `Limit of 0.0025 in all for ${org}.`)
      await limit("0", `Limit of 0.00 in all for ${org}.`)
      for (const operation of ["create_eval_run", "resume_eval_run", "invoke_app"]) {
        const refused = await withoutBody(operation)
        const { error } = (await refused.json()) as { error: { code: string; details: object } }
        assert.deepStrictEqual([refused.status, error.code], [402, "USAGE_LIMIT_REACHED"])
        assert.deepInclude(error.details, { account: "organization", limitMicros: 0, spentMicros: 0 })
      }
      assert.deepStrictEqual([...new Set(await answers())], [200])
      await limit("none", `No limit for ${org}.`)
      assert.strictEqual((await withoutBody("create_eval_run")).status, 400)
      assert.strictEqual((await command(["key", "revoke", "--org", org, "--key", id], settings)).code, 0)
      assert.deepStrictEqual([...new Set(await answers())], [401])
      assert.strictEqual(await server.stop(), 0)
    } finally {
      await server.stop("SIGKILL")
      await database.drop()
    }
  })
})
