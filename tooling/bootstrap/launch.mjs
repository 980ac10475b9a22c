import { spawn } from "node:child_process"
import { constants } from "node:os"
import { Failure } from "./failure.mjs"

const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])

/** A terminal and npm both pass on one Ctrl-C; what comes later is meant. */
const sameSignalMs = 1_000

const orphanPollMs = 250

/**
 * Runs a command in place of this process: its streams are ours, a signal to us reaches it once, its exit code is ours.
 *
 * @param {import("./commands.mjs").Command} command
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>}
 */
export const launch = ({ program, args }, options) =>
  new Promise((resolve, reject) => {
    // Out of the terminal's foreground group, so that only we pass signals on. Windows has neither.
    const detached = process.platform !== "win32"
    const child = spawn(program(), args, { ...options, stdio: "inherit", detached })
    const last = new Map()
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      const now = performance.now()
      if (detached && !(now - last.get(signal) < sameSignalMs)) child.kill(signal)
      last.set(signal, now)
    }
    for (const signal of signals) process.on(signal, passOn)
    whenOrphaned(() => passOn("SIGTERM"))
    child.once("error", (error) => reject(new Failure(`${program()} can't be run: ${error.message}`)))
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 1 : constants.signals[signal])))
  })

/**
 * npm runs scripts in a shell, which dies of a signal to npm without telling us. What npm was told to end must end.
 *
 * @param {() => void} end
 */
const whenOrphaned = (end) => {
  if (process.env["npm_lifecycle_event"] === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, orphanPollMs)
  timer.unref()
}
