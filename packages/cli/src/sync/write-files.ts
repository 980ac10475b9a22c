import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { CommandError, exits, messageOf } from "../errors.ts"

const failed = (path: string, error: unknown, hint: string) =>
  new CommandError(`${path}: ${messageOf(error)}`, { code: "WRITE_FAILED", hint, exit: exits.unforeseen })

/**
 * Writes files below a folder, each beside its place and then renamed there, in their order, and removes others. Throws a
 * `CommandError` where one cannot be written: nothing was changed then.
 */
export const writeFiles = (
  root: string,
  files: ReadonlyMap<string, string>,
  removed: ReadonlyArray<string> = [],
  write: (path: string, text: string) => void = (path, text) => writeFileSync(path, text, { flag: "wx" })
): void => {
  const written: Array<readonly [from: string, to: string]> = []
  const folders: Array<string> = []
  for (const [path, text] of files) {
    const to = join(root, path)
    const from = join(dirname(to), `.${basename(to)}.${process.pid}.tmp`)
    try {
      const made = mkdirSync(dirname(to), { recursive: true })
      if (made !== undefined) folders.push(made)
      rmSync(from, { force: true })
      written.push([from, to])
      write(from, text)
    } catch (error) {
      for (const [from] of written) rmSync(from, { force: true })
      for (const folder of folders.toReversed()) rmSync(folder, { recursive: true })
      throw failed(
        path,
        error,
        "No definition in the folder was changed. Make it writable, with room, and run it again."
      )
    }
  }
  for (const [from, to] of written) {
    try {
      renameSync(from, to)
    } catch (error) {
      for (const [from] of written) rmSync(from, { force: true })
      throw failed(to, error, "Some files are replaced already. Remove what is in the way, and run it again.")
    }
  }
  for (const path of removed) rmSync(join(root, path), { force: true })
}
