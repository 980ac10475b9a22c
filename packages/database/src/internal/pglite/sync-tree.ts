import { open, readdir, rename } from "node:fs/promises"
import { dirname, join } from "node:path"

/** Windows has no way to sync a directory, and needs none: its directories are synced with their files. */
export const syncsDirectories = process.platform !== "win32"

const sync = async (path: string): Promise<void> => {
  const file = await open(path, "r")
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Syncs a directory and all that is in it. At once: the thousand files of a database then take a tenth of a second, and
 * one after the other a second, since those that wait for the disk together share its flush.
 */
export const syncTree = async (directory: string): Promise<void> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() || (syncsDirectories && entry.isDirectory()))
  await Promise.all(files.map((entry) => sync(join(entry.parentPath, entry.name))))
  if (syncsDirectories) await sync(directory)
}

/** Moves what is synced, so that a loss of power finds it in one of both places. */
export const moveDurably = async (from: string, to: string): Promise<void> => {
  await rename(from, to)
  if (syncsDirectories) await sync(dirname(to))
}
