import { ConfigProvider, Effect } from "effect"
import { assert, describe, it } from "vitest"
import { readSettings } from "../../src/settings.ts"

describe("reading the settings", () => {
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
