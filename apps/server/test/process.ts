import { type ChildProcess, execFile, spawn } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { promisify } from "node:util"
// oxlint-disable-next-line no-restricted-imports -- how a command is run in a process of tests, no package offers
import { runOf } from "../../../packages/admin/test/run.ts"
import { root } from "../src/root.ts"
import { migratedImage } from "./migrated.ts"

const main = `${import.meta.dirname}/../src/main.ts`
const node = ["--conditions=@agent-operations/source", main]
const environment = (settings: Record<string, string>): Record<string, string> => {
  const { DATABASE_URL: _, ...rest } = process.env
  // A busy machine may only need more time.
  return { ...rest, DEMO: "false", START_TIMEOUT: "2 minutes", ...settings }
}

// The document of all operations is over 1 MiB, which is what is kept of an output by default.
const maxBuffer = 16 * 1024 * 1024

/** Runs a command to its end, with what is piped into it. */
export const command = (args: ReadonlyArray<string>, settings: Record<string, string>, input = "") => {
  const running = promisify(execFile)(process.execPath, [...node, ...args], {
    env: environment(settings),
    timeout: 60_000,
    maxBuffer
  })
  running.child.stdin?.end(input)
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error
  )
}

const run = runOf(root)

/** The same in this process, which has loaded the server already: for what is made before a test, and for many commands. */
export const commandHere = (args: ReadonlyArray<string>, settings: Record<string, string>) =>
  run(environment(settings), ...args)

/** A collector of OTLP, with what was sent to each of its paths, which it may pass on. */
export const startCollector = async (passOn = async (_path: string, _body: string): Promise<void> => {}) => {
  const received: Record<string, string> = {}
  const server = createServer((message, response) => {
    void text(message).then(async (body) => {
      const path = message.url ?? ""
      await passOn(path, body)
      received[path] = (received[path] ?? "") + body
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** Where tests begin new embedded databases from an image, a server's has its tables too, unless it is told otherwise. */
const beginMigrated = async (): Promise<Record<string, string>> => {
  const empty = process.env["PGLITE_EMPTY_IMAGE"]
  if (empty === undefined) return {}
  return { PGLITE_EMPTY_IMAGE: await migratedImage(empty) }
}

/** Starts a server and waits until it listens. */
export const start = async (args: ReadonlyArray<string>, settings: Record<string, string>, umask = "022") => {
  const child: ChildProcess = spawn(
    "/bin/sh",
    ["-c", `umask ${umask}; exec "$0" "$@"`, process.execPath, ...node, "serve", ...args],
    {
      env: environment({ ...(await beginMigrated()), LOG_LEVEL: "warn", ...settings }),
      stdio: ["ignore", "pipe", "inherit"]
    }
  )
  let printed = ""
  await new Promise<void>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${printed}`)))
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes("Listening on")) resolve()
    })
  })
  const value = (name: string) => new RegExp(`export AGENT_OPERATIONS_${name}=(.*)`).exec(printed)?.[1]
  return {
    pid: child.pid ?? 0,
    printed: () => printed,
    url: /Listening on (\S+)/.exec(printed)?.[1] ?? "",
    /** What the terminal shows: it opens the outbox, too. */
    signInUrl: /(http\S+\/sign-in\?key=\S+)/.exec(printed)?.[1] ?? "",
    organizationId: /--org (org_\w+)/.exec(printed)?.[1] ?? "",
    projectId: value("PROJECT_ID") ?? "",
    apiKey: value("API_KEY") ?? "",
    stop: (signal: NodeJS.Signals = "SIGTERM") =>
      new Promise<number | null>((resolve) => {
        if (child.exitCode !== null) return resolve(child.exitCode)
        child.once("exit", resolve)
        child.kill(signal)
      })
  }
}

export type Started = Awaited<ReturnType<typeof start>>

export const list = ({ url, projectId }: Started, apiKey: string) =>
  fetch(`${url}/api/agent/list_page_views`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${apiKey}`,
      "x-project-id": projectId,
      "content-type": "application/json",
      connection: "close"
    },
    body: "{}"
  })
