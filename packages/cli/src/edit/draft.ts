import { mkdtemp, open, readFile, rename, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { UsageError } from "../errors.ts"
import { present } from "../present.ts"

/** No server takes more. */
const mostBytes = 8 * 1024 * 1024

/** A file that is edited, which only its owner can read. */
export interface Draft {
  readonly file: string
  /** Replaces its text; where that fails, it is as it was. */
  readonly write: (text: string) => Promise<void>
  /** Reads its text, without a BOM; empty where the file is gone. Rejects with a `UsageError` where it is none. */
  readonly read: () => Promise<string>
  /** Removes it with its directory, where the system lets it. */
  readonly remove: () => Promise<void>
}

/** Makes a draft in a directory of its own. */
export const makeDraft = async (name: string, directory: string = tmpdir()): Promise<Draft> => {
  const file = join(await mkdtemp(join(directory, "agent-operations-")), name)
  const write = async (text: string) => {
    const beside = `${file}~new`
    const handle = await open(beside, "w", 0o600)
    try {
      await handle.writeFile(text)
    } finally {
      await handle.close()
    }
    await rename(beside, file)
  }
  const read = async () => {
    const bytes = (await present(readFile(file))) ?? Buffer.alloc(0)
    if (bytes.length > mostBytes) throw new UsageError(`It has more than ${mostBytes} bytes.`, "Make it smaller.")
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    } catch {
      throw new UsageError("It is no UTF-8.", "Have the editor save it as UTF-8.")
    }
  }
  // Where an editor still has it open, some systems refuse; what was sent is sent all the same.
  const remove = () => rm(dirname(file), { recursive: true, force: true }).catch(() => undefined)
  return { file, write, read, remove }
}
