import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cpuSecondsOf } from "../subjects.ts"
import { signIn } from "./sign-in.ts"

/** A server with its console, somebody who is signed in, and a project to fill. */
export interface ConsoleServer {
  readonly url: string
  /** The path of its first project's pages. */
  readonly project: string
  /** Whom a page is shown to. */
  readonly cookie: string
  /** Calls an operation. */
  readonly call: <T = { readonly id: string }>(operation: string, input: object) => Promise<T>
  readonly headers: Readonly<Record<string, string>>
  readonly cpuSeconds: () => number
  readonly stop: () => Promise<void>
}

const run = (tree: string, args: ReadonlyArray<string>, settings: Readonly<Record<string, string>>) =>
  spawn(process.execPath, ["--conditions=@agent-operations/source", ...args], {
    cwd: tree,
    env: { ...process.env, LOG_LEVEL: "warn", NODE_ENV: "production", ...settings },
    stdio: ["ignore", "pipe", "inherit"]
  })

const ended = (child: ReturnType<typeof spawn>) => new Promise<number | null>((resolve) => child.once("exit", resolve))

/** Starts the server of a checkout of this repository as `npm start` does, by default on PGlite, and signs its owner in. */
export const startConsole = async (
  tree: string,
  settings: Readonly<Record<string, string>> = {}
): Promise<ConsoleServer> => {
  const data = mkdtempSync(join(tmpdir(), "bench-console-"))
  const setup = join(tree, "packages", "console", "scripts", "start-setup.ts")
  // Earlier commits have none.
  if (existsSync(setup)) await ended(run(tree, [setup], {}))
  const main = join(tree, "apps", "server", "src", "main.ts")
  const child = run(tree, ["--max-semi-space-size=16", main, "serve"], {
    PORT: "0",
    DATA_DIR: data,
    DEMO: "false",
    // The most there is, which earlier commits take too.
    RATE_LIMIT_PER_MINUTE: "1000000",
    ...settings
  })
  let printed = ""
  await new Promise<void>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The server of ${tree} ended with ${code}: ${printed}`)))
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes("Listening on")) resolve()
    })
  })
  const found = (pattern: RegExp) => pattern.exec(printed)?.[1] ?? ""
  const url = found(/Listening on (\S+)/)
  const projectId = found(/export AGENT_OPERATIONS_PROJECT_ID=(.*)/)
  const headers = {
    authorization: `Bearer ${found(/export AGENT_OPERATIONS_API_KEY=(.*)/)}`,
    "x-project-id": projectId
  }
  const call = async <T>(operation: string, input: object): Promise<T> => {
    const response = await fetch(`${url}/api/agent/${operation}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(input)
    })
    const { data, error } = (await response.json()) as { data?: T; error?: unknown }
    if (data === undefined) throw new Error(`${operation}: ${JSON.stringify(error)}`)
    return data
  }
  return {
    url,
    project: `/o/${found(/--org (org_\w+)/)}/p/${projectId}`,
    cookie: await signIn(url, found(/(http\S+\/sign-in\?key=\S+)/)),
    call,
    headers,
    cpuSeconds: () => cpuSecondsOf(child.pid!),
    stop: async () => {
      const gone = ended(child)
      child.kill("SIGTERM")
      await gone
      rmSync(data, { recursive: true, force: true })
    }
  }
}
