import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describeConformance } from "@agent-operations/conformance/vitest"
import { customFields } from "@agent-operations/contract"
import { createDatabase, freePort } from "@agent-operations/postgres-for-tests"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { inject } from "vitest"
import { command, start } from "./process.ts"
import { storedLaws } from "../../../packages/conformance/test/stored-laws.ts"

/** Starts the server and waits until it is ready. */
const serve = async (settings: Record<string, string>, args: ReadonlyArray<string> = []) => {
  // Workers share a port that they are told: one of the system's choice is known to nobody else.
  const port = args.length === 0 ? 0 : await freePort()
  const server = await start(args, { ...settings, PORT: String(port) })
  await waitUntil("the server to be ready", async () => (await fetch(`${server.url}/readyz`)).ok)
  return server
}

const run = async (settings: Record<string, string>, ...args: ReadonlyArray<string>) =>
  (await command(args, settings)).stdout.trim()

describeConformance(
  "the server on PGlite",
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "conformance-"))
    const { url, apiKey: key, projectId, stop } = await serve({ DATA_DIR: directory })
    const close = async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    }
    return { url, key, projectId, close }
  },
  { laws: storedLaws, scale: 0.1 }
)

// What the server adds to the kit knows nothing of kinds. Both are held whole where the kit is in this process, and to
// what is stored where two processes share a database.

describeConformance(
  "the server with two workers on PostgreSQL",
  async () => {
    const database = await createDatabase(inject("postgresUrl"))
    const settings = { DATABASE_URL: database.url }
    const { url, apiKey: key, projectId, organizationId, stop } = await serve(settings, ["--workers", "2"])
    const all = ["views:read", "views:write"]
    const makeKey = async (organization: string, scopes: ReadonlyArray<string>) =>
      JSON.parse(
        await run(settings, "key", "create", "--org", organization, "--scopes", scopes.join(","), "--json")
      ) as { id: string; token: string }
    const others = await run(settings, "org", "create", "--name", "Others")
    return {
      url,
      key,
      projectId,
      readOnlyKey: (await makeKey(organizationId, ["views:read"])).token,
      otherProjectId: await run(settings, "project", "create", "--org", organizationId, "--name", "Other"),
      foreign: {
        key: (await makeKey(others, all)).token,
        projectId: await run(settings, "project", "create", "--org", others, "--name", "Theirs")
      },
      makeKey: async (scopes) => {
        const { id, token } = await makeKey(organizationId, scopes)
        return { key: token, revoke: () => run(settings, "key", "revoke", "--org", organizationId, "--key", id) }
      },
      close: async () => {
        await stop()
        await database.drop()
      }
    }
  },
  { families: [customFields], scale: 0.1 }
)
