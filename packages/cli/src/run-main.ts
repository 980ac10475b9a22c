import { readFileSync } from "node:fs"
import { addAbortSignal } from "node:stream"
import { exits } from "./errors.ts"
import { run } from "./run.ts"

/** Runs the command line on this process. */
export const runMain = async (): Promise<void> => {
  const { stdout, stderr, stdin, env, argv } = process
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8")
  const { version }: { readonly version: string } = JSON.parse(manifest)
  // Whoever reads may have read enough: `| head -1`.
  stdout.on("error", ({ code }: NodeJS.ErrnoException) =>
    process.exit(code === "EPIPE" ? exits.done : exits.unforeseen)
  )
  // How it ends tells as much to whoever closed it.
  stderr.on("error", () => undefined)
  const interrupted = new AbortController()
  process.once("SIGINT", () => interrupted.abort(new Error("It was interrupted.")))
  const exit = await run(
    argv.slice(2),
    {
      env,
      cwd: process.cwd(),
      // Nothing else would end the wait for what is never typed.
      stdin: () => addAbortSignal(interrupted.signal, stdin),
      columns: stdout.isTTY ? stdout.columns : undefined,
      out: (text) => stdout.write(text),
      error: (text) => stderr.write(text),
      signal: interrupted.signal
    },
    { version }
  )
  // Whoever interrupts does not wait for what is still under way.
  if (exit === exits.interrupted) process.exit(exit)
  process.exitCode = exit
}
