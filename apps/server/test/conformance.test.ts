import { execFile, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { describeConformance } from "@agent-operations/conformance/vitest"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { inject } from "vitest"

const main = `${import.meta.dirname}/../src/main.ts`

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

const environment = (settings: Record<string, string>) => {
  const { DATABASE_URL: _, ...rest } = process.env
  return { ...rest, LOG_LEVEL: "warn", ...settings }
}

const command = async (settings: Record<string, string>, ...args: ReadonlyArray<string>) =>
  (await promisify(execFile)(process.execPath, [main, ...args], { env: environment(settings) })).stdout.trim()

/** Starts the server and resolves with what it prints once it answers, which has the first key in it. */
const serve = async (settings: Record<string, string>, args: ReadonlyArray<string> = []) => {
  const port = await freePort()
  const child = spawn(process.execPath, [main, "serve", ...args], {
    env: environment({ ...settings, PORT: String(port) }),
    stdio: ["ignore", "pipe", "inherit"]
  })
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  let printed = ""
  child.stdout.on("data", (chunk: Buffer) => (printed += String(chunk)))
  const url = `http://127.0.0.1:${port}`
  const ready = () => fetch(`${url}/readyz`).then(({ status }) => status === 200 && printed.includes("Listening"))
  while (!(await ready().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${printed}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const value = (name: string) => new RegExp(`export AGENT_OPERATIONS_${name}=(.*)`).exec(printed)?.[1] ?? ""
  return {
    url,
    key: value("API_KEY"),
    projectId: value("PROJECT_ID"),
    organizationId: /--org (org_\w+)/.exec(printed)?.[1] ?? "",
    stop: () => {
      child.kill("SIGTERM")
      return exited
    }
  }
}

describeConformance(
  "the server on PGlite",
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "conformance-"))
    const { url, key, projectId, stop } = await serve({ DATA_DIR: directory })
    const close = async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    }
    return { url, key, projectId, close }
  },
  { scale: 0.4 }
)

describeConformance(
  "the server with two workers on PostgreSQL",
  async () => {
    const database = await createDatabase(inject("postgresUrl"))
    const settings = { DATABASE_URL: database.url }
    const { url, key, projectId, organizationId, stop } = await serve(settings, ["--workers", "2"])
    const scopes = ["--scopes", "views:read,views:write", "--json"]
    const makeKey = async (organization: string, ...rest: ReadonlyArray<string>) =>
      JSON.parse(await command(settings, "key", "create", "--org", organization, ...rest)) as {
        id: string
        token: string
      }
    const others = await command(settings, "org", "create", "--name", "Others")
    return {
      url,
      key,
      projectId,
      readOnlyKey: (await makeKey(organizationId, "--scopes", "views:read", "--json")).token,
      otherProjectId: await command(settings, "project", "create", "--org", organizationId, "--name", "Other"),
      foreign: {
        key: (await makeKey(others, ...scopes)).token,
        projectId: await command(settings, "project", "create", "--org", others, "--name", "Theirs")
      },
      makeKey: async () => {
        const { id, token } = await makeKey(organizationId, ...scopes)
        return { key: token, revoke: () => command(settings, "key", "revoke", "--org", organizationId, "--key", id) }
      },
      close: async () => {
        await stop()
        await database.drop()
      }
    }
  },
  { scale: 0.4 }
)
