import { spawn } from "node:child_process"
import { constants } from "node:os"
import { Failure } from "./failure.mjs"
import { onInterruption } from "./interruption.mjs"

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
    onInterruption((signal) => {
      if (detached) child.kill(signal)
    })
    child.once("error", (error) => reject(new Failure(`${program()} can't be run: ${error.message}`)))
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 1 : constants.signals[signal])))
  })
