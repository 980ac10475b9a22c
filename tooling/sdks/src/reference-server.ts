import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { root } from "./programs.ts"

const main = join(root, "apps", "server", "src", "main.ts")

/** What a shell has after the lines that a start prints were pasted into it. */
const pasted = (printed: string): Readonly<Record<string, string>> => {
  const lines = printed.split("\n").filter((line) => line.startsWith("export "))
  const names = lines.map((line) => /^export (\w+)=/.exec(line)![1]!)
  const script = [...lines, ...names.map((name) => `printf '%s\\0' "$${name}"`)].join("\n")
  const values = execFileSync("sh", ["-c", script], { encoding: "utf8", env: {} }).split("\0")
  return Object.fromEntries(names.map((name, index) => [name, values[index]!]))
}

/** Starts the reference server, as `npm start` does, and waits until it listens. */
export const startServer = async (settings: Readonly<Record<string, string>>) => {
  const { PATH = "", HOME = "" } = process.env
  const child: ChildProcess = spawn(process.execPath, ["--conditions=@agent-operations/source", main, "serve"], {
    env: { PATH, HOME, LOG_LEVEL: "warn", DEMO: "false", ...settings },
    stdio: ["ignore", "pipe", "inherit"]
  })
  let printed = ""
  await new Promise<void>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${printed}`)))
    child.stdout!.on("data", (chunk: Buffer) => {
      printed += String(chunk)
      if (printed.includes("Listening on")) resolve()
    })
  })
  return {
    /** What the first start prints for a shell. */
    exports: pasted(printed),
    stop: async (signal: NodeJS.Signals = "SIGTERM") => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, "exit")
    }
  }
}
