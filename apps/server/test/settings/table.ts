import { randomBytes } from "node:crypto"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "@agent-operations/postgres-for-tests"
import { Duration } from "effect"
import { keysOf } from "../../src/lists.ts"
import type { Settings } from "../../src/settings.ts"

/** What the test gives a setting, and what its options have then. */
interface Given {
  /** A good value, which is neither the default nor that of another setting. */
  readonly text: string
  /** What arrives, where that isn't the text. */
  readonly arrives?: unknown
}

export const directory = mkdtempSync(join(tmpdir(), "settings-"))
export const dataOf = (run: string) => join(directory, run)

const prices = { models: [{ model: "acme-*", input: 0.5, output: 1.5 }] }
const pricesFile = join(directory, "prices.json")
writeFileSync(pricesFile, JSON.stringify(prices))

const key = randomBytes(32).toString("base64url")

/** Of every setting but those that name a server that the test starts. */
const given = {
  PORT: { text: String(await freePort()) },
  HOST: { text: "localhost" },
  DATA_DIR: { text: dataOf("all") },
  PGLITE_FSYNC: { text: "false", arrives: false },
  PUBLIC_URL: { text: "https://ops.example.com" },
  PREFIX: { text: "/ops" },
  LOG_LEVEL: { text: "warn" },
  LOG_FORMAT: { text: "pretty" },
  MAX_CONNECTIONS: { text: "7" },
  PREPARE_STATEMENTS: { text: "false", arrives: false },
  STATEMENT_TIMEOUT: { text: "61 seconds", arrives: Duration.seconds(61) },
  START_TIMEOUT: { text: "62 seconds", arrives: Duration.seconds(62) },
  REQUEST_TIMEOUT: { text: "63 seconds", arrives: Duration.seconds(63) },
  MAX_BODY_BYTES: { text: "2000000" },
  RATE_LIMIT_PER_MINUTE: { text: "997" },
  IDENTITY: { text: "false" },
  AUTH_SECRET: { text: randomBytes(32).toString("hex") },
  OWNER_EMAIL: { text: "ada@example.com" },
  EMAIL_DOMAINS: { text: "example.org,example.net", arrives: ["example.org", "example.net"] },
  PUBLIC_SIGN_UP: { text: "true", arrives: true },
  SMTP_URL: { text: "smtp://127.0.0.1:2525" },
  MAIL_FROM: { text: "Operations <ops@example.com>" },
  GOOGLE_CLIENT_ID: { text: "google-client" },
  GOOGLE_CLIENT_SECRET: { text: "google-secret" },
  OIDC_ISSUER: { text: "https://id.example.com/" },
  OIDC_CLIENT_ID: { text: "oidc-client" },
  OIDC_CLIENT_SECRET: { text: "oidc-secret" },
  OIDC_NAME: { text: "Acme" },
  ACCESS_TOKEN_LIFETIME: { text: "11 minutes", arrives: Duration.minutes(11) },
  REFRESH_TOKEN_LIFETIME: { text: "31 days", arrives: Duration.days(31) },
  REFRESH_GRACE: { text: "64 seconds", arrives: Duration.seconds(64) },
  SESSION_LIFETIME: { text: "8 days", arrives: Duration.days(8) },
  CLIENT_ADDRESS_HEADER: { text: "x-client" },
  TRUSTED_PROXIES: { text: "2" },
  DELETION_DELAY: { text: "9 days", arrives: Duration.days(9) },
  ORGANIZATIONS_PER_PERSON: { text: "19" },
  DEMO: { text: "false" },
  TRACE_RETENTION: { text: "3 days", arrives: Duration.days(3) },
  TRACE_IDLE: { text: "16 minutes", arrives: Duration.minutes(16) },
  TRACE_PRICES: { text: pricesFile, arrives: prices },
  SECRETS_KEYS: { text: key, arrives: keysOf(key) },
  EGRESS_ALLOW: { text: "http://127.0.0.1:9000", arrives: ["http://127.0.0.1:9000"] },
  EVAL_CONCURRENCY: { text: "5" },
  EVAL_RETENTION_DAYS: { text: "50", arrives: Duration.days(50) },
  EVAL_OUTPUT_RETENTION_DAYS: { text: "40", arrives: Duration.days(40) },
  SCORER_THREADS: { text: "3" },
  PAGES_DIR: { text: join(directory, "pages") },
  PROMETHEUS: { text: "true" }
} satisfies Record<Exclude<keyof Settings, "DATABASE_URL" | "OTEL_EXPORTER_OTLP_ENDPOINT">, Given>

/** The same with all, of servers of the test's own. */
export const table = (servers: {
  readonly DATABASE_URL: string
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string
}): Record<keyof Settings, Given> => ({
  ...given,
  DATABASE_URL: { text: servers.DATABASE_URL },
  OTEL_EXPORTER_OTLP_ENDPOINT: { text: servers.OTEL_EXPORTER_OTLP_ENDPOINT }
})
