import { readFileSync } from "node:fs"
import { addAbortSignal } from "node:stream"
import { CommandError, exits, FolderGone } from "./errors.ts"
import { widthOf } from "./output/style.ts"
import { type RunOptions, run } from "./run.ts"

const versionOfPackage = (): string => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
  return version
}

const currentFolder = (): string => {
  try {
    return process.cwd()
  } catch {
    throw new FolderGone()
  }
}

/** Runs a command line on this process. Its version is that of this package, where no other is given. */
export const runOnProcess = async (options: Pick<RunOptions, "families"> & Partial<RunOptions>): Promise<void> => {
  const { stdout, stderr, stdin, env, argv } = process
  const interrupted = new AbortController()
  stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    // Whoever reads may have read enough: `| head -1`.
    if (code === "EPIPE") process.exit(exits.done)
    interrupted.abort(
      new CommandError(`Standard output: ${message}`, {
        code: "OUTPUT_FAILED",
        hint: "Make room, and run it again.",
        exit: exits.unforeseen
      })
    )
  })
  // How it ends tells as much to whoever closed it.
  stderr.on("error", () => undefined)
  const unfinished: Array<Promise<unknown>> = []
  let isForeground = true
  const interrupt = () => {
    if (!isForeground) return
    // A second one ends the process at once.
    process.off("SIGINT", interrupt)
    interrupted.abort(new Error("It was interrupted."))
  }
  process.on("SIGINT", interrupt)
  // Who stops it with these is to know as well how to go on. While an editor is open they end the process, as ever.
  for (const name of ["SIGTERM", "SIGHUP"] as const) {
    process.once(name, () => (isForeground ? interrupt() : process.exit(exits.interrupted)))
  }
  const exit = await run(
    argv.slice(2),
    {
      env,
      get cwd() {
        return currentFolder()
      },
      // Nothing else would end the wait for what is never typed.
      stdin: () => addAbortSignal(interrupted.signal, stdin),
      isWatched: stderr.isTTY,
      isInteractive: stdin.isTTY,
      columns: stdout.isTTY ? widthOf(env["COLUMNS"], stdout.columns) : undefined,
      out: (text) => stdout.write(text),
      error: (text) => stderr.write(text),
      signal: interrupted.signal,
      finish: (work) => void unfinished.push(work),
      foreground: async (work) => {
        isForeground = false
        return work().finally(() => {
          isForeground = true
        })
      }
    },
    { version: versionOfPackage(), ...options }
  )
  await Promise.allSettled(unfinished)
  // Whoever interrupts does not wait for what else is still under way.
  if (exit === exits.interrupted) process.exit(exit)
  process.exitCode = exit
  // What is still awaited from it keeps the process no longer.
  stdin.destroy()
}
