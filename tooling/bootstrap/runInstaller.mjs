import { spawn } from "node:child_process"
import { createWriteStream } from "node:fs"
import { Failure } from "./failure.mjs"
import { explain } from "./explain.mjs"

const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])

/**
 * Runs npm or pnpm, with its words in a log rather than on the screen; what it fails with is put in one line.
 *
 * @param {string} what
 * @param {{ program: string, args: string[] }} command
 * @param {{ cwd: string, log: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<void>}
 */
export const runInstaller = (what, { program, args }, { cwd, log, env = {} }) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: program.endsWith(".cmd")
    })
    const file = createWriteStream(log)
    file.on("error", () => {})
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk
        file.write(chunk)
      })
    }
    /** @param {NodeJS.Signals} signal */
    const interrupt = (signal) => {
      child.kill(signal)
      settle(() => reject(new Failure("Interrupted. Nothing is half-installed: the same command starts over.", 130)))
    }
    /** @param {() => void} end */
    const settle = (end) => {
      for (const signal of signals) process.off(signal, interrupt)
      file.end(end)
    }
    for (const signal of signals) process.on(signal, interrupt)
    child.once("error", (error) => settle(() => reject(new Failure(`${program} can't be run: ${error.message}`))))
    child.once("close", (code) => settle(code === 0 ? resolve : () => reject(explain(what, output, log))))
  })
