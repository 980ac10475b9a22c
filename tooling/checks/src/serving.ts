import { spawn } from "node:child_process"
import { once } from "node:events"
import { operationsOf, viewFamilies } from "@agent-operations/contract"
import { environment } from "./hosts.ts"

/** What a server said until it had ended, and answered, by path or operation. */
export interface Served {
  readonly output: string
  readonly ready: number | undefined
  readonly create: number | undefined
  readonly validate: number | undefined
  /** How many tools MCP lists. */
  readonly tools: number | undefined
}

/** Whether a server was ready, and answered what it was asked: by MCP with a tool per operation. */
export const isUp = ({ ready, create, validate, tools }: Served): boolean =>
  ready === 200 && create === 200 && validate === 200 && tools === operationsOf(viewFamilies).length

const draft = { source: { type: "react", code: "export default () => <b/>" }, settings: { target: "traces" } }

const post = (url: string, body: object) => {
  const headers = { authorization: "Bearer any", "x-project-id": "p", "content-type": "application/json" }
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) })
}

const call = async (url: string, operation: string, input: object): Promise<number> => {
  const response = await post(`${url}/api/agent/${operation}`, input)
  await response.text()
  return response.status
}

const listTools = async (url: string): Promise<number | undefined> => {
  const response = await post(`${url}/api/mcp`, { jsonrpc: "2.0", id: 1, method: "tools/list" })
  const text = await response.text()
  return response.status === 200 ? JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result?.tools.length : undefined
}

/**
 * Starts a server that prints its address, asks it whether it is ready, to create, to validate and to list its tools, and
 * ends it. Where it ends by itself nothing was asked, and `output` says why.
 */
export const serve = async (
  directory: string,
  [program = "", ...parameters]: ReadonlyArray<string>,
  { prefix = "", variables = {} }: { prefix?: string | undefined; variables?: Readonly<Record<string, string>> } = {}
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
    setTimeout(() => resolve(undefined), 60_000).unref()
  })
  const ask = async (url: string) => ({
    ready: (await fetch(`${url}/readyz`)).status,
    create: await call(url, "create_page_view", { name: crypto.randomUUID(), ...draft }),
    validate: await call(url, "validate_page_view", { draft }),
    tools: await listTools(url)
  })
  const origin = await address
  let answers: Omit<Served, "output"> = { ready: undefined, create: undefined, validate: undefined, tools: undefined }
  try {
    if (origin !== undefined) answers = await ask(`${origin}${prefix}`)
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      const closed = once(child, "close")
      child.kill("SIGTERM")
      const late = setTimeout(() => child.kill("SIGKILL"), 10_000)
      await closed
      clearTimeout(late)
    }
  }
  return { output, ...answers }
}
