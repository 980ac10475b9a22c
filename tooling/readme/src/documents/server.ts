import { spawn } from "node:child_process"
import { root } from "./blocks.ts"

/** Starts the reference server on a database of its own, and reads its URL and the exports that it prints, at its first start. */
export const startServer = async (env: NodeJS.ProcessEnv, port = 0) => {
  const child = spawn(
    process.execPath,
    ["--conditions=@agent-operations/source", "apps/server/src/main.ts", "serve", "--port", String(port)],
    { cwd: root, env: { ...process.env, LOG_LEVEL: "none", DEMO: "false", DATABASE_URL: "", ...env } }
  )
  const ended = new Promise((resolve) => child.once("close", resolve))
  const printed = await new Promise<{ url: string; exports: NodeJS.ProcessEnv }>((resolve, reject) => {
    let output = ""
    const read = (chunk: unknown) => {
      output += String(chunk)
      const url = /Listening on (http\S+)/.exec(output)?.[1]
      if (url === undefined) return
      const exports = [...output.matchAll(/^export (\w+)=(.+)$/gm)].map(([, name, value]) => [name, value])
      resolve({ url, exports: Object.fromEntries(exports) })
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    child.once("close", () => reject(new Error(`The server ended: ${output}`)))
  })
  const stop = async () => {
    child.kill()
    await ended
  }
  return { ...printed, stop }
}
