import { spawn } from "node:child_process"
import { constants } from "node:os"
import { Failure } from "./failure.mjs"
import { onInterruption } from "./interruption.mjs"

const patienceMs = 1_000

/**
 * Runs a command in place of this process: its streams are ours, a signal to us reaches it once, its exit code is ours.
 *
 * @param {import("./commands.mjs").Command} command
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>}
 */
export const launch = ({ program, args, group = false }, options) =>
  new Promise((resolve, reject) => {
    // Out of the terminal's foreground group, so that only we pass signals on. Windows has neither.
    const detached = process.platform !== "win32"
    const child = spawn(program(), args, { ...options, stdio: "inherit", detached })
    onInterruption((signal) => {
      if (!detached || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      if (!group) return void child.kill(signal)
      process.kill(-child.pid, signal)
      // The compiler first ends what it is at, which may take a minute.
      setTimeout(() => child.kill("SIGKILL"), patienceMs).unref()
    })
    child.once("error", (error) => reject(new Failure(`${program()} can't be run: ${error.message}`)))
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 1 : constants.signals[signal])))
  })
