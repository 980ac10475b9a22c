import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { tokenOrigin } from "./token.ts"
import type { World } from "./world.ts"
import { freePort } from "@agent-operations/postgres-for-tests"

/** Something that answers the operations, as a process of its own. */
export interface Subject {
  readonly name: string
  readonly script: string
  readonly nodeOptions?: ReadonlyArray<string>
  /** Whether the packages are those that a build made, not their sources. */
  readonly built?: boolean
  readonly args?: ReadonlyArray<string>
  readonly settings?: Readonly<Record<string, string>>
  /** What its callers show. By default an API key. */
  readonly credential?: "token"
  /** What its requests and answers look like. */
  readonly protocol: Protocol
}

/** How a framework carries an input to an operation, and its result back. */
interface Protocol {
  readonly path: (operation: string) => string
  readonly encode: (input: object) => unknown
  readonly decode: (body: never) => unknown
}

const plain: Protocol = {
  path: (operation) => `/api/agent/${operation}`,
  encode: (input) => input,
  decode: ({ data }: { data?: unknown }) => data
}

const here = import.meta.dirname
const server = `${here}/../../../apps/server`

// As `npm start` starts it.
const kit = {
  name: "kit",
  script: `${server}/src/main.ts`,
  nodeOptions: ["--max-semi-space-size=16"],
  args: ["serve"],
  protocol: plain
} as const satisfies Subject

/** The kit's server as its users have it, after `npm run pnpm -- run build`. */
export const builtKit: Subject = { ...kit, name: "built kit", script: `${server}/dist/main.js`, built: true }

/** The kit's server, alone, as two processes and with access tokens, the floor, and servers as users of other libraries write them. */
export const subjects = {
  kit,
  kit2: { ...kit, name: "kit2", args: ["serve", "--workers", "2"] },
  tokens: { ...kit, name: "tokens", settings: { PUBLIC_URL: tokenOrigin }, credential: "token" },
  floor: { name: "floor", script: `${here}/subjects/floor.ts`, protocol: plain },
  fastify: { name: "fastify", script: `${here}/subjects/fastify.ts`, protocol: plain },
  hono: { name: "hono", script: `${here}/subjects/hono.ts`, protocol: plain },
  orpc: {
    name: "orpc",
    script: `${here}/subjects/orpc.ts`,
    protocol: {
      path: (operation) => `/rpc/${operation}`,
      encode: (json) => ({ json }),
      decode: ({ json }: { json?: unknown }) => json
    }
  },
  trpc: {
    name: "trpc",
    script: `${here}/subjects/trpc.ts`,
    protocol: {
      path: (operation) => `/trpc/${operation}`,
      encode: (input) => input,
      decode: ({ result }: { result?: { data: unknown } }) => result?.data
    }
  }
} as const satisfies Record<string, Subject>

/** Those that take part unless others are named. */
export const defaultSubjects = Object.keys(subjects).filter((name) => !["kit2", "tokens"].includes(name))

export interface Running {
  readonly subject: Subject
  readonly url: string
  /** CPU seconds that it has used, its workers included. */
  readonly cpuSeconds: () => number
  readonly megabytes: () => number
  /** The most that its first process had of it. */
  readonly peakMegabytes: () => number
  /** When it was started, and when it was ready, on the clock of `performance`. */
  readonly startedAt: number
  readonly readyAt: number
  readonly stop: () => Promise<void>
}

const ticksPerSecond = 100
const startTimeoutMs = 300_000

const family = (pid: number): ReadonlyArray<number> => {
  const children = execFileSync("ps", ["-e", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
  return [pid, ...children.flatMap(([child]) => family(child!))]
}

/** The CPU seconds of a process and its children. */
export const cpuSecondsOf = (pid: number): number =>
  family(pid).reduce((sum, one) => {
    const fields = readFileSync(`/proc/${one}/stat`, "utf8").split(") ").at(-1)!.split(" ")
    return sum + (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  }, 0)

/** Resident memory of one process: now, or the most that it ever had. */
const residentMegabytes = (pid: number, field: "VmRSS" | "VmHWM"): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024

const megabytesOf = (pid: number): number => family(pid).reduce((sum, one) => sum + residentMegabytes(one, "VmRSS"), 0)

const end = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once("exit", () => resolve())
    child.kill("SIGTERM")
    setTimeout(() => child.kill("SIGKILL"), 10_000).unref()
  })

/** Starts a subject on a database, and waits until it answers. */
export const startSubject = async (
  subject: Subject,
  { organizationId, projectId }: Pick<World, "organizationId" | "projectId">,
  database: Readonly<Record<string, string>>,
  nodeOptions: ReadonlyArray<string> = [],
  { pollMs = 50 }: { readonly pollMs?: number } = {}
): Promise<Running> => {
  const args = [
    ...(subject.built === true ? [] : ["--conditions=@agent-operations/source"]),
    ...(subject.nodeOptions ?? []),
    ...nodeOptions,
    subject.script,
    ...(subject.args ?? [])
  ]
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      LOG_LEVEL: "warn",
      NODE_ENV: "production",
      // The most there is, which earlier commits take too.
      RATE_LIMIT_PER_MINUTE: "1000000",
      ...database,
      ...subject.settings,
      TENANT: organizationId,
      PROJECT: projectId,
      PORT: String(port)
    },
    stdio: ["ignore", "ignore", "inherit"]
  })
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    const answered = await fetch(`${url}/readyz`).then(
      ({ status }) => status !== 503,
      () => false
    )
    if (answered) break
    if (child.exitCode !== null) throw new Error(`${subject.name} ended with ${child.exitCode}`)
    if (performance.now() - startedAt > startTimeoutMs) {
      child.kill("SIGKILL")
      throw new Error(`${subject.name} did not answer within ${startTimeoutMs / 1000} s`)
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return {
    subject,
    url,
    cpuSeconds: () => cpuSecondsOf(child.pid!),
    megabytes: () => Math.round(megabytesOf(child.pid!)),
    peakMegabytes: () => Math.round(residentMegabytes(child.pid!, "VmHWM")),
    startedAt,
    readyAt: performance.now(),
    stop: () => end(child)
  }
}
