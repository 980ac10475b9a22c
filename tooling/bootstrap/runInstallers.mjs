import { spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { explain } from "./explain.mjs"
import { Failure } from "./failure.mjs"
import { onInterruption } from "./interruption.mjs"

/**
 * Runs npm, pnpm and what they brought one after the other, with their words in a log rather than on the screen; what
 * one fails with is put in one line, drawn from what all of them said.
 *
 * @param {string} what
 * @param {(() => { program: string, args: string[] })[]} commands
 * @param {{ cwd: string, log: string }} options
 */
export const runInstallers = async (what, commands, { cwd, log }) => {
  let said = ""
  try {
    for (const command of commands) await run(command(), cwd, (words) => (said += words))
  } catch (error) {
    if (error instanceof Failure) throw error
    throw explain(what, `${said}${/** @type {Error} */ (error).message}\n`, log)
  } finally {
    keep(log, said)
  }
}

/**
 * @param {{ program: string, args: string[] }} command
 * @param {string} cwd
 * @param {(words: string) => void} hear
 * @returns {Promise<void>}
 */
const run = ({ program, args }, cwd, hear) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: installerEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      shell: program.endsWith(".cmd")
    })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", hear)
    const stopListening = onInterruption((signal) => {
      child.kill(signal)
      reject(new Failure("Interrupted. Nothing half-installed is kept: the same command starts over.", 130))
    })
    child.once("error", reject)
    child.once("close", (code, signal) => {
      stopListening()
      if (code === 0) resolve()
      else reject(new Error(`${program} ended with ${signal ?? `exit code ${code}`}`))
    })
  })

/** pnpm asks nobody, and finds a registry that npm was given in the environment. */
const installerEnvironment = () => {
  const registry = process.env["npm_config_registry"]
  return { CI: "true", ...(registry === undefined ? {} : { pnpm_config_registry: registry }), ...process.env }
}

/** @param {string} log @param {string} text */
const keep = (log, text) => {
  try {
    writeFileSync(log, text)
  } catch {
    // The disk may be full; the reason is on the screen.
  }
}
