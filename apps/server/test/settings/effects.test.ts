import { rmSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { request, Server } from "node:http"
import { join } from "node:path"
import { RateLimit } from "@agent-operations/auth"
import { Egress } from "@agent-operations/egress"
import { Secrets } from "@agent-operations/evals/secrets"
import { query } from "@agent-operations/postgres-for-tests"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { ConfigProvider, Duration, Effect, Option, Redacted } from "effect"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
// oxlint-disable-next-line no-restricted-imports -- how a command is run in a process of tests, no package offers
import { startOf } from "../../../../packages/admin/test/run.ts"
import { keysOf } from "../../src/lists.ts"
import { root } from "../../src/root.ts"
import { readSettings, settingsTable, type Settings } from "../../src/settings.ts"
import { migratedDatabase } from "../migrated.ts"
import { startCollector } from "../process.ts"
import { dataOf, directory, table } from "./table.ts"

const { told, telling } = vi.hoisted(() => {
  /** What the pieces of the server were told last, by their names. */
  const told = new Map<string, unknown>()
  /** A function of a package, which is noted with its options when it is called. */
  const telling = <F>(
    name: string,
    original: F,
    optionsOf: (...args: ReadonlyArray<unknown>) => unknown = (options) => options
  ): F => {
    const noting = function (this: unknown, ...args: ReadonlyArray<unknown>): unknown {
      told.set(name, optionsOf(...args))
      return Reflect.apply(original as never, this, args)
    }
    return noting as F
  }
  return { told, telling }
})

vi.mock(import("@agent-operations/database"), async (original) => {
  const real = await original()
  return { ...real, Database: { ...real.Database, layer: telling("Database.layer", real.Database.layer) } }
})
vi.mock(import("@agent-operations/kit"), async (original) => {
  const real = await original()
  return { ...real, compose: telling("compose", real.compose) }
})
vi.mock(import("@agent-operations/traces"), async (original) => {
  const real = await original()
  return { ...real, traces: telling("traces", real.traces) }
})
vi.mock(import("@agent-operations/view-rows"), async (original) => {
  const real = await original()
  return { ...real, viewRows: telling("viewRows", real.viewRows) }
})
vi.mock(import("@agent-operations/evals"), async (original) => {
  const real = await original()
  return {
    ...real,
    apps: telling("apps", real.apps),
    scorers: telling("scorers", real.scorers),
    evaluations: telling("evaluations", real.evaluations, (_, options) => options)
  }
})
vi.mock(import("@agent-operations/mcp/entry"), async (original) => {
  const real = await original()
  return { ...real, mcp: telling("mcp", real.mcp) }
})
vi.mock(import("@agent-operations/docs/entry"), async (original) => {
  const real = await original()
  return { ...real, docs: telling("docs", real.docs) }
})
vi.mock(import("@agent-operations/identity/mail"), async (original) => {
  const real = await original()
  return { ...real, Smtp: { ...real.Smtp, layer: telling("Smtp.layer", real.Smtp.layer) } }
})
vi.mock(import("@agent-operations/console"), async (original) => {
  const real = await original()
  const makeConsole: typeof real.makeConsole = (options) =>
    Effect.map(real.makeConsole(options), (made) => ({
      ...made,
      pages: telling("pages", made.pages, (_, sender) => sender)
    }))
  return { ...real, makeConsole: telling("makeConsole", makeConsole) }
})

/** The same of a function that is found in an object when it is called. */
const tellingIn = <K extends string>(
  of: { readonly [k in K]: unknown },
  method: K,
  name: string,
  optionsOf?: (...args: ReadonlyArray<unknown>) => unknown
) => {
  const original = of[method]
  vi.spyOn(of as Record<string, () => unknown>, method).mockImplementation(
    telling(name, original, optionsOf) as () => unknown
  )
}
tellingIn(RateLimit, "perMinute", "RateLimit.perMinute", (limit) => ({ limit }))
tellingIn(Secrets, "layer", "Secrets.layer")
tellingIn(Egress, "layer", "Egress.layer")
tellingIn(Server.prototype, "listen", "Server.listen", (options) => options)

type Told = ReadonlyMap<string, unknown>

const startCommand = startOf(root)

/** Starts a command that runs until it is stopped. */
const start = async (command: "serve" | "worker", env: Record<string, string>) => {
  told.clear()
  const running = startCommand(env, command)
  const ready = waitUntil("it to be ready", () => /Listening on|Working on/.test(running.printed.stdout))
  await Promise.race([ready, running.ended.then(({ stderr }) => assert.fail(stderr))])
  return running
}

/** Asks a server for a path, or posts JSON to it. */
const get = (port: number, path: string, headers: Record<string, string> = {}, body?: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST"
    const all = { ...headers, "content-type": "application/json" }
    const sent = request({ port, path, method, headers: all, host: "localhost", agent: false })
    sent.once("response", (answer) => answer.resume().once("end", () => resolve(answer.statusCode)))
    sent.once("error", reject).end(body)
  })

const textOf = async (port: number, path: string) => (await fetch(`http://localhost:${port}${path}`)).text()

/** What was told, as it reads: a secret open, a duration in milliseconds. */
const plain = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return Redacted.value(value)
  if (Duration.isDuration(value)) return { millis: Duration.toMillis(value) }
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === "number") return String(value)
  return value
}

/** The option at a path such as `identity.lifetimes.session of makeConsole`. */
const optionAt = (arrived: Told, path: string): unknown => {
  const [option = "", piece = ""] = path.split(" of ")
  assert.isTrue(arrived.has(piece), `${piece} was called`)
  const at = (value: unknown, name: string) => (value as Record<string, unknown> | undefined)?.[name]
  return plain(option.split(".").reduce(at, arrived.get(piece)))
}

const readFrom = (env: Record<string, string>) =>
  Effect.runPromise(Effect.provideService(readSettings, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })))

const becoming = settingsTable.flatMap(({ name, becomes }) => becomes.map((path) => [name, path] as const))
/** Every start here needs them, or makes what they are options of only where they are set. */
const setInBoth: ReadonlyArray<string> = [...["PORT", "DATABASE_URL", "DATA_DIR", "SMTP_URL", "MAIL_FROM"]]
/** Of what a worker makes. */
const ofWorker = becoming.filter(([, path]) => /(Database\.layer|traces|viewRows|apps|scorers|evaluations)$/.test(path))

describe("each setting is an option of the running program", () => {
  let given: ReturnType<typeof table>
  let withAll: Record<string, string>
  let all: Awaited<ReturnType<typeof start>>
  let arrived: Told
  let bare: Awaited<ReturnType<typeof start>>
  let arrivedBare: Told
  let barePort: number
  const databases: Array<{ readonly url: string; readonly drop: () => Promise<void> }> = []
  const newDatabase = async () => {
    const database = await migratedDatabase()
    databases.push(database)
    return database.url
  }
  let collector: Awaited<ReturnType<typeof startCollector>>

  beforeAll(async () => {
    collector = await startCollector()
    mkdirSync(join(directory, "pages"))
    writeFileSync(join(directory, "pages", "own.md"), "# Own\n\nA page of ours.\n")
    given = table({ DATABASE_URL: await newDatabase(), OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` })
    const { IDENTITY: _, ...rest } = given
    withAll = Object.fromEntries(Object.entries(rest).map(([name, { text }]) => [name, text]))
    all = await start("serve", withAll)
    // The console is made when it is first asked for.
    await get(Number(given.PORT.text), "/ops/sign-in", { "x-client": "192.0.2.1, 192.0.2.2, 192.0.2.3" })
    arrived = new Map(told)

    bare = await start("serve", { DATABASE_URL: await newDatabase(), DATA_DIR: dataOf("bare"), PORT: "0" })
    barePort = Number(/Listening on \S+:(\d+)/.exec(bare.printed.stdout)?.[1])
    await get(barePort, "/sign-in")
    arrivedBare = new Map(told)
  })
  afterAll(async () => {
    assert.deepStrictEqual([(await all.stop()).code, (await bare.stop()).code], [0, 0])
    collector.close()
    for (const { drop } of databases) await drop()
    rmSync(directory, { recursive: true })
  })

  const expected = (name: keyof Settings) => plain(given[name].arrives ?? given[name].text)

  it.each(becoming)("%s becomes %s", (name, path) => {
    assert.deepStrictEqual(optionAt(arrived, path), expected(name))
  })

  it.each(becoming.filter(([name]) => !setInBoth.includes(name)))(
    "without %s, %s is its default",
    async (name, path) => {
      const kept = (file: string) => readFileSync(join(dataOf("bare"), file), "utf8")
      const made: Partial<Record<keyof Settings, unknown>> = {
        PUBLIC_URL: `http://127.0.0.1:${barePort}`,
        AUTH_SECRET: kept("auth-secret"),
        SECRETS_KEYS: keysOf(kept("secrets-keys")),
        OWNER_EMAIL: "owner@localhost",
        // The outbox is the only way to sign in.
        PUBLIC_SIGN_UP: true,
        // It belongs to a provider that there is only with the others.
        OIDC_NAME: undefined
      }
      const { [name]: read } = await readFrom({})
      const absent: unknown = Option.isOption(read) ? Option.getOrUndefined(read as Option.Option<unknown>) : read
      assert.deepStrictEqual(optionAt(arrivedBare, path), plain(name in made ? made[name] : absent))
    }
  )

  it.each(settingsTable.map(({ name }) => name))("%s is given a value here that is not its default", async (name) => {
    const [before, after] = [await readFrom({}), await readFrom({ [name]: given[name].text })]
    assert.notDeepEqual(after[name], before[name])
    assert.deepStrictEqual({ ...after, [name]: before[name] }, before)
  })

  it("but for those that are seen from outside", () => {
    const others = settingsTable.flatMap(({ name, becomes }) => (becomes.length === 0 ? [name] : []))
    assert.sameMembers(others, [
      ...["LOG_LEVEL", "LOG_FORMAT", "IDENTITY", "CLIENT_ADDRESS_HEADER", "TRUSTED_PROXIES", "DEMO", "PAGES_DIR"],
      ...["PROMETHEUS", "OTEL_EXPORTER_OTLP_ENDPOINT"]
    ])
  })

  it("is absent where it was not set", () => {
    assert.isFalse(arrivedBare.has("Smtp.layer"))
  })

  it("is given values here that tell each from every other", () => {
    const texts = Object.values(given).flatMap(({ text }) => (/^(true|false)$/.test(text) ? [] : [text]))
    assert.isAbove(texts.length, 35)
    assert.lengthOf(new Set(texts), texts.length)
  })

  it.each(["PGLITE_FSYNC", "PREPARE_STATEMENTS"] as const)(
    "%s alone is one, and in other commands too",
    async (only) => {
      told.clear()
      const env = { DATABASE_URL: given.DATABASE_URL.text, [only]: "false" }
      assert.strictEqual((await startCommand(env, "org", "list").ended).code, 0)
      const [fsync, prepare] = ["fsync", "prepare"].map((name) => optionAt(told, `${name} of Database.layer`))
      assert.deepStrictEqual({ fsync, prepare }, { fsync: only !== "PGLITE_FSYNC", prepare: only === "PGLITE_FSYNC" })
    }
  )

  it("SECRETS_KEYS and EGRESS_ALLOW are options of the command that adds model connections", async () => {
    told.clear()
    const [, org = ""] = /--org (\S+)/.exec(all.printed.stdout) ?? []
    const [, project = ""] = /^Project (\w+)/m.exec(all.printed.stdout) ?? []
    const listed = await startCommand(withAll, "connection", "list", "--org", org, "--project", project).ended
    assert.strictEqual(listed.code, 0, listed.stderr)
    assert.deepStrictEqual(told.get("Secrets.layer"), expected("SECRETS_KEYS"))
    assert.deepStrictEqual(told.get("Egress.layer"), { allow: expected("EGRESS_ALLOW") })
  })

  describe("of a worker too", () => {
    let ofOne: Told
    beforeAll(async () => {
      const worker = await start("worker", withAll)
      ofOne = new Map(told)
      assert.strictEqual((await worker.stop()).code, 0)
    })
    it.each(ofWorker)("%s becomes %s", (name, path) => {
      assert.deepStrictEqual(optionAt(ofOne, path), expected(name))
    })
  })

  describe("that is seen from outside", () => {
    const port = () => Number(given.PORT.text)
    const statuses = (path: string) => Promise.all([get(port(), `/ops${path}`), get(barePort, path)])
    const traces = async (url: string) => {
      const [row] = await query(url, "select count(*)::int as n from agent_operations.trace_heads")
      return (row as { n: number }).n
    }
    const addressesOf = async (url: string) => {
      const rows = await query(url, "select last_used_address from agent_operations.api_keys")
      return rows.map((row) => (row as { last_used_address: string | null }).last_used_address)
    }

    it("LOG_LEVEL, LOG_FORMAT: which lines are logged, and how", async () => {
      // It has no address where the setting says.
      await get(port(), "/ops/sign-in")
      assert.deepStrictEqual(await statuses("/healthz"), [200, 200])
      const lines = all.printed.stdout.split("\n")
      const warned = lines.filter((line) => line.includes("A request has no address in x-client"))
      assert.lengthOf(warned, 1)
      assert.isFalse(warned[0]!.startsWith("{"))
      // The path is that below the prefix.
      const info = "GET /healthz 200"
      assert.notInclude(all.printed.stdout, info)
      const line = bare.printed.stdout.split("\n").find((one) => one.includes(info)) ?? "{}"
      assert.include(JSON.parse(line), { level: "INFO" })
    })

    it("CLIENT_ADDRESS_HEADER, TRUSTED_PROXIES: which address is noted of a key and of a person", async () => {
      assert.include(arrived.get("pages"), { address: "192.0.2.2" })
      const [, key = ""] = /API_KEY=(\S+)/.exec(all.printed.stdout) ?? []
      const [, project = ""] = /PROJECT_ID=(\S+)/.exec(all.printed.stdout) ?? []
      const headers = {
        authorization: `Bearer ${key}`,
        "x-project-id": project,
        "x-client": "192.0.2.4, 192.0.2.5, 192.0.2.6"
      }
      assert.strictEqual(await get(port(), "/ops/api/agent/list_page_views", headers, "{}"), 200)
      const url = given.DATABASE_URL.text
      await waitUntil("the use of the key to be noted", async () => (await addressesOf(url))[0] !== null)
      assert.deepStrictEqual(await addressesOf(url), ["192.0.2.5"])
    })

    it("OWNER_EMAIL: who owns the starter organization", async () => {
      const people = await query(given.DATABASE_URL.text, "select email from agent_operations_identity.users")
      assert.deepStrictEqual(people, [{ email: given.OWNER_EMAIL.text }])
    })

    it("PROMETHEUS, PAGES_DIR: what else is served", async () => {
      assert.deepStrictEqual(await statuses("/metrics"), [200, 404])
      const metrics = await fetch(`http://localhost:${port()}/ops/metrics`)
      assert.strictEqual(metrics.headers.get("content-type"), "text/plain; version=0.0.4")
      assert.deepStrictEqual(await statuses("/docs/own"), [200, 404])
    })

    it("OTEL_EXPORTER_OTLP_ENDPOINT: where telemetry goes", async () => {
      await waitUntil("traces to come", () => collector.received["/v1/traces"] !== undefined)
    })

    it("DEMO, TRACE_RETENTION, IDENTITY: what the first start records, and whether anybody signs in", async () => {
      const url = await newDatabase()
      const { IDENTITY, TRACE_RETENTION } = { IDENTITY: "false", TRACE_RETENTION: given.TRACE_RETENTION.text }
      const env = { DATABASE_URL: url, DATA_DIR: dataOf("demo"), PORT: "0", IDENTITY, TRACE_RETENTION }
      const server = await start("serve", env)
      const recent = await traces(url)
      assert.isAbove(recent, 0)
      assert.isAbove(await traces(databases[1]!.url), recent)
      assert.strictEqual(await traces(databases[0]!.url), 0)
      // On to the origin that cookies are for.
      assert.deepStrictEqual(await statuses("/sign-in"), [308, 308])
      const own = Number(/Listening on \S+:(\d+)/.exec(server.printed.stdout)?.[1])
      assert.strictEqual(await get(own, "/sign-in"), 404)
      const seen = (of: number) =>
        Promise.all([
          textOf(of, "/docs").then((page) => page.includes('"/sign-in"')),
          textOf(of, "/openapi.json").then((document) => document.includes('"oauth2"')),
          fetch(`http://localhost:${of}/api/mcp`, { method: "POST" }).then(({ headers }) =>
            `${headers.get("www-authenticate")}`.includes("resource_metadata=")
          )
        ])
      assert.deepStrictEqual(await seen(own), [false, false, false])
      assert.deepStrictEqual(await seen(barePort), [true, true, true])
      assert.include(server.printed.stdout, "Sign-in is off: IDENTITY is false.")
      assert.strictEqual((await server.stop()).code, 0)
    })
  })
})
