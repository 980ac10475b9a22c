import { randomBytes } from "node:crypto"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { noOtherUser, reachedByAnotherUser } from "@agent-operations/testing/another-user"
import { isLong } from "@agent-operations/testing/long"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { afterAll, assert, it } from "vitest"
import { migratedDatabase } from "./migrated.ts"
import { command, list, start, startCollector } from "./process.ts"

/** Starts a server that tells all that it can, to a collector too. */
const startChatty = async (settings: Record<string, string>, umask?: string) => {
  const collector = await startCollector()
  const chatty = {
    ...settings,
    PORT: "0",
    LOG_LEVEL: "debug",
    LOG_FORMAT: "json",
    PROMETHEUS: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url
  }
  return { collector, settings, chatty, server: await start([], chatty, umask) }
}

const directory = mkdtempSync(join(tmpdir(), "kept-"))
chmodSync(directory, 0o755)
const data = join(directory, "data")
let embedded: ReturnType<typeof startChatty> | undefined
/** The one on PGlite, whose files everybody could read if it left that to the umask. */
const onPglite = () => (embedded ??= startChatty({ DATA_DIR: data }, "000"))
afterAll(async () => {
  const started = await embedded
  started?.collector.close()
  await started?.server.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** A server with a place to keep data, with the secret that its settings have, and all bytes that it keeps where they can be read. */
const places = {
  PGlite: async () => ({
    ...(await onPglite()),
    secrets: [] as Array<string>,
    kept: () =>
      readdirSync(data, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1")),
    remove: async () => {}
  }),
  PostgreSQL: async () => {
    const database = await migratedDatabase()
    const url = new URL(database.url)
    // The server of the tests trusts whoever comes: another password opens it as well.
    const secrets = url.password === "" ? [randomBytes(20).toString("hex")] : [url.password]
    url.password = secrets[0]!
    const started = await startChatty({ DATABASE_URL: url.href })
    const remove = () => {
      started.collector.close()
      return database.drop()
    }
    return { ...started, secrets, kept: () => [], remove }
  }
}

/** What of a key nobody may find: its identifier and checksum are no secret. */
const secretOf = (token: string) => token.slice(-49, -6)

it.each(["PGlite", "PostgreSQL"] as const)(
  "A4, G2: no secret is in what a server on %s writes: logs, traces, metrics, answers, files; nor content in its logs",
  async (name) => {
    const { server, settings, chatty, collector, secrets, kept, remove } = await places[name]()
    const wrong = `${server.apiKey.slice(0, -7)}A${server.apiKey.slice(-6)}`
    const answers = await Promise.all([
      list(server, server.apiKey),
      list(server, wrong),
      list(server, `${server.apiKey}, Bearer ${server.apiKey}`),
      fetch(`${server.url}/api/agent/list_page_views?projectId=${server.projectId}`, {
        method: "POST",
        headers: { "x-api-key": server.apiKey }
      })
    ])
    const answered = await Promise.all(
      answers.map(async (answer) => JSON.stringify([...answer.headers]) + (await answer.text()))
    )
    const tell = async (operation: string, input: object) => {
      const headers = {
        authorization: `Bearer ${server.apiKey}`,
        "x-project-id": server.projectId,
        "content-type": "application/json"
      }
      const asked = { method: "POST", headers, body: JSON.stringify(input) }
      const text = await (await fetch(`${server.url}/api/agent/${operation}`, asked)).text()
      answered.push(text)
      return JSON.parse(text)
    }
    const [app] = (await tell("list_apps", {})).data.items
    const ofApp = randomBytes(20).toString("hex")
    assert.strictEqual((await tell("set_app_secret", { id: app.id, name: "token", value: ofApp })).data.name, "token")
    // One that can't sign, and one that can't be sent.
    await tell("set_app_secret", { id: app.id, name: "signing", value: ofApp })
    await tell("set_app_secret", { id: app.id, name: "token", value: `${ofApp}\n` })
    await tell("list_app_secrets", { id: app.id })
    // What is created, refused and recorded.
    const content = randomBytes(20).toString("hex")
    const table = { name: content, source: { type: "table" }, settings: { target: "traces" } }
    const at = new Date().toISOString()
    for (const [operation, input, code] of [
      ["create_page_view", table, undefined],
      ["create_page_view", table, "NAME_TAKEN"],
      ["create_page_view", { ...table, source: { type: content } }, "VALIDATION_ERROR"],
      ["record_traces", { traces: [{ spans: [{ name: "one", startedAt: at, input: content }] }] }, undefined]
    ] as const) {
      assert.strictEqual((await tell(operation, input)).error?.code, code)
    }
    answered.push(await (await fetch(`${server.url}/metrics`)).text())
    for (const signal of ["/v1/traces", "/v1/metrics", "/v1/logs"]) {
      await waitUntil(
        `the collector was told the last call in ${signal}`,
        () => collector.received[signal]?.includes("list_app_secrets") === true
      )
    }
    const logs = [server.printed]
    // Of PGlite, commands have the directory to themselves, between one start and another: in a long run.
    const isEmbedded = name === "PGlite"
    let ofCommands: ReadonlyArray<string> = []
    if (isEmbedded) assert.strictEqual(await server.stop(), 0)
    if (!isEmbedded || isLong) {
      // What is made on the command line is printed once, there alone.
      const made = await command(
        ["key", "create", "--org", server.organizationId, "--scopes", "views:read", "--json"],
        settings
      )
      const { id, token } = JSON.parse(made.stdout) as { id: string; token: string }
      const again = isEmbedded ? { ...(await start([], chatty)), projectId: server.projectId } : server
      logs.push(again.printed)
      answered.push(await (await list(again, token)).text())
      assert.strictEqual(await again.stop(), 0)
      const revoked = await command(["key", "revoke", "--org", server.organizationId, "--key", id], settings)
      assert.strictEqual(revoked.code, 0, revoked.stderr)
      const DATABASE_URL = `postgres://user:${secretOf(token)}@127.0.0.1:1/db?sslmode=perhaps`
      const refused = await command(["serve"], { ...settings, DATABASE_URL })
      assert.include(refused.stderr, "The database URL is not valid")
      ofCommands = [revoked, refused].flatMap(({ stdout, stderr }) => [stdout, stderr])
      secrets.push(secretOf(token))
    }

    const shown = `export AGENT_OPERATIONS_API_KEY=${server.apiKey}\n`
    assert.include(server.printed(), shown)
    const written = [
      ...logs.map((printed) => printed().replace(shown, "")),
      ...ofCommands,
      ...Object.values(collector.received),
      ...answered,
      ...kept()
    ]
    assert.isTrue(written.some((text) => text.includes("POST /api/agent/list_page_views 200")))
    assert.hasAllKeys(collector.received, ["/v1/traces", "/v1/metrics", "/v1/logs"])
    assert.include(answered.join(), "agent_operations_requests")
    for (const secret of [...secrets, ofApp, secretOf(server.apiKey), secretOf(wrong)]) {
      const forms = [secret, Buffer.from(secret).toString("base64").slice(0, -4), Buffer.from(secret).toString("hex")]
      for (const text of written) for (const form of forms) assert.isFalse(text.includes(form), text.slice(0, 2000))
    }
    const logged = [...logs.map((printed) => printed()), collector.received["/v1/logs"]]
    for (const text of logged) assert.notInclude(text, content)
    await remove()
  }
)

it("A4: another user can list, read and write nothing that the server keeps, with any umask", async ({ skip }) => {
  if (noOtherUser !== undefined) skip(noOtherUser)
  await onPglite()
  const assertHidden = () => {
    assert.deepStrictEqual(reachedByAnotherUser(directory), [`lists ${directory}`])
    assert.includeMembers(readdirSync(data), ["auth-secret", "secrets-keys", "pglite"])
  }
  assertHidden()
  // What the next start finds is as an earlier version left it.
  chmodSync(data, 0o755)
  chmodSync(join(data, "auth-secret"), 0o644)
  chmodSync(join(data, "secrets-keys"), 0o644)
  const database = await migratedDatabase()
  const server = await start([], { DATA_DIR: data, DATABASE_URL: database.url, PORT: "0" }, "077")
  assertHidden()
  await server.stop()
  await database.drop()
})
