import { createHash, randomUUID } from "node:crypto"
import { open, realpath, rename, stat, unlink } from "node:fs/promises"
import { resolve } from "node:path"
import { setImmediate } from "node:timers/promises"
import { CommandError, exits, messageOf, UsageError } from "../errors.ts"
import { present } from "../present.ts"
import type { Terminal } from "../terminal.ts"

/** Where rows go. */
export interface Sink {
  /** Writes whole lines. Unless they are the last of a row, none of it stays in a file where it ends before that. */
  readonly write: (lines: string, isWhole?: boolean) => Promise<void>
  /** All is written. */
  readonly close: () => Promise<void>
  /** Ends before that, and keeps what was written for whoever goes on at `cursor`. Answers where it is kept. */
  readonly keep: (cursor: string | undefined) => Promise<string | undefined>
}

/** Standard output: what is written stays written. */
export const standardOutput = ({ out, signal }: Terminal): Sink => ({
  write: async (lines) => {
    out(lines)
    // What went wrong with it is told then.
    await setImmediate()
    signal.throwIfAborted()
  },
  close: () => Promise.resolve(),
  keep: () => Promise.resolve(undefined)
})

/** The file behind a name, which is replaced in the end, and not what leads to it. */
const targetOf = async (name: string, cwd: string): Promise<string> => {
  const path = resolve(cwd, name)
  const found = await present(stat(path))
  if (found === undefined) return path
  if (found.isFile()) return realpath(path)
  throw new UsageError(`--output ${name}: this is no file.`, "Name a file, or leave it out for standard output.")
}

/**
 * A file that is written beside, and has its name once it is whole. What was kept of an export that ended at `after` is
 * gone on with: `isContinued`. Rejects before anything is asked for where it cannot be written.
 */
export const openFile = async (
  name: string,
  after: string | undefined,
  { cwd }: Terminal
): Promise<Sink & { readonly isContinued: boolean }> => {
  const failed = (error: unknown) =>
    error instanceof CommandError
      ? error
      : new CommandError(`--output ${name}: ${messageOf(error)}`, {
          code: "OUTPUT_FAILED",
          hint: "Make room, or name a file that can be written.",
          exit: exits.unforeseen
        })
  const attempt = <A>(promise: Promise<A>): Promise<A> =>
    promise.catch((error: unknown) => Promise.reject(failed(error)))

  const target = await attempt(targetOf(name, cwd))
  // Named by where it goes on, so that nothing else is appended to it; and two that go on with it are not one file.
  const partOf = (cursor: string) => `${target}.${createHash("sha256").update(cursor).digest("hex").slice(0, 8)}.part`
  const written = `${target}.${randomUUID().slice(0, 8)}.part`
  const isContinued =
    after !== undefined && (await attempt(present(rename(partOf(after), written).then(() => true)))) === true
  if (after !== undefined && !isContinued && (await attempt(present(stat(target)))) !== undefined) {
    throw new UsageError(
      `--output ${name}: it is there, and nothing is kept of an export that ended at --after.`,
      "Name another file for the rows after it."
    )
  }
  const handle = await attempt(open(written, "a"))
  // What is kept ends with a whole row.
  let { size } = await handle.stat()
  let end = size
  let isOpen = true

  return {
    isContinued,
    write: (lines, isWhole = true) =>
      attempt(
        (async () => {
          await handle.appendFile(lines)
          end += Buffer.byteLength(lines)
          if (isWhole) size = end
        })()
      ),
    close: () =>
      attempt(
        (async () => {
          await handle.sync()
          isOpen = false
          await handle.close()
          await rename(written, target)
        })()
      ),
    keep: async (cursor) => {
      if (isOpen) {
        await handle.truncate(size)
        await handle.close()
      }
      if (size === 0) {
        await unlink(written)
        return undefined
      }
      if (cursor === undefined) return written
      await rename(written, partOf(cursor))
      return partOf(cursor)
    }
  }
}
