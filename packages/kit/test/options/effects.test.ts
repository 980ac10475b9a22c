import { RateLimit } from "@agent-operations/auth"
import { createAgentOperations, type HostPrincipal, type KitOptions, route } from "@agent-operations/kit"
import { testKit, type TestKitOptions } from "@agent-operations/kit/testing"
import { createDatabase, query } from "@agent-operations/postgres-for-tests"
import { serverWith } from "@agent-operations/testing/kit"
import { describeOptions } from "@agent-operations/testing/options"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { Effect } from "effect"
import { assert, inject, vi } from "vitest"
import { limits } from "../../../../tooling/readme/src/limits.ts"
import { access, system } from "../front-door.ts"
import { described } from "./described.ts"

const ada: HostPrincipal = { ...access, scopes: ["system:read"] }
const families = [system()]
const url = "http://ops.test"
const defaultBytes = 1024 * 1024

type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** A kit with some options, and a request to it. */
const start = async (options: Partial<TestKitOptions> = {}) => {
  const kit = await testKit({ logLevel: "None", verify: () => ada, families, ...options })
  const ask: Ask = (path, init) => kit.fetch(new Request(`${url}${path}`, init))
  const echo = (input: object = {}, headers: Record<string, string> = { authorization: "Bearer x" }, prefix = "") =>
    ask(`${prefix}/api/agent/echo`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-project-id": "support", ...headers },
      body: JSON.stringify(input)
    })
  const document = async () => (await ask("/openapi.json")).json() as Promise<{ info: object; servers: unknown }>
  return { ...kit, ask, echo, document }
}

/** What `see` finds with an option, and by default. */
const both = async <T>(
  options: Partial<TestKitOptions>,
  see: (kit: Awaited<ReturnType<typeof start>>) => Promise<T>,
  without: Partial<TestKitOptions> = {}
) => {
  const seen: Array<T> = []
  for (const one of [options, without]) {
    await using kit = await start(one)
    seen.push(await see(kit))
  }
  return seen
}

const statusOf = async (answer: Promise<Response>) => (await answer).status

const hook = route("GET", "/own", {
  summary: "Answer",
  scopes: ["system:read"],
  run: () => "own",
  answer: () => ({ contentType: "text/plain", body: new Uint8Array() })
})

describeOptions<KitOptions>("createAgentOperations", described, {
  families: async () => {
    const other = [system((text) => `other ${text}`)]
    const answers = await both({ families: other }, async ({ echo }) => (await (await echo()).json()) as object)
    assert.deepStrictEqual(answers, [{ data: { text: "other pong" } }, { data: { text: "pong" } }])
  },
  database: async () => {
    const [one, other] = [await serverWith(families), await serverWith(families)]
    for (const { database } of [one, other]) {
      await using kit = await createAgentOperations({ families, database })
      await kit.organizations.create({ name: database.url })
    }
    for (const { database, drop } of [one, other]) {
      const kept = await query(database.url, "select name from agent_operations.organizations")
      assert.deepStrictEqual(kept, [{ name: database.url }])
      await drop()
    }
  },
  migrate: async () => {
    const database = await createDatabase(inject("postgresUrl"))
    const tables = async () => {
      const [row] = await query(database.url, "select to_regclass('agent_operations.organizations')::text as name")
      return row?.["name"]
    }
    const startWith = (options: Pick<KitOptions, "migrate">) =>
      createAgentOperations({ families, database: { url: database.url }, logLevel: "None", ...options })
    const refused: unknown = await startWith({ migrate: "check" }).catch((error: unknown) => error)
    assert.propertyVal(refused, "_tag", "MigrationsMissing")
    await (await startWith({ migrate: false })).close()
    assert.isNull(await tables())
    await (await startWith({})).close()
    assert.strictEqual(await tables(), "agent_operations.organizations")
    await (await startWith({ migrate: "check" })).close()
    await database.drop()
  },
  prefix: async () => {
    const answers = await both({ prefix: "/ops" }, ({ ask }) =>
      Promise.all(["/ops/healthz", "/healthz"].map((path) => statusOf(ask(path))))
    )
    assert.deepStrictEqual(answers, [
      [200, 404],
      [404, 200]
    ])
  },
  routes: async () => {
    const authorization = "Bearer x"
    const headers = { authorization, "x-project-id": "support" }
    assert.deepStrictEqual(await both({ routes: [hook] }, ({ ask }) => statusOf(ask("/own", { headers }))), [200, 404])
  },
  entries: async () => {
    const entry = {
      owner: "the test",
      methods: ["GET"],
      path: "/entry",
      run: () => Effect.succeed({ status: 202, headers: {}, body: "" })
    } as const
    assert.deepStrictEqual(
      await both({ entries: [Effect.succeed([entry])] }, ({ ask }) => statusOf(ask("/entry"))),
      [202, 404]
    )
  },
  verify: async () => {
    const asked: Array<string> = []
    const verify: KitOptions["verify"] = ({ credential }) => {
      asked.push(credential)
      return ada
    }
    const statuses = await both({ verify }, ({ echo }) => statusOf(echo()), { verify: undefined })
    assert.deepStrictEqual([statuses, asked], [[200, 401], ["x"]])
  },
  authenticate: async () => {
    const cookie = "session=1"
    const authenticate = (request: Request) => (request.headers.get("cookie") === cookie ? ada : null)
    assert.deepStrictEqual(await both({ authenticate }, ({ echo }) => statusOf(echo({}, { cookie }))), [200, 401])
  },
  trustedOrigins: async () => {
    const origin = "https://app.example.com"
    const authenticate = () => ada
    const statuses = await both(
      { authenticate, trustedOrigins: [origin] },
      ({ echo }) => statusOf(echo({}, { origin, "sec-fetch-site": "cross-site" })),
      { authenticate }
    )
    assert.deepStrictEqual(statuses, [200, 401])
  },
  publicUrl: async () => {
    const servers = await both(
      { publicUrl: "https://ops.example.com" },
      async ({ document }) => (await document()).servers
    )
    assert.deepStrictEqual(servers, [[{ url: "https://ops.example.com" }], [{ url: "/" }]])
  },
  resourceMetadata: async () => {
    const resourceMetadata = "https://ops.example.com/.well-known/oauth-protected-resource"
    const challenges = await both({ resourceMetadata }, async ({ echo }) =>
      (await echo({}, {})).headers.get("www-authenticate")
    )
    assert.deepStrictEqual(challenges, [
      `Bearer scope="system:read", resource_metadata="${resourceMetadata}"`,
      "Bearer"
    ])
  },
  maxBodyBytes: async () => {
    const limits = await both({ maxBodyBytes: 2000 }, async ({ echo }) => {
      const answer = await echo({ text: "x".repeat(defaultBytes) })
      const { error } = (await answer.json()) as { error: { details: { limitBytes: number } } }
      return [answer.status, error.details.limitBytes]
    })
    assert.deepStrictEqual(limits, [
      [413, 2000],
      [413, defaultBytes]
    ])
  },
  deadline: async () => {
    const usual = limits.http["deadline of an operation"].most * 1000
    const timers = vi.spyOn(globalThis, "setTimeout")
    const set = await both({ deadline: "4321 millis" }, async ({ echo }) => {
      timers.mockClear()
      assert.strictEqual(await statusOf(echo()), 200)
      return timers.mock.calls.map(([, millis]) => millis).filter((millis) => millis === 4321 || millis === usual)
    })
    timers.mockRestore()
    assert.deepStrictEqual(set, [[4321], [usual]])
    await using kit = await start({ deadline: 1, families: [system(() => new Promise(() => {}))] })
    assert.strictEqual(await statusOf(kit.echo()), 504)
  },
  requestsPerMinute: async () => {
    const given = vi.spyOn(RateLimit, "perMinute")
    const three = async ({ echo }: Awaited<ReturnType<typeof start>>) => [
      await statusOf(echo()),
      await statusOf(echo()),
      await statusOf(echo())
    ]
    const statuses = await both({ requestsPerMinute: 2 }, three)
    const off = await both({ requestsPerMinute: "off" }, three, { requestsPerMinute: 1 })
    assert.deepStrictEqual(
      [given.mock.calls, statuses, off],
      [
        [[2], [undefined], ["off"], [1]],
        [
          [200, 200, 429],
          [200, 200, 200]
        ],
        [
          [200, 200, 200],
          [200, 429, 429]
        ]
      ]
    )
    given.mockRestore()
  },
  onRequest: async () => {
    const told: Array<number> = []
    await both({ onRequest: ({ status }) => told.push(status) }, ({ ask }) => ask("/healthz"))
    await waitUntil("the hook to be told", () => told.length > 0)
    assert.deepStrictEqual(told, [200])
  },
  onError: async () => {
    const broken = new Error("The cable is loose.")
    const told: Array<unknown> = []
    const failing = system(() => {
      throw broken
    })
    const statuses = await both(
      { families: [failing], onError: (thrown) => told.push(thrown) },
      ({ echo }) => statusOf(echo()),
      { families: [failing] }
    )
    await waitUntil("the hook to be told", () => told.length > 0)
    assert.deepStrictEqual([statuses, told], [[500, 500], [broken]])
  },
  logger: async () => {
    const printed = vi.spyOn(console, "log").mockImplementation(() => {})
    const told: Array<string> = []
    await both({ logLevel: "Info", logger: ({ message }) => told.push(message) }, ({ ask }) => ask("/healthz"), {
      logLevel: "Info"
    })
    const line = /^GET \/healthz 200 /
    assert.lengthOf(
      told.filter((message) => line.test(message)),
      1
    )
    const lines = printed.mock.calls.map((parts) => parts.join(" "))
    printed.mockRestore()
    assert.lengthOf(
      lines.filter((message) => message.includes("GET /healthz 200")),
      1
    )
  },
  logLevel: async () => {
    const levels: Array<Array<string>> = []
    const told = () => {
      const lines: Array<string> = []
      levels.push(lines)
      return { logger: ({ level }: { level: string }) => lines.push(level) }
    }
    const failing = system(() => {
      throw new Error("The cable is loose.")
    })
    const some = { families: [failing] }
    await both({ ...some, logLevel: "Info", ...told() }, ({ echo }) => echo(), {
      ...some,
      logLevel: undefined,
      ...told()
    })
    assert.deepStrictEqual(
      levels.map((lines) => [lines.includes("info"), lines.includes("error")]),
      [
        [true, true],
        [false, true]
      ]
    )
  },
  tracer: async () => {
    const names: Array<string> = []
    const span = {
      spanContext: () => ({ traceId: "1".repeat(32), spanId: "1".repeat(16), traceFlags: 1 }),
      ...{ setAttribute: () => {}, addEvent: () => {}, setStatus: () => {}, recordException: () => {}, end: () => {} }
    }
    const startSpan = (name: string) => {
      names.push(name)
      return span
    }
    await both({ tracer: { startSpan } }, ({ echo }) => echo())
    assert.lengthOf(
      names.filter((name) => name === "echo"),
      1
    )
  },
  openApi: async () => {
    const infos = await both(
      { openApi: { info: { title: "Acme", version: "7.0.0" } } },
      async ({ document }) => (await document()).info
    )
    assert.include(infos[0], { title: "Acme", version: "7.0.0" })
    assert.notInclude(infos[1], { title: "Acme" })
  }
})
