import { baseUrlOf, isEmailAddress } from "@agent-operations/identity/tokens"
import { Config, Duration, Effect, Option, type Redacted, Result, Schema, String } from "effect"
import { isKeys, isOrigins, originsOf } from "./lists.ts"
import { StartError } from "./StartError.ts"

interface Setting<T> {
  readonly config: Config.Config<T>
  /** What a good value is, for the error. */
  readonly wants: string
  /** What it is for, for `--help`. */
  readonly about: string
}

const setting = <T>(config: Config.Config<T>, wants: string, about: string): Setting<T> => ({ config, wants, about })

const positive = Schema.isBetween({ minimum: 1, maximum: 1_000_000 })
const Days = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 36_500 }))
const PositiveInt = Schema.Int.check(positive)
const fromString = <T>(schema: Schema.Codec<T, number>, name: string) =>
  Config.schema(Schema.FiniteFromString.pipe(Schema.decodeTo(schema)), name)

const isPrefix = (prefix: string) =>
  Result.isSuccess(Result.try(() => baseUrlOf({ origin: "https://prefix.invalid", prefix })))

/** A field name (RFC 9110 section 5.1), but for the one whose values are no addresses (RFC 7239). */
const AddressHeader = Schema.String.check(Schema.isPattern(/^(?!forwarded$)[\w!#$%&'*+.^`|~-]+$/i))

const durationOfAtLeast = (least: Duration.Duration, name: string) =>
  Config.schema(
    Schema.DurationFromString.check(
      Schema.makeFilter((read) => Duration.isFinite(read) && Duration.isGreaterThanOrEqualTo(read, least))
    ),
    name
  )

/** Every setting of the environment, by its variable. An empty one counts as absent. */
const settings = {
  PORT: setting(
    fromString(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 })), "PORT").pipe(
      Config.withDefault(4400)
    ),
    "a port, 0 to 65535",
    "Port to listen on (4400); 0 takes a free one"
  ),
  HOST: setting(
    Config.String("HOST").pipe(Config.withDefault("127.0.0.1")),
    "an address",
    "Address to listen on (127.0.0.1)"
  ),
  DATABASE_URL: setting(
    Config.option(Config.Redacted("DATABASE_URL")),
    "postgres://user:password@host:port/database",
    "A PostgreSQL server (none: embedded PGlite)"
  ),
  DATA_DIR: setting(
    Config.String("DATA_DIR").pipe(Config.withDefault(".data")),
    "a directory",
    "Where PGlite keeps its data (.data)"
  ),
  PGLITE_FSYNC: setting(
    Config.Boolean("PGLITE_FSYNC").pipe(Config.withDefault(true)),
    "true or false",
    "Whether PGlite's data survives a loss of power; false is faster, and may lose it (true)"
  ),
  PUBLIC_URL: setting(
    Config.option(Config.URL("PUBLIC_URL")),
    "a URL",
    "The origin that clients use (http://HOST:PORT)"
  ),
  PREFIX: setting(
    Config.schema(Schema.String.check(Schema.makeFilter(isPrefix)), "PREFIX").pipe(Config.withDefault("")),
    "a path such as /ops: letters, digits and - . _ ~ in each segment, and no slash at its end",
    "Below which path everything is, pages and operations (none); a proxy in front passes it on as it is"
  ),
  LOG_LEVEL: setting(
    Config.Literals(["debug", "info", "warn", "error", "none"], "LOG_LEVEL").pipe(Config.withDefault("info")),
    "debug, info, warn, error or none",
    "The lowest level that is logged (info)"
  ),
  LOG_FORMAT: setting(
    Config.Literals(["auto", "json", "pretty"], "LOG_FORMAT").pipe(Config.withDefault("auto")),
    "auto, json or pretty",
    "Format of the log; auto is JSON lines, but pretty on a terminal (auto)"
  ),
  MAX_CONNECTIONS: setting(
    fromString(PositiveInt, "MAX_CONNECTIONS").pipe(Config.withDefault(10)),
    "a whole number, 1 or more",
    "Connections to PostgreSQL, in each process (10)"
  ),
  PREPARE_STATEMENTS: setting(
    Config.Boolean("PREPARE_STATEMENTS").pipe(Config.withDefault(true)),
    "true or false",
    "Whether statements are prepared by name; false for a pooler in transaction mode (true)"
  ),
  STATEMENT_TIMEOUT: setting(
    Config.Duration("STATEMENT_TIMEOUT").pipe(Config.withDefault(Duration.seconds(10))),
    'a duration such as "10 seconds"',
    "How long one statement may take (10 seconds)"
  ),
  START_TIMEOUT: setting(
    Config.Duration("START_TIMEOUT").pipe(Config.withDefault(Duration.seconds(30))),
    'a duration such as "30 seconds"',
    "How long to wait for PostgreSQL at the start (30 seconds)"
  ),
  REQUEST_TIMEOUT: setting(
    Config.Duration("REQUEST_TIMEOUT").pipe(Config.withDefault(Duration.seconds(30))),
    'a duration such as "30 seconds"',
    "How long a request may take before it is answered with TIMEOUT (30 seconds)"
  ),
  MAX_BODY_BYTES: setting(
    fromString(Schema.Int.check(Schema.isBetween({ minimum: 1024, maximum: 16 * 1024 * 1024 })), "MAX_BODY_BYTES").pipe(
      Config.withDefault(1024 * 1024)
    ),
    "a number of bytes, 1024 to 16777216",
    "The largest request body (1048576)"
  ),
  RATE_LIMIT_PER_MINUTE: setting(
    Config.option(fromString(PositiveInt, "RATE_LIMIT_PER_MINUTE")),
    "a whole number, 1 or more",
    "Requests per minute, per credential and process (no limit)"
  ),
  IDENTITY: setting(
    Config.Boolean("IDENTITY").pipe(Config.withDefault(true)),
    "true or false",
    "Whether people can sign in and give programs access; false for API keys only (true)"
  ),
  AUTH_SECRET: setting(
    Config.option(Config.schema(Schema.Redacted(Schema.String.check(Schema.isMinLength(32))), "AUTH_SECRET")),
    "at least 32 characters",
    "Signs cookies; the same in every process (created at the first start, and kept in DATA_DIR)"
  ),
  OWNER_EMAIL: setting(
    Config.option(Config.schema(Schema.String.check(Schema.makeFilter(isEmailAddress)), "OWNER_EMAIL")),
    "an e-mail address",
    "Who owns the starter organization, and may always sign in (owner@localhost while mail goes to the outbox)"
  ),
  EMAIL_DOMAINS: setting(
    Config.String("EMAIL_DOMAINS").pipe(
      Config.map((text) => text.split(",").map((domain) => domain.trim())),
      Config.map((domains) => domains.filter((domain) => domain !== "")),
      Config.withDefault<ReadonlyArray<string>>([])
    ),
    "domains, separated by commas: example.com,example.org",
    "E-mail domains that may sign in (none: only OWNER_EMAIL, unless PUBLIC_SIGN_UP)"
  ),
  PUBLIC_SIGN_UP: setting(
    Config.option(Config.Boolean("PUBLIC_SIGN_UP")),
    "true or false",
    "Whether anybody may sign in if EMAIL_DOMAINS is empty (false; true while the outbox is the only way to sign in)"
  ),
  SMTP_URL: setting(
    Config.option(Config.Redacted("SMTP_URL")),
    "smtp://user:password@host:port or smtps://…",
    "Mail server (none: mail goes to /outbox while only this computer can reach the server)"
  ),
  MAIL_FROM: setting(
    Config.String("MAIL_FROM").pipe(Config.withDefault("Agent Operations <no-reply@localhost>")),
    "an address, with or without a name",
    "Sender of mail (Agent Operations <no-reply@localhost>)"
  ),
  GOOGLE_CLIENT_ID: setting(
    Config.option(Config.String("GOOGLE_CLIENT_ID")),
    "a client ID of Google",
    "Sign-in with Google; needs GOOGLE_CLIENT_SECRET"
  ),
  GOOGLE_CLIENT_SECRET: setting(
    Config.option(Config.Redacted("GOOGLE_CLIENT_SECRET")),
    "a client secret of Google",
    "Needed with GOOGLE_CLIENT_ID"
  ),
  OIDC_ISSUER: setting(
    Config.option(Config.URL("OIDC_ISSUER")),
    "a URL",
    "Sign-in at an OpenID Connect issuer; needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET"
  ),
  OIDC_CLIENT_ID: setting(Config.option(Config.String("OIDC_CLIENT_ID")), "a client ID", "Needed with OIDC_ISSUER"),
  OIDC_CLIENT_SECRET: setting(
    Config.option(Config.Redacted("OIDC_CLIENT_SECRET")),
    "a client secret",
    "Needed with OIDC_ISSUER"
  ),
  OIDC_NAME: setting(
    Config.String("OIDC_NAME").pipe(Config.withDefault("single sign-on")),
    "a name",
    "Name of OIDC_ISSUER on the sign-in page (single sign-on)"
  ),
  ACCESS_TOKEN_LIFETIME: setting(
    Config.Duration("ACCESS_TOKEN_LIFETIME").pipe(Config.withDefault(Duration.minutes(10))),
    'a duration such as "10 minutes"',
    "Lifetime of an access token (10 minutes)"
  ),
  REFRESH_TOKEN_LIFETIME: setting(
    Config.Duration("REFRESH_TOKEN_LIFETIME").pipe(Config.withDefault(Duration.days(30))),
    'a duration such as "30 days"',
    "How long a program stays connected after its last use (30 days)"
  ),
  REFRESH_GRACE: setting(
    Config.Duration("REFRESH_GRACE").pipe(Config.withDefault(Duration.seconds(30))),
    'a duration such as "30 seconds", or "0 seconds"',
    "For how long a spent refresh token gives its program further pairs, at most 10; 0 seconds for none (30 seconds)"
  ),
  SESSION_LIFETIME: setting(
    Config.Duration("SESSION_LIFETIME").pipe(Config.withDefault(Duration.days(7))),
    'a duration such as "7 days"',
    "How long a browser stays signed in (7 days)"
  ),
  CLIENT_ADDRESS_HEADER: setting(
    Config.option(Config.schema(AddressHeader, "CLIENT_ADDRESS_HEADER").pipe(Config.map(String.toLowerCase))),
    "the name of a header that has only addresses: x-forwarded-for, x-real-ip; not Forwarded",
    "Header in which the proxy in front sends the client's address, such as x-forwarded-for; its last address counts (none)"
  ),
  TRUSTED_PROXIES: setting(
    fromString(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10 })), "TRUSTED_PROXIES").pipe(
      Config.withDefault(1)
    ),
    "a whole number, 1 to 10",
    "How many proxies in front each add an address to CLIENT_ADDRESS_HEADER (1)"
  ),
  DELETION_DELAY: setting(
    Config.Duration("DELETION_DELAY").pipe(Config.withDefault(Duration.days(7))),
    'a duration such as "7 days"',
    "How long the deletion of a project or an organization can be cancelled (7 days)"
  ),
  DEMO: setting(
    Config.Boolean("DEMO").pipe(Config.withDefault(true)),
    "true or false",
    "Whether the first start records traces of a week, and runs two evaluations, to look at (true)"
  ),
  TRACE_RETENTION: setting(
    Config.option(durationOfAtLeast(Duration.hours(1), "TRACE_RETENTION")),
    'a duration of at least an hour, such as "90 days"',
    "How old a trace may be that is taken and read; what is older is dropped (no limit)"
  ),
  TRACE_IDLE: setting(
    durationOfAtLeast(Duration.seconds(1), "TRACE_IDLE").pipe(Config.withDefault(Duration.minutes(15))),
    'a duration of at least a second, such as "15 minutes"',
    "How long a trace without an end is running after its last change, and then incomplete (15 minutes)"
  ),
  TRACE_PRICES: setting(
    Config.option(Config.NonEmptyString("TRACE_PRICES")),
    "the path of a file of JSON",
    "A file of your own prices of models, before those that are built in (none)"
  ),
  SECRETS_KEYS: setting(
    Config.option(Config.schema(Schema.Redacted(Schema.String.check(Schema.makeFilter(isKeys))), "SECRETS_KEYS")),
    "keys separated by commas, each 32 random bytes as 43 characters of base64url: openssl rand -base64 32 | tr '+/' '-_' | tr -d '='",
    "Encrypt secrets of apps: the first encrypts, all decrypt; the same in every process (created at the first start, and kept in DATA_DIR)"
  ),
  EGRESS_ALLOW: setting(
    Config.schema(Schema.String.check(Schema.makeFilter(isOrigins)), "EGRESS_ALLOW").pipe(
      Config.map(originsOf),
      Config.withDefault<ReadonlyArray<string>>([])
    ),
    "origins separated by commas, without paths: http://127.0.0.1:9000,https://models.internal",
    "Origins of apps and models that may be private or plain http (none)"
  ),
  EVAL_CONCURRENCY: setting(
    fromString(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 })), "EVAL_CONCURRENCY").pipe(
      Config.withDefault(20)
    ),
    "a whole number, 0 to 1000",
    "Targets of evaluations that each process works on at a time; 0 leaves them to other processes (20)"
  ),
  EVAL_RETENTION_DAYS: setting(
    Config.option(fromString(Days, "EVAL_RETENTION_DAYS")),
    "a whole number of days, 1 to 36500",
    "How long runs of evaluations are kept after they ended (no limit)"
  ),
  EVAL_OUTPUT_RETENTION_DAYS: setting(
    Config.option(fromString(Days, "EVAL_OUTPUT_RETENTION_DAYS")),
    "a whole number of days, 1 to 36500",
    "How long their outputs are kept, of which scores and hashes stay (no limit)"
  ),
  SCORER_THREADS: setting(
    fromString(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 64 })), "SCORER_THREADS").pipe(
      Config.withDefault(2)
    ),
    "a whole number from 1 to 64",
    "How many scorers run at once, in each process (2)"
  ),
  PAGES_DIR: setting(
    Config.option(Config.NonEmptyString("PAGES_DIR")),
    "the path of a folder of Markdown files",
    "Markdown files that are pages of the documentation too, read at the start (none)"
  ),
  PROMETHEUS: setting(
    Config.Boolean("PROMETHEUS").pipe(Config.withDefault(false)),
    "true or false",
    "Whether /metrics is served, for Prometheus (false)"
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    Config.option(Config.URL("OTEL_EXPORTER_OTLP_ENDPOINT")),
    "a URL such as http://localhost:4318",
    "Where traces, metrics and logs are sent, as OTLP over HTTP (nowhere)"
  )
}

type Settings = { readonly [K in keyof typeof settings]: (typeof settings)[K] extends Setting<infer T> ? T : never }
export type { Settings }

/** Reads every setting, or says which is wrong, what it is and what it should be. Never shows a secret. */
export const readSettings: Effect.Effect<Settings, StartError> = Effect.gen(function* () {
  const read: Record<string, unknown> = {}
  for (const [name, { config, wants }] of Object.entries<Setting<unknown>>(settings)) {
    read[name] = yield* config.pipe(
      Effect.mapError(
        () =>
          new StartError({
            message: `${name} is not valid: ${shown(name)}.`,
            hint: `It must be ${wants}. See --help.`
          })
      )
    )
  }
  return read as Settings
})

const secrets = new Set([
  "DATABASE_URL",
  "AUTH_SECRET",
  "SMTP_URL",
  "GOOGLE_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET",
  "SECRETS_KEYS"
])

const shown = (name: string) => (secrets.has(name) ? "(not shown)" : JSON.stringify(process.env[name]?.slice(0, 100)))

/** Every setting: its variable, and what it is for. */
export const settingsTable = Object.entries(settings).map(([name, { about, wants }]) => ({ name, about, wants }))

/** The settings as `--help` lists them. */
export const describeSettings = settingsTable.map(({ name, about }) => `  ${name.padEnd(28)} ${about}`).join("\n")

/** How the database is opened. */
export const databaseConfig = (read: Settings) => ({
  url: Option.getOrUndefined(read.DATABASE_URL) as Redacted.Redacted | undefined,
  directory: read.DATA_DIR,
  fsync: read.PGLITE_FSYNC,
  maxConnections: read.MAX_CONNECTIONS,
  prepare: read.PREPARE_STATEMENTS,
  statementTimeout: read.STATEMENT_TIMEOUT,
  startTimeout: read.START_TIMEOUT
})
