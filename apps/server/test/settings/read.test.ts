import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ConfigProvider, Duration, Effect, Exit, Option, Redacted } from "effect"
import { afterAll, afterEach, assert, describe, it, vi } from "vitest"
import { readServedOptions } from "../../src/served-options.ts"
import { describeSettings, readSettings, type Settings } from "../../src/settings.ts"

const directory = mkdtempSync(join(tmpdir(), "read-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

type Env = Readonly<Record<string, string>>

const reading = (env: Env) =>
  Effect.provideService(readSettings, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
const read = (env: Env) => Effect.runPromise(reading(env))
const isRead = async (name: string, value: string) =>
  Exit.isSuccess(await Effect.runPromiseExit(reading({ [name]: value })))

/** A setting as it reads: one that is absent undefined, a duration in milliseconds, a secret open. */
const plain = (value: unknown): unknown => {
  if (Option.isOption(value)) return plain(Option.getOrUndefined(value as Option.Option<unknown>))
  if (Redacted.isRedacted(value)) return Redacted.value(value)
  return Duration.isDuration(value) ? Duration.toMillis(value) : value
}

const [second, minute, day] = [1000, 60_000, 86_400_000]

/** What each is that nobody sets. */
const defaults: { readonly [K in keyof Settings]: unknown } = {
  ...{ PORT: 4400, HOST: "127.0.0.1", DATABASE_URL: undefined, DATA_DIR: ".data", PGLITE_FSYNC: true },
  ...{ PUBLIC_URL: undefined, PREFIX: "", LOG_LEVEL: "info", LOG_FORMAT: "auto" },
  ...{ MAX_CONNECTIONS: 10, PREPARE_STATEMENTS: true, STATEMENT_TIMEOUT: 10 * second, START_TIMEOUT: 30 * second },
  ...{ REQUEST_TIMEOUT: 30 * second, MAX_BODY_BYTES: 1024 ** 2, RATE_LIMIT_PER_MINUTE: 6000 },
  ...{ IDENTITY: true, AUTH_SECRET: undefined, OWNER_EMAIL: undefined, EMAIL_DOMAINS: [], PUBLIC_SIGN_UP: undefined },
  ...{ SMTP_URL: undefined, MAIL_FROM: "Agent Operations <no-reply@localhost>" },
  ...{ GOOGLE_CLIENT_ID: undefined, GOOGLE_CLIENT_SECRET: undefined },
  ...{ OIDC_ISSUER: undefined, OIDC_CLIENT_ID: undefined, OIDC_CLIENT_SECRET: undefined, OIDC_NAME: "single sign-on" },
  ...{ ACCESS_TOKEN_LIFETIME: 10 * minute, REFRESH_TOKEN_LIFETIME: 30 * day, REFRESH_GRACE: 30 * second },
  ...{ SESSION_LIFETIME: 7 * day, CLIENT_ADDRESS_HEADER: undefined, TRUSTED_PROXIES: 1, DELETION_DELAY: 7 * day },
  ...{ ORGANIZATIONS_PER_PERSON: 20 },
  ...{ DEMO: true, TRACE_RETENTION: undefined, TRACE_IDLE: 15 * minute, TRACE_PRICES: undefined },
  ...{ SECRETS_KEYS: undefined, EGRESS_ALLOW: [], EVAL_CONCURRENCY: 20 },
  ...{ EVAL_RETENTION_DAYS: undefined, EVAL_OUTPUT_RETENTION_DAYS: undefined, SCORER_THREADS: 2 },
  ...{ PAGES_DIR: undefined, PROMETHEUS: false, OTEL_EXPORTER_OTLP_ENDPOINT: undefined }
}
const names = Object.keys(defaults)

/** The ends of what a setting takes, and what is just beyond. */
const bounds: ReadonlyArray<readonly [name: string, taken: ReadonlyArray<string>, refused: ReadonlyArray<string>]> = [
  ["PORT", ["0", "65535"], ["-1", "65536", "80.5"]],
  ["MAX_CONNECTIONS", ["1", "1000000"], ["0", "1000001"]],
  ["MAX_BODY_BYTES", ["1024", "16777216"], ["1023", "16777217"]],
  ["RATE_LIMIT_PER_MINUTE", ["1", "1000000", "off"], ["0", "1000001", "1.5", "none"]],
  ["TRUSTED_PROXIES", ["1", "10"], ["0", "11"]],
  ["ORGANIZATIONS_PER_PERSON", ["1", "1000000", "off"], ["0", "1000001", "1.5", "none"]],
  ["EVAL_CONCURRENCY", ["0", "1000"], ["-1", "1001"]],
  ["EVAL_RETENTION_DAYS", ["1", "36500"], ["0", "36501"]],
  ["EVAL_OUTPUT_RETENTION_DAYS", ["1", "36500"], ["0", "36501"]],
  ["SCORER_THREADS", ["1", "64"], ["0", "65"]],
  ["TRACE_RETENTION", ["1 hour", "3600 seconds"], ["59 minutes", "Infinity"]],
  ["TRACE_IDLE", ["1 second"], ["999 millis", "Infinity"]],
  ["AUTH_SECRET", ["k".repeat(32)], ["k".repeat(31)]],
  ["LOG_LEVEL", ["debug", "info", "warn", "error", "none"], ["fatal", "INFO"]],
  ["LOG_FORMAT", ["auto", "json", "pretty"], ["text"]],
  ["PREFIX", ["/ops", "/a/b-._~c"], ["ops", "/ops/", "/", "/a b", "/a//b"]],
  [
    "CLIENT_ADDRESS_HEADER",
    ["X-Forwarded-For", "forwarded-for", "cf-connecting-ip"],
    ["Forwarded", "x forwarded", "x:y"]
  ],
  [
    "EGRESS_ALLOW",
    ["http://a:1", "https://b/"],
    ["a:1", "ftp://a", "http://a/b", "http://a?b", "http://*.a", "http://u@a"]
  ],
  ["OWNER_EMAIL", ["ada@example.com"], ["ada", "ada@", "@example.com"]]
]

describe("reading the settings", () => {
  it("what is absent or empty is its default", async () => {
    for (const env of [{}, Object.fromEntries(names.map((name) => [name, ""]))]) {
      const settings = await read(env)
      assert.deepStrictEqual(
        Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, plain(value)])),
        defaults
      )
    }
  })

  it.each(bounds)("%s is taken to its ends, and not beyond", async (name, taken, refused) => {
    assert.deepStrictEqual(await Promise.all([...taken, ...refused].map((value) => isRead(name, value))), [
      ...taken.map(() => true),
      ...refused.map(() => false)
    ])
  })

  it("lists are what stands between commas, and headers and origins as they are compared", async () => {
    const settings = await read({
      EMAIL_DOMAINS: " example.com, ,example.org ,",
      EGRESS_ALLOW: "HTTP://A.example:80/ , https://b:9443,",
      CLIENT_ADDRESS_HEADER: "X-Real-IP",
      PUBLIC_URL: "https://OPS.example.com/x"
    })
    assert.deepStrictEqual(settings.EMAIL_DOMAINS, ["example.com", "example.org"])
    assert.deepStrictEqual(settings.EGRESS_ALLOW, ["http://a.example", "https://b:9443"])
    assert.deepStrictEqual(plain(settings.CLIENT_ADDRESS_HEADER), "x-real-ip")
    assert.strictEqual((plain(settings.PUBLIC_URL) as URL).origin, "https://ops.example.com")
  })

  it("A4: what is wrong is shown, cut where it is long, unless it is a secret", async () => {
    const told = async (name: string, value: string) => {
      vi.stubEnv(name, value)
      return (await Effect.runPromise(Effect.flip(reading({ [name]: value })))).message
    }
    assert.strictEqual(await told("PORT", "abc"), 'PORT is not valid: "abc".')
    assert.strictEqual(await told("LOG_LEVEL", "x".repeat(101)), `LOG_LEVEL is not valid: "${"x".repeat(100)}".`)
    for (const name of ["AUTH_SECRET", "SECRETS_KEYS"])
      assert.strictEqual(await told(name, "hidden"), `${name} is not valid: (not shown).`)
  })

  it("each is a line of --help, with what it is without", () => {
    const lines = describeSettings.split("\n")
    assert.deepStrictEqual(
      lines.map((line) => line.trim().split(" ")[0]),
      names
    )
    assert.strictEqual(lines[0], `  PORT${" ".repeat(25)}Port to listen on; 0 takes a free one (4400)`)
    const without = " Mail server (none: mail goes to /outbox while only this computer can reach the server)"
    assert.include(lines, `  SMTP_URL${" ".repeat(20)}${without}`)
  })

  it("evaluations run here unless they are left to others, alone where no other process opens the database", async () => {
    const runs = async (env: Env, works = true) => {
      const settings = await read({ DATA_DIR: directory, ...env })
      return (await Effect.runPromise(readServedOptions(settings, { works }))).runs
    }
    const retention = { runs: undefined, outputs: undefined }
    const DATABASE_URL = "postgres://localhost/x"
    assert.deepStrictEqual(
      [
        await runs({}),
        await runs({ DATABASE_URL, EVAL_CONCURRENCY: "1" }),
        await runs({ DATABASE_URL, EVAL_CONCURRENCY: "0" }),
        await runs({ DATABASE_URL }, false),
        await runs({ EVAL_RETENTION_DAYS: "3" }),
        await runs({ EVAL_OUTPUT_RETENTION_DAYS: "2" }),
        await runs({ EVAL_RETENTION_DAYS: "3", EVAL_OUTPUT_RETENTION_DAYS: "2" })
      ],
      [
        { worker: { concurrency: 20, isAlone: true }, retention: undefined },
        { worker: { concurrency: 1, isAlone: false }, retention: undefined },
        { worker: false, retention: undefined },
        { worker: false, retention: undefined },
        { worker: { concurrency: 20, isAlone: true }, retention: { ...retention, runs: Duration.days(3) } },
        { worker: { concurrency: 20, isAlone: true }, retention: { ...retention, outputs: Duration.days(2) } },
        {
          worker: { concurrency: 20, isAlone: true },
          retention: { runs: Duration.days(3), outputs: Duration.days(2) }
        }
      ]
    )
  })

  it.each([
    ["PORT", "abc"],
    ["PORT", "70000"],
    ["LOG_LEVEL", "loud"],
    ["LOG_FORMAT", "xml"],
    ["MAX_CONNECTIONS", "0"],
    ["PREPARE_STATEMENTS", "perhaps"],
    ["PGLITE_FSYNC", "perhaps"],
    ["STATEMENT_TIMEOUT", "soon"],
    ["MAX_BODY_BYTES", "1"],
    ["RATE_LIMIT_PER_MINUTE", "-1"],
    ["DEMO", "perhaps"],
    ["TRACE_RETENTION", "1 minute"],
    ["TRACE_IDLE", "Infinity"],
    ["EVAL_RETENTION_DAYS", "0"],
    ["EVAL_OUTPUT_RETENTION_DAYS", "1.5"],
    ["PROMETHEUS", "perhaps"],
    ["PUBLIC_URL", "not a url"],
    ["IDENTITY", "perhaps"],
    ["AUTH_SECRET", "short"],
    ["SECRETS_KEYS", "short"],
    ["SECRETS_KEYS", `${"k".repeat(43)},${"b".repeat(43)}`],
    ["EGRESS_ALLOW", "http://127.0.0.1:9000,127.0.0.1:9001"],
    ["EGRESS_ALLOW", "http://127.0.0.1:9000/run"],
    ["OWNER_EMAIL", "nobody"],
    ["PUBLIC_SIGN_UP", "perhaps"],
    ["OIDC_ISSUER", "nowhere"],
    ["SESSION_LIFETIME", "long"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "nowhere"]
  ])("refuses %s=%s in a line that names it and says what it must be", async (name, bad) => {
    const env = ConfigProvider.fromEnv({ env: { [name]: bad } })
    const { message, hint } = await readSettings.pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, env),
      Effect.flip,
      Effect.runPromise
    )
    assert.include(message, `${name} is not valid`)
    assert.include(hint, "It must be ")
    assert.isAtMost(`${message}\n${hint}`.trim().split("\n").length, 2)
  })
})
