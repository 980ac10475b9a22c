import { spawn } from "node:child_process"
import { once } from "node:events"
import { environment } from "./hosts.ts"

/** What a server said until it had ended, and answered, by path or operation. */
export interface Served {
  readonly output: string
  readonly ready: number | undefined
  readonly create: number | undefined
  readonly validate: number | undefined
}

const draft = { source: { type: "react", code: "export default () => <b/>" }, settings: { target: "traces" } }

const call = async (url: string, operation: string, input: object): Promise<number> => {
  const headers = { authorization: "Bearer any", "x-project-id": "p", "content-type": "application/json" }
  const path = `${url}/api/agent/${operation}`
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(input) })
  await response.text()
  return response.status
}

/**
 * Starts a server that prints its address, asks it whether it is ready, to create and to validate, and ends it. Where it
 * ends by itself nothing was asked, and `output` says why.
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
    validate: await call(url, "validate_page_view", { draft })
  })
  const origin = await address
  let answers: Omit<Served, "output"> = { ready: undefined, create: undefined, validate: undefined }
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
