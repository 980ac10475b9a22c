import { spawn } from "node:child_process"
import { once } from "node:events"
import { messageOf, UsageError } from "../errors.ts"
import type { Session } from "../session.ts"

/** What a shell runs to edit a file. Throws a `UsageError` where there is none and nobody to open one for. */
export const editorOf = ({ terminal: { env, isInteractive }, agent, program }: Session): string => {
  const named = env["VISUAL"] || env["EDITOR"]
  if (named) return named
  if (!agent && isInteractive) return process.platform === "win32" ? "notepad" : "vi"
  throw new UsageError(
    "There is no editor, and no terminal to open one in.",
    `Set VISUAL or EDITOR to a program that edits the file it is given, or update the definition: ${program} --help.`
  )
}

/** Lets somebody edit a file. Rejects with a `UsageError` where the editor does not end well. */
export const runEditor = async (editor: string, file: string, { terminal }: Session): Promise<void> => {
  const { cwd, env, columns, foreground = (work) => work() } = terminal
  const [command, args, shell]: [string, ReadonlyArray<string>, boolean] =
    process.platform === "win32"
      ? [`${editor} "${file}"`, [], true]
      : ["sh", ["-c", `${editor} "$@"`, editor, file], false]
  // Standard output has the result alone, which may go into a pipe.
  const output = columns === undefined ? 2 : "inherit"
  const failed = (why: string) =>
    new UsageError(`The editor ${editor} failed: ${why}`, "Run it again, or set VISUAL or EDITOR to another one.")
  await foreground(async () => {
    const child = spawn(command, args, { cwd, env, shell, stdio: ["inherit", output, "inherit"] })
    const [code, signal] = (await once(child, "close").catch((error: unknown) => {
      throw failed(messageOf(error))
    })) as [number | null, string | null]
    if (code !== 0) throw failed(code === null ? `it was ended by ${signal}.` : `it ended with ${code}.`)
  })
}
