import { randomBytes } from "node:crypto"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { noOtherUser, reachedByAnotherUser } from "@agent-operations/testing/another-user"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { assert, it } from "vitest"
import { migratedDatabase } from "./migrated.ts"
import { command, list, start, startCollector } from "./process.ts"

/** A place to keep data, with the secret that its settings have, and all bytes that it keeps where they can be read. */
const places = {
  PGlite: async () => {
    const directory = mkdtempSync(join(tmpdir(), "secrets-"))
    return {
      settings: { DATA_DIR: directory },
      secrets: [],
      kept: () =>
        readdirSync(directory, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1")),
      remove: async () => rmSync(directory, { recursive: true, force: true })
    }
  },
  PostgreSQL: async () => {
    const database = await migratedDatabase()
    const url = new URL(database.url)
    // The server of the tests trusts whoever comes: another password opens it as well.
    const secrets = url.password === "" ? [randomBytes(20).toString("hex")] : [url.password]
    url.password = secrets[0]!
    return { settings: { DATABASE_URL: url.href }, secrets, kept: () => [], remove: database.drop }
  }
}

/** What of a key nobody may find: its identifier and checksum are no secret. */
const secretOf = (token: string) => token.slice(-49, -6)

it.each(["PGlite", "PostgreSQL"] as const)(
  "A4, G2: no secret is in what a server on %s writes: logs, traces, metrics, answers, files",
  { timeout: 300_000 },
  async (name) => {
    const { settings, secrets, kept, remove } = await places[name]()
    const collector = await startCollector()
    const chatty = {
      ...settings,
      PORT: "0",
      LOG_LEVEL: "debug",
      LOG_FORMAT: "json",
      PROMETHEUS: "true",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url
    }
    const server = await start([], chatty)
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
    answered.push(await (await fetch(`${server.url}/metrics`)).text())
    for (const signal of ["/v1/traces", "/v1/metrics", "/v1/logs"]) {
      await waitUntil(
        `the collector was told the last call in ${signal}`,
        () => collector.received[signal]?.includes("list_app_secrets") === true
      )
    }
    assert.strictEqual(await server.stop(), 0)

    // What is made on the command line is printed once, there alone.
    const made = await command(
      ["key", "create", "--org", server.organizationId, "--scopes", "views:read", "--json"],
      settings
    )
    const { id, token } = JSON.parse(made.stdout) as { id: string; token: string }
    const again = await start([], chatty)
    answered.push(await (await list({ ...again, projectId: server.projectId }, token)).text())
    await again.stop()
    const revoked = await command(["key", "revoke", "--org", server.organizationId, "--key", id], settings)
    assert.strictEqual(revoked.code, 0, revoked.stderr)
    const DATABASE_URL = `postgres://user:${secretOf(token)}@127.0.0.1:1/db?sslmode=perhaps`
    const refused = await command(["serve"], { ...settings, DATABASE_URL })
    assert.include(refused.stderr, "The database URL is not valid")

    const shown = `export AGENT_OPERATIONS_API_KEY=${server.apiKey}\n`
    const logs = [server.printed(), again.printed()]
    assert.include(logs[0], shown)
    const written = [
      ...logs.map((log) => log.replace(shown, "")),
      ...[revoked, refused].flatMap(({ stdout, stderr }) => [stdout, stderr]),
      ...Object.values(collector.received),
      ...answered,
      ...kept()
    ]
    assert.isTrue(written.some((text) => text.includes("POST /api/agent/list_page_views 200")))
    assert.hasAllKeys(collector.received, ["/v1/traces", "/v1/metrics", "/v1/logs"])
    assert.include(answered.join(), "agent_operations_requests")
    for (const secret of [...secrets, ofApp, secretOf(server.apiKey), secretOf(wrong), secretOf(token)]) {
      const forms = [secret, Buffer.from(secret).toString("base64").slice(0, -4), Buffer.from(secret).toString("hex")]
      for (const text of written) for (const form of forms) assert.isFalse(text.includes(form), text.slice(0, 2000))
    }
    collector.close()
    await remove()
  }
)

it("A4: another user can list, read and write nothing that the server keeps, with any umask", async ({ skip }) => {
  if (noOtherUser !== undefined) skip(noOtherUser)
  const directory = mkdtempSync(join(tmpdir(), "kept-"))
  chmodSync(directory, 0o755)
  const data = join(directory, "data")
  for (const umask of ["000", "077"]) {
    const server = await start([], { DATA_DIR: data, PORT: "0" }, umask)
    const reached = reachedByAnotherUser(directory)
    const kept = readdirSync(data)
    await server.stop()
    assert.deepStrictEqual(reached, [`lists ${directory}`])
    assert.includeMembers(kept, ["auth-secret", "secrets-keys", "pglite"])
    // What the next start finds is as an earlier version left it.
    chmodSync(data, 0o755)
    chmodSync(join(data, "auth-secret"), 0o644)
    chmodSync(join(data, "secrets-keys"), 0o644)
  }
  rmSync(directory, { recursive: true })
})
