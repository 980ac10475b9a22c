import { spawn } from "node:child_process"
import { once } from "node:events"
import { operationsOf, viewFamilies } from "@agent-operations/contract"
import { environment, run } from "./hosts.ts"

/** What a server said until it had ended, and answered. */
export interface Served {
  readonly output: string
  /** The status of each answer, by path or operation. */
  readonly answers: Readonly<Record<string, number>>
  /** How many tools MCP lists, and how many there have to be. */
  readonly tools: number | undefined
  readonly operations: number | undefined
  /** What the programs that call it printed, where they failed. */
  readonly failures: ReadonlyArray<string>
}

/** Whether a server was ready, and answered what it was asked: by MCP with a tool per operation. */
export const isUp = ({ answers, tools, operations, failures }: Served): boolean =>
  Object.values(answers).every((status) => status === 200) &&
  tools !== undefined &&
  tools > 0 &&
  tools === operations &&
  failures.length === 0

/** What a server is asked, and as whom. */
interface Asked {
  /** Operations with their inputs. */
  readonly calls: Readonly<Record<string, object>>
  /** How many operations it has. Default: as many as its document. */
  readonly operations?: number
  readonly credential?: string
  readonly projectId?: string
}

export interface ServeOptions {
  readonly prefix?: string | undefined
  readonly variables?: Readonly<Record<string, string>>
  /** Where it is more or other than to create and to validate a page view. */
  readonly asked?: Asked
  /** Programs that call the server, whose address is their last argument. */
  readonly clients?: ReadonlyArray<ReadonlyArray<string>>
}

const draft = { source: { type: "react", code: "export default () => <b/>" }, settings: { target: "traces" } }

const pageViews = (): Asked => ({
  calls: { create_page_view: { name: crypto.randomUUID(), ...draft }, validate_page_view: { draft } },
  operations: operationsOf(viewFamilies).length
})

const post = ({ credential = "any", projectId = "p" }: Asked, url: string, body: object) => {
  const headers = {
    authorization: `Bearer ${credential}`,
    "x-project-id": projectId,
    "content-type": "application/json"
  }
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) })
}

const call = async (asked: Asked, url: string, operation: string, input: object): Promise<number> => {
  const response = await post(asked, `${url}/api/agent/${operation}`, input)
  await response.text()
  return response.status
}

const listTools = async (asked: Asked, url: string): Promise<number | undefined> => {
  const response = await post(asked, `${url}/api/mcp`, { jsonrpc: "2.0", id: 1, method: "tools/list" })
  const text = await response.text()
  return response.status === 200 ? JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result?.tools.length : undefined
}

/** How many operations the document of a server has. */
const countOperations = async (url: string): Promise<number> => {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { readonly paths: object }
  return Object.keys(paths).filter((path) => path.startsWith("/api/agent/")).length
}

const ask = async (url: string, asked = pageViews()): Promise<Omit<Served, "output" | "failures">> => {
  const answers: Record<string, number> = { "/readyz": (await fetch(`${url}/readyz`)).status }
  for (const [operation, input] of Object.entries(asked.calls)) {
    answers[operation] = await call(asked, url, operation, input)
  }
  const operations = asked.operations ?? (await countOperations(url))
  return { answers, tools: await listTools(asked, url), operations }
}

/**
 * Starts a server that prints its address, asks it whether it is ready, to create, to validate and to list its tools, has
 * its clients call it, and ends it. Where it ends by itself nothing was asked, and `output` says why.
 */
export const serve = async (
  directory: string,
  [program = "", ...parameters]: ReadonlyArray<string>,
  { prefix = "", variables = {}, asked, clients = [] }: ServeOptions = {}
): Promise<Served> => {
  const child = spawn(program, parameters, { cwd: directory, env: { ...environment, ...variables } })
  let output = ""
  const address = new Promise<string | undefined>((resolve) => {
    const read = (chunk: Buffer) => {
      output += String(chunk)
      const [url] = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(output) ?? []
      if (url !== undefined) resolve(url)
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    child.once("error", (error) => resolve(void (output += error.message)))
    child.once("close", () => resolve(undefined))
    setTimeout(() => resolve(undefined), 300_000).unref()
  })
  const origin = await address
  let told: Omit<Served, "output" | "failures"> = { answers: {}, tools: undefined, operations: undefined }
  const failures: Array<string> = []
  try {
    if (origin !== undefined) told = await ask(`${origin}${prefix}`, asked)
    for (const client of origin === undefined ? [] : clients) {
      const ended = await run(directory, [...client, `${origin}${prefix}`], variables)
      if (ended.status !== 0) failures.push(ended.output)
    }
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      const closed = once(child, "close")
      child.kill("SIGTERM")
      const late = setTimeout(() => child.kill("SIGKILL"), 10_000)
      await closed
      clearTimeout(late)
    }
  }
  return { output, ...told, failures }
}
