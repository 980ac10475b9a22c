import { isEmailAddress } from "@agent-operations/identity/tokens"
import { Config, ConfigProvider, Duration, Effect, Option, type Redacted, String } from "effect"
import { isKeys, isOrigins, listed, originsOf } from "./lists.ts"
import {
  durationOfAtLeast,
  isAddressHeader,
  isPrefix,
  optional,
  secretThat,
  type Setting,
  setting,
  textThat,
  whole,
  wholeOrOff
} from "./setting.ts"
import { StartError } from "./StartError.ts"

const million = 1_000_000
const longestDays = 36_500

/** Every setting of the environment, by its variable. An empty one counts as absent. */
const settings = {
  PORT: setting(whole(0, 65_535, "PORT"), {
    about: "Port to listen on; 0 takes a free one",
    wants: "a port, 0 to 65535",
    default: "4400",
    becomes: ["port of Server.listen"]
  }),
  HOST: setting(Config.String("HOST"), {
    about: "Address to listen on",
    wants: "an address",
    default: "127.0.0.1",
    becomes: ["host of Server.listen"]
  }),
  DATABASE_URL: optional(Config.option(Config.Redacted("DATABASE_URL")), {
    about: "A PostgreSQL server",
    wants: "postgres://user:password@host:port/database",
    otherwise: "none: embedded PGlite",
    becomes: ["url of Database.layer"]
  }),
  DATA_DIR: setting(Config.String("DATA_DIR"), {
    about: "Where PGlite keeps its data, and the server secrets that no setting has",
    wants: "a directory",
    default: ".data",
    becomes: ["directory of Database.layer"]
  }),
  PGLITE_FSYNC: setting(Config.Boolean("PGLITE_FSYNC"), {
    about: "Whether PGlite's data survives a loss of power; false is faster, and may lose it",
    wants: "true or false",
    default: "true",
    becomes: ["fsync of Database.layer"]
  }),
  PUBLIC_URL: optional(Config.option(Config.URL("PUBLIC_URL")), {
    about: "The origin that clients use",
    wants: "a URL",
    otherwise: "http://HOST:PORT",
    becomes: ["publicUrl of compose", "origin of mcp", "origin of docs", "origin of makeConsole"]
  }),
  PREFIX: optional(textThat(isPrefix, "PREFIX").pipe(Config.withDefault("")), {
    about: "Below which path everything is, pages and operations; a proxy in front passes it on as it is",
    wants: "a path such as /ops: letters, digits and - . _ ~ in each segment, and no slash at its end",
    otherwise: "none",
    becomes: ["prefix of compose", "prefix of docs", "prefix of makeConsole"]
  }),
  LOG_LEVEL: setting(Config.Literals(["debug", "info", "warn", "error", "none"], "LOG_LEVEL"), {
    about: "The lowest level that is logged",
    wants: "debug, info, warn, error or none",
    default: "info",
    becomes: []
  }),
  LOG_FORMAT: setting(Config.Literals(["auto", "json", "pretty"], "LOG_FORMAT"), {
    about: "Format of the log; auto is JSON lines, but pretty on a terminal",
    wants: "auto, json or pretty",
    default: "auto",
    becomes: []
  }),
  MAX_CONNECTIONS: setting(whole(1, million, "MAX_CONNECTIONS"), {
    about: "Connections to PostgreSQL, in each process",
    wants: "a whole number, 1 or more",
    default: "10",
    becomes: ["maxConnections of Database.layer"]
  }),
  PREPARE_STATEMENTS: setting(Config.Boolean("PREPARE_STATEMENTS"), {
    about: "Whether statements are prepared by name; false for a pooler in transaction mode",
    wants: "true or false",
    default: "true",
    becomes: ["prepare of Database.layer"]
  }),
  STATEMENT_TIMEOUT: setting(Config.Duration("STATEMENT_TIMEOUT"), {
    about: "How long one statement may take",
    wants: 'a duration such as "10 seconds"',
    default: "10 seconds",
    becomes: ["statementTimeout of Database.layer"]
  }),
  START_TIMEOUT: setting(Config.Duration("START_TIMEOUT"), {
    about: "How long to wait for PostgreSQL at the start",
    wants: 'a duration such as "30 seconds"',
    default: "30 seconds",
    becomes: ["startTimeout of Database.layer"]
  }),
  REQUEST_TIMEOUT: setting(Config.Duration("REQUEST_TIMEOUT"), {
    about: "How long a request may take before it is answered with TIMEOUT",
    wants: 'a duration such as "30 seconds"',
    default: "30 seconds",
    becomes: ["deadline of compose"]
  }),
  MAX_BODY_BYTES: setting(whole(1024, 16 * 1024 * 1024, "MAX_BODY_BYTES"), {
    about: "The largest request body",
    wants: "a number of bytes, 1024 to 16777216",
    default: "1048576",
    becomes: ["maxBodyBytes of compose", "maxBodyBytes of mcp"]
  }),
  RATE_LIMIT_PER_MINUTE: setting(wholeOrOff(1, million, "RATE_LIMIT_PER_MINUTE"), {
    about: "Requests per minute, per credential and process; off for no limit",
    wants: "a whole number, 1 or more, or off",
    default: "6000",
    becomes: ["limit of RateLimit.perMinute"]
  }),
  IDENTITY: setting(Config.Boolean("IDENTITY"), {
    about: "Whether people can sign in and give programs access; false for API keys only",
    wants: "true or false",
    default: "true",
    becomes: []
  }),
  AUTH_SECRET: optional(Config.option(secretThat((text) => text.length >= 32, "AUTH_SECRET")), {
    about: "Signs cookies; the same in every process",
    wants: "at least 32 characters",
    otherwise: "created at the first start, and kept in DATA_DIR",
    becomes: ["identity.secret of makeConsole"]
  }),
  OWNER_EMAIL: optional(Config.option(textThat(isEmailAddress, "OWNER_EMAIL")), {
    about: "Who owns the starter organization, and may always sign in",
    wants: "an email address",
    otherwise: "owner@localhost while mail goes to the outbox",
    becomes: ["identity.ownerEmail of makeConsole"]
  }),
  EMAIL_DOMAINS: optional(
    Config.String("EMAIL_DOMAINS").pipe(Config.map(listed), Config.withDefault<ReadonlyArray<string>>([])),
    {
      about: "Domains of email that may sign in",
      wants: "domains, separated by commas: example.com,example.org",
      otherwise: "none: only OWNER_EMAIL, unless PUBLIC_SIGN_UP",
      becomes: ["identity.emailDomains of makeConsole"]
    }
  ),
  PUBLIC_SIGN_UP: optional(Config.option(Config.Boolean("PUBLIC_SIGN_UP")), {
    about: "Whether anybody may sign in if EMAIL_DOMAINS is empty",
    wants: "true or false",
    otherwise: "false; true while the outbox is the only way to sign in",
    becomes: ["identity.publicSignUp of makeConsole"]
  }),
  SMTP_URL: optional(Config.option(Config.Redacted("SMTP_URL")), {
    about: "Mail server",
    wants: "smtp://user:password@host:port or smtps://…",
    otherwise: "none: mail goes to /outbox while only this computer can reach the server",
    becomes: ["url of Smtp.layer"]
  }),
  MAIL_FROM: setting(Config.String("MAIL_FROM"), {
    about: "Sender of mail",
    wants: "an address, with or without a name",
    default: "Agent Operations <no-reply@localhost>",
    becomes: ["from of Smtp.layer"]
  }),
  GOOGLE_CLIENT_ID: optional(Config.option(Config.String("GOOGLE_CLIENT_ID")), {
    about: "Sign-in with Google; needs GOOGLE_CLIENT_SECRET",
    wants: "a client ID of Google",
    otherwise: "none",
    becomes: ["identity.providers.0.clientId of makeConsole"]
  }),
  GOOGLE_CLIENT_SECRET: optional(Config.option(Config.Redacted("GOOGLE_CLIENT_SECRET")), {
    about: "Needed with GOOGLE_CLIENT_ID",
    wants: "a client secret of Google",
    otherwise: "none",
    becomes: ["identity.providers.0.clientSecret of makeConsole"]
  }),
  OIDC_ISSUER: optional(Config.option(Config.URL("OIDC_ISSUER")), {
    about: "Sign-in at an OpenID Connect issuer; needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET",
    wants: "a URL",
    otherwise: "none",
    becomes: ["identity.providers.1.issuer of makeConsole"]
  }),
  OIDC_CLIENT_ID: optional(Config.option(Config.String("OIDC_CLIENT_ID")), {
    about: "Needed with OIDC_ISSUER",
    wants: "a client ID",
    otherwise: "none",
    becomes: ["identity.providers.1.clientId of makeConsole"]
  }),
  OIDC_CLIENT_SECRET: optional(Config.option(Config.Redacted("OIDC_CLIENT_SECRET")), {
    about: "Needed with OIDC_ISSUER",
    wants: "a client secret",
    otherwise: "none",
    becomes: ["identity.providers.1.clientSecret of makeConsole"]
  }),
  OIDC_NAME: setting(Config.String("OIDC_NAME"), {
    about: "Name of OIDC_ISSUER on the sign-in page",
    wants: "a name",
    default: "single sign-on",
    becomes: ["identity.providers.1.name of makeConsole"]
  }),
  ACCESS_TOKEN_LIFETIME: setting(Config.Duration("ACCESS_TOKEN_LIFETIME"), {
    about: "Lifetime of an access token",
    wants: 'a duration such as "10 minutes"',
    default: "10 minutes",
    becomes: ["identity.lifetimes.accessToken of makeConsole"]
  }),
  REFRESH_TOKEN_LIFETIME: setting(Config.Duration("REFRESH_TOKEN_LIFETIME"), {
    about: "How long a program stays connected after its last use",
    wants: 'a duration such as "30 days"',
    default: "30 days",
    becomes: ["identity.lifetimes.refreshToken of makeConsole"]
  }),
  REFRESH_GRACE: setting(Config.Duration("REFRESH_GRACE"), {
    about: "For how long a spent refresh token gives its program further pairs, at most 10; 0 seconds for none",
    wants: 'a duration such as "30 seconds", or "0 seconds"',
    default: "30 seconds",
    becomes: ["identity.refreshGrace of makeConsole"]
  }),
  SESSION_LIFETIME: setting(Config.Duration("SESSION_LIFETIME"), {
    about: "How long a browser stays signed in",
    wants: 'a duration such as "7 days"',
    default: "7 days",
    becomes: ["identity.lifetimes.session of makeConsole"]
  }),
  CLIENT_ADDRESS_HEADER: optional(
    Config.option(textThat(isAddressHeader, "CLIENT_ADDRESS_HEADER").pipe(Config.map(String.toLowerCase))),
    {
      about:
        "Header in which the proxy in front sends the client's address, such as x-forwarded-for; its last address counts",
      wants: "the name of a header that has only addresses: x-forwarded-for, x-real-ip; not Forwarded",
      otherwise: "none",
      becomes: []
    }
  ),
  TRUSTED_PROXIES: setting(whole(1, 10, "TRUSTED_PROXIES"), {
    about: "How many proxies in front each add an address to CLIENT_ADDRESS_HEADER",
    wants: "a whole number, 1 to 10",
    default: "1",
    becomes: []
  }),
  DELETION_DELAY: setting(Config.Duration("DELETION_DELAY"), {
    about: "How long the deletion of a project or an organization can be cancelled",
    wants: 'a duration such as "7 days"',
    default: "7 days",
    becomes: ["deletionDelay of makeConsole"]
  }),
  ORGANIZATIONS_PER_PERSON: setting(wholeOrOff(1, million, "ORGANIZATIONS_PER_PERSON"), {
    about: "How many organizations that still exist one person may have created; off for no limit",
    wants: "a whole number, 1 or more, or off",
    default: "20",
    becomes: ["organizationsPerPerson of makeConsole"]
  }),
  DEMO: setting(Config.Boolean("DEMO"), {
    about: "Whether the first start records traces of a week, and runs two evaluations, to look at",
    wants: "true or false",
    default: "true",
    becomes: []
  }),
  TRACE_RETENTION: optional(Config.option(durationOfAtLeast(Duration.hours(1), "TRACE_RETENTION")), {
    about: "How old a trace may be that is taken and read; what is older is dropped",
    wants: 'a duration of at least an hour, such as "90 days"',
    otherwise: "no limit",
    becomes: ["retention of traces", "retention of viewRows"]
  }),
  TRACE_IDLE: setting(durationOfAtLeast(Duration.seconds(1), "TRACE_IDLE"), {
    about: "How long a trace without an end is running after its last change, and then incomplete",
    wants: 'a duration of at least a second, such as "15 minutes"',
    default: "15 minutes",
    becomes: ["idle of traces", "idle of viewRows"]
  }),
  TRACE_PRICES: optional(Config.option(Config.NonEmptyString("TRACE_PRICES")), {
    about: "A file of your own prices of models, before those that are built in",
    wants: "the path of a file of JSON",
    otherwise: "none",
    becomes: ["prices of traces"]
  }),
  SECRETS_KEYS: optional(Config.option(secretThat(isKeys, "SECRETS_KEYS")), {
    about: "Encrypt secrets of apps: the first encrypts, all decrypt; the same in every process",
    wants:
      "keys separated by commas, each 32 random bytes as 43 characters of base64url: openssl rand -base64 32 | tr '+/' '-_' | tr -d '='",
    otherwise: "created at the first start, and kept in DATA_DIR",
    becomes: ["keys of apps"]
  }),
  EGRESS_ALLOW: optional(
    textThat(isOrigins, "EGRESS_ALLOW").pipe(Config.map(originsOf), Config.withDefault<ReadonlyArray<string>>([])),
    {
      about: "Origins of apps and models that may be private or plain HTTP",
      wants: "origins separated by commas, without paths: http://127.0.0.1:9000,https://models.internal",
      otherwise: "none",
      becomes: ["egress.allow of apps"]
    }
  ),
  EVAL_CONCURRENCY: setting(whole(0, 1000, "EVAL_CONCURRENCY"), {
    about: "Targets of evaluations that each process works on at a time; 0 leaves them to other processes",
    wants: "a whole number, 0 to 1000",
    default: "20",
    becomes: ["worker.concurrency of evaluations"]
  }),
  EVAL_RETENTION_DAYS: optional(Config.option(whole(1, longestDays, "EVAL_RETENTION_DAYS")), {
    about: "How long runs of evaluations are kept after they ended",
    wants: "a whole number of days, 1 to 36500",
    otherwise: "no limit",
    becomes: ["retention.runs of evaluations"]
  }),
  EVAL_OUTPUT_RETENTION_DAYS: optional(Config.option(whole(1, longestDays, "EVAL_OUTPUT_RETENTION_DAYS")), {
    about: "How long their outputs are kept, of which scores and hashes stay",
    wants: "a whole number of days, 1 to 36500",
    otherwise: "no limit",
    becomes: ["retention.outputs of evaluations"]
  }),
  SCORER_THREADS: setting(whole(1, 64, "SCORER_THREADS"), {
    about: "How many scorers run at once, in each process",
    wants: "a whole number from 1 to 64",
    default: "2",
    becomes: ["threads of scorers"]
  }),
  PAGES_DIR: optional(Config.option(Config.NonEmptyString("PAGES_DIR")), {
    about: "Markdown files that are pages of the documentation too, read at the start",
    wants: "the path of a folder of Markdown files",
    otherwise: "none",
    becomes: []
  }),
  PROMETHEUS: setting(Config.Boolean("PROMETHEUS"), {
    about: "Whether /metrics is served, for Prometheus",
    wants: "true or false",
    default: "false",
    becomes: []
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(Config.option(Config.URL("OTEL_EXPORTER_OTLP_ENDPOINT")), {
    about: "Where traces, metrics and logs are sent, as OTLP over HTTP",
    wants: "a URL such as http://localhost:4318",
    otherwise: "nowhere",
    becomes: []
  })
}

type Settings = { readonly [K in keyof typeof settings]: (typeof settings)[K] extends Setting<infer T> ? T : never }
export type { Settings }

/** Every setting: its variable, what it is for, what it may be and is without, and which options it becomes. */
export const settingsTable = Object.entries<Setting<unknown>>(settings).map(([name, { read: _, ...described }]) => ({
  ...described,
  name: name as keyof Settings,
  absent: described.default ?? described.otherwise ?? ""
}))

const defaults = ConfigProvider.fromEnv({
  env: Object.fromEntries(settingsTable.map((one) => [one.name, one.default ?? ""]))
})

/** Reads every setting, or says which is wrong, what it is and what it should be. Never shows a secret. */
export const readSettings: Effect.Effect<Settings, StartError> = Effect.gen(function* () {
  const given = yield* ConfigProvider.ConfigProvider
  const provider = ConfigProvider.orElse(given, defaults)
  const read: Record<string, unknown> = {}
  for (const [name, { read: config, wants }] of Object.entries<Setting<unknown>>(settings)) {
    read[name] = yield* config.parse(provider).pipe(
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

/** The settings as `--help` lists them. */
export const describeSettings = settingsTable
  .map(({ name, about, absent }) => `  ${name.padEnd(28)} ${about} (${absent})`)
  .join("\n")

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
