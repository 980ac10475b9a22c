import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { StartedTarget } from "@agent-operations/conformance"
import { freePort } from "@agent-operations/postgres-for-tests"
import { waitUntil } from "@agent-operations/testing/wait-until"
// oxlint-disable-next-line no-restricted-imports -- which scopes reading requires the suite knows, and no package offers it
import { servedOf } from "../../../packages/conformance/src/served.ts"
import { contract } from "../src/services.ts"
import { type Administration, byCommands, byConsole } from "./administration.ts"
import { migratedDatabase } from "./migrated.ts"
import { start, type Started } from "./process.ts"
import { inTurns, startTwo } from "./two.ts"

/** What the server serves. */
export const families = contract.families

/** A server with all that a target may offer, so that no check is left out for want of it. */
export type WholeTarget = StartedTarget &
  Required<Pick<StartedTarget, "readOnlyKey" | "otherProjectId" | "foreign" | "makeKey" | "close">> & {
    /** What it printed since it listens: warnings, and the causes of failures. */
    readonly logged: () => string
  }

/** Starts the server and waits until it is ready. */
const serve = async (settings: Record<string, string>, args: ReadonlyArray<string> = []) => {
  // Workers share a port that they are told: one of the system's choice is known to nobody else.
  const port = args.length === 0 ? 0 : await freePort()
  const server = await start(args, { RATE_LIMIT_PER_MINUTE: "off", ...settings, PORT: String(port) })
  await waitUntil("the server to be ready", async () => (await fetch(`${server.url}/readyz`)).ok)
  return server
}

/** All keys and projects that the laws ask for. */
const targetOf = async (
  { url, organizationId, printed, projectId }: Started,
  { createKey, createOrganization, createProject }: Administration,
  close: WholeTarget["close"]
): Promise<WholeTarget> => {
  const { all, read } = servedOf(families).scopes
  const others = await createOrganization("Others")
  return {
    url,
    key: (await createKey(organizationId, all)).key,
    projectId,
    readOnlyKey: (await createKey(organizationId, read)).key,
    otherProjectId: await createProject(organizationId, "Other"),
    foreign: { key: (await createKey(others, all)).key, projectId: await createProject(others, "Theirs") },
    makeKey: (scopes) => createKey(organizationId, scopes),
    close,
    logged: () => printed().split("Listening on").at(-1) ?? ""
  }
}

/** The server on PGlite, in a directory of its own. */
export const startOnPglite = async (): Promise<WholeTarget> => {
  const directory = mkdtempSync(join(tmpdir(), "conformance-"))
  const server = await serve({ DATA_DIR: directory })
  const close = async () => {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  return targetOf(server, await byConsole(server), close)
}

/** The server with two workers on PostgreSQL. */
export const startWorkers = async (): Promise<WholeTarget> => {
  const database = await migratedDatabase()
  const settings = { DATABASE_URL: database.url }
  const server = await serve(settings, ["--workers", "2"])
  const close = async () => {
    await server.stop()
    await database.drop()
  }
  return targetOf(server, byCommands(settings), close)
}

/** Two processes on one database of PostgreSQL, of which each request goes to the other than the one before it. */
export const startInTurns = async (): Promise<StartedTarget> => {
  const database = await migratedDatabase()
  const two = await startTwo(database.url)
  return { ...inTurns(two), close: () => two.stop().then(database.drop) }
}
