import { spawn } from "node:child_process"
import { freePort } from "@agent-operations/postgres-for-tests"

const examples = `${import.meta.dirname}/../../kit/examples`

/** Starts an example of the kit in a host's server. */
export const start = async (name: string, env: Readonly<Record<string, string>> = {}) => {
  const port = await freePort()
  const child = spawn(process.execPath, [`${examples}/${name}.ts`], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  await Promise.race([
    new Promise((resolve) => child.stdout.once("data", resolve)),
    exited.then(() => Promise.reject(new Error(`The example ${name} ended.`)))
  ])
  const close = () => {
    child.kill("SIGTERM")
    return exited
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

/** An example whose identity is one person, who reaches every project. */
export const startExample = async (name: string, path = "/ops") => {
  const { url, close } = await start(name)
  return { url: url + path, key: "let-me-in", projectId: "conformance", otherProjectId: "another", close }
}
