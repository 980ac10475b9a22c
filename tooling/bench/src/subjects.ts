import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import type { World } from "./world.ts"
import { freePort } from "@agent-operations/postgres-for-tests"

/** Something that answers the operations, as a process of its own. */
export interface Subject {
  readonly name: string
  readonly script: string
  readonly nodeOptions?: ReadonlyArray<string>
  readonly args?: ReadonlyArray<string>
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
const server = `${here}/../../../apps/server/src/main.ts`

/** The kit's server, the floor, and servers as users of other libraries write them. */
export const subjects = {
  // As `npm start` starts it.
  kit: {
    name: "kit",
    script: server,
    nodeOptions: ["--max-semi-space-size=16"],
    args: ["serve"],
    protocol: plain
  },
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

export interface Running {
  readonly subject: Subject
  readonly url: string
  /** CPU seconds that it has used, its workers included. */
  readonly cpuSeconds: () => number
  readonly megabytes: () => number
  readonly stop: () => Promise<void>
}

const ticksPerSecond = 100

const family = (pid: number): ReadonlyArray<number> => {
  const children = execFileSync("ps", ["-e", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
  return [pid, ...children.flatMap(([child]) => family(child!))]
}

/** The CPU seconds of a process and its children. */
const cpuSecondsOf = (pid: number): number =>
  family(pid).reduce((sum, one) => {
    const fields = readFileSync(`/proc/${one}/stat`, "utf8").split(") ").at(-1)!.split(" ")
    return sum + (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  }, 0)

const megabytesOf = (pid: number): number =>
  family(pid).reduce((sum, one) => {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one}/status`, "utf8"))?.[1]
    return sum + Number(kilobytes) / 1024
  }, 0)

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
  nodeOptions: ReadonlyArray<string> = []
): Promise<Running> => {
  const args = [
    "--conditions=@agent-operations/source",
    ...(subject.nodeOptions ?? []),
    ...nodeOptions,
    subject.script,
    ...(subject.args ?? [])
  ]
  const port = await freePort()
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      LOG_LEVEL: "warn",
      NODE_ENV: "production",
      ...database,
      TENANT: organizationId,
      PROJECT: projectId,
      PORT: String(port)
    },
    stdio: ["ignore", "ignore", "inherit"]
  })
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; ; attempt++) {
    const answered = await fetch(`${url}/readyz`).then(
      ({ status }) => status !== 503,
      () => false
    )
    if (answered) break
    if (attempt === 300 || child.exitCode !== null) throw new Error(`${subject.name} does not answer`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    subject,
    url,
    cpuSeconds: () => cpuSecondsOf(child.pid!),
    megabytes: () => Math.round(megabytesOf(child.pid!)),
    stop: () => end(child)
  }
}
