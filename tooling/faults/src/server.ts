import { type ChildProcess, spawn } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "@agent-operations/postgres-for-tests"
import { leaveOver } from "./leftovers.ts"

const root = `${import.meta.dirname}/../../..`

/** Where a server is, and how to call it. */
export interface Access {
  readonly url: string
  readonly key: string
  readonly projectId: string
}

export interface Running extends Access {
  readonly child: ChildProcess
  readonly printed: () => string
  /** Resolves with the exit code, or null where a signal ended it. */
  readonly exited: Promise<number | null>
}

/**
 * Settings with which the server, and each thread of it, loads a module of `preloads` first, which reads its own from
 * the environment.
 */
export const preload = (
  name: "clock" | "disk" | "memory",
  settings: Record<string, string | number>
): Record<string, string> => ({
  NODE_OPTIONS: `--import=${import.meta.dirname}/preloads/${name}.ts`,
  ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)]))
})

/** Starts the server as its users do, and says at once where it will be. `sources` is the repository that it is of. */
export const launch = (settings: Record<string, string>, port: number, sources = root) => {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(
    process.execPath,
    ["--conditions=@agent-operations/source", `${sources}/apps/server/src/main.ts`, "serve"],
    {
      env: {
        ...rest,
        ...{ LOG_LEVEL: "error", DEMO: "false", START_TIMEOUT: "2 minutes" },
        // The most there is, which earlier versions take too.
        RATE_LIMIT_PER_MINUTE: "1000000",
        ...settings,
        PORT: String(port)
      },
      stdio: ["ignore", "pipe", "pipe"]
    }
  )
  let printed = ""
  const note = (chunk: Buffer) => void (printed += chunk.toString())
  child.stdout.on("data", note)
  child.stderr.on("data", note)
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve))
  const over = leaveOver(() => stop({ child, exited }, "SIGKILL"))
  void exited.then(over)
  return { child, exited, printed: () => printed, url: `http://127.0.0.1:${port}` }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
    ({ status }) => status === 200,
    () => false
  )

/** Waits until `/readyz` is 200, and resolves with how many milliseconds that took. */
export const untilReady = async (url: string, limitMillis = 60_000, ended = () => false): Promise<number> => {
  const started = performance.now()
  while (!(await isReady(url))) {
    const waited = performance.now() - started
    if (waited > limitMillis || ended()) throw new Error(`/readyz was not 200 within ${Math.round(waited)} ms`)
    await sleep(25)
  }
  return performance.now() - started
}

/** Starts the server and waits until it answers. `known` is the key of an earlier start, which is not printed again. */
export const start = async (
  settings: Record<string, string>,
  known: Partial<Access> = {},
  sources = root
): Promise<Running> => {
  const { child, exited, printed, url } = launch(settings, await freePort(), sources)
  await untilReady(url, 300_000, () => child.exitCode !== null).catch((error: Error) => {
    child.kill("SIGKILL")
    throw new Error(`${error.message}: ${printed()}`)
  })
  const value = (name: string) => new RegExp(`export AGENT_OPERATIONS_${name}=(.*)`).exec(printed())?.[1] ?? ""
  return {
    child,
    exited,
    printed,
    url,
    key: known.key ?? value("API_KEY"),
    projectId: known.projectId ?? value("PROJECT_ID")
  }
}

/** Ends a server, as gently as asked, and waits until it is gone. */
export const stop = async (
  { child, exited }: Pick<Running, "child" | "exited">,
  signal: NodeJS.Signals = "SIGTERM"
) => {
  child.kill(signal)
  return exited
}

/** How an operation ended; a rejection is no answer. */
export type Answer = { readonly status: number } & (
  | { readonly data: unknown }
  | { readonly error: { readonly code: string; readonly details?: unknown } }
)

/** Calls an operation. */
export const call = async ({ url, key, projectId }: Access, operation: string, input: object): Promise<Answer> => {
  const response = await fetch(`${url}/api/agent/${operation}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "x-project-id": projectId, "content-type": "application/json" },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(60_000)
  })
  return { status: response.status, ...((await response.json()) as { data: unknown }) }
}

/** Whether an answer is one for which a caller comes back. */
export const isBusy = (status: number) => status === 503 || status === 504

/** The result of a call that must succeed, once the server or its database is not busy with something else, within a minute. */
export const ok = async <T>(access: Access, operation: string, input: object): Promise<T> => {
  const late = performance.now() + 60_000
  let answer = await call(access, operation, input)
  while (isBusy(answer.status) && performance.now() < late) {
    await sleep(50)
    answer = await call(access, operation, input)
  }
  if (!("data" in answer)) throw new Error(`${operation} was answered ${JSON.stringify(answer)}`)
  return answer.data as T
}
