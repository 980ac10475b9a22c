import { randomUUID } from "node:crypto"
import { mkdir, open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"

/**
 * Writes a file beside and renames it, so that whoever reads has the old text or the new one, and after a crash too. The
 * folder is made where there is none. `mode` is that of the new file: by default only its owner reads it.
 */
export const replaceFile = async (file: string, text: string, mode = 0o600): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const beside = `${file}.${randomUUID()}`
  try {
    const handle = await open(beside, "wx", mode)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
