import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { StartedTarget } from "@agent-operations/conformance"
import { freePort } from "@agent-operations/postgres-for-tests"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { migratedDatabase } from "./migrated.ts"
import { commandHere, start } from "./process.ts"
import { inTurns, startTwo } from "./two.ts"

/** Starts the server and waits until it is ready. */
const serve = async (settings: Record<string, string>, args: ReadonlyArray<string> = []) => {
  // Workers share a port that they are told: one of the system's choice is known to nobody else.
  const port = args.length === 0 ? 0 : await freePort()
  const server = await start(args, { ...settings, PORT: String(port) })
  await waitUntil("the server to be ready", async () => (await fetch(`${server.url}/readyz`)).ok)
  return server
}

const run = async (settings: Record<string, string>, ...args: ReadonlyArray<string>) =>
  (await commandHere(args, settings)).stdout.trim()

/** The server on PGlite, in a directory of its own. */
export const startOnPglite = async (): Promise<StartedTarget> => {
  const directory = mkdtempSync(join(tmpdir(), "conformance-"))
  const { url, apiKey: key, projectId, stop } = await serve({ DATA_DIR: directory })
  const close = async () => {
    await stop()
    rmSync(directory, { recursive: true, force: true })
  }
  return { url, key, projectId, close }
}

/** The server with two workers on PostgreSQL, and all keys and projects that the laws ask for. */
export const startWorkers = async (): Promise<StartedTarget> => {
  const database = await migratedDatabase()
  const settings = { DATABASE_URL: database.url }
  const { url, apiKey: key, projectId, organizationId, stop } = await serve(settings, ["--workers", "2"])
  const all = ["views:read", "views:write"]
  const makeKey = async (organization: string, scopes: ReadonlyArray<string>) =>
    JSON.parse(await run(settings, "key", "create", "--org", organization, "--scopes", scopes.join(","), "--json")) as {
      id: string
      token: string
    }
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
}

/** Two processes on one database of PostgreSQL, of which each request goes to the other than the one before it. */
export const startInTurns = async (): Promise<StartedTarget> => {
  const database = await migratedDatabase()
  const two = await startTwo(database.url)
  return { ...inTurns(two), close: () => two.stop().then(database.drop) }
}
