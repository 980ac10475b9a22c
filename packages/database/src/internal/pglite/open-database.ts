import { PGlite, type PGliteOptions } from "@electric-sql/pglite"
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { restrictTree } from "../restrict.ts"
import { DurableFiles } from "./DurableFiles.ts"
import { moveDurably, syncTree } from "./sync-tree.ts"
import type { EngineSettings } from "./messages.ts"
import { logSizeSettings } from "./Upkeep.ts"

// What the engine itself says of a failed start is "failed to initialize"; why is in its log.
const complaint = /\b(?:FATAL|PANIC|ERROR):\s+(.*)/

/** An open database, and what is to be called before its answers are handed on: then they are on the disk. */
export interface OpenDatabase {
  readonly database: PGlite
  readonly settle: () => void
}

const start = async (options: PGliteOptions, parameters: ReadonlyArray<string>): Promise<PGlite> => {
  const complaints: Array<string> = []
  try {
    return await PGlite.create({
      ...options,
      startParams: [...parameters, ...logSizeSettings.flatMap((setting) => ["-c", setting])],
      onStderr: (line) => {
        const match = complaint.exec(line)
        if (match !== null) complaints.push(match[1]!)
        return false
      }
    })
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new Error(complaints.at(-1) ?? message, { cause })
  }
}

/** An image as PGlite reads it, which copies it no more: `Blob` does so four times. */
const blobOf = (image: Uint8Array<ArrayBuffer>): Blob =>
  Object.assign(new Blob(), {
    arrayBuffer: () =>
      Promise.resolve(image.byteLength === image.buffer.byteLength ? image.buffer : image.slice().buffer)
  })

const startUnsynced = async (
  directory: string | undefined,
  image?: EngineSettings["image"]
): Promise<OpenDatabase> => ({
  database: await start(
    {
      ...(directory === undefined ? {} : { dataDir: `file://${directory}` }),
      ...(image === undefined ? {} : { loadDataDir: blobOf(image) })
    },
    PGlite.defaultStartParams
  ),
  settle: () => {}
})

/** Of the ways to sync the log, PGlite's file system passes on `fsync` alone. `-F` turns it off. */
const syncing = [...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"), "-c", "wal_sync_method=fsync"]

const startSynced = async (directory: string): Promise<OpenDatabase> => {
  // Whatever wrote there before may have been killed before it synced, or did not sync at all.
  await syncTree(directory)
  const files = new DurableFiles(directory)
  return { database: await start({ fs: files }, syncing), settle: files.settle }
}

/**
 * Opens the data directory, or makes it. It is made under another name and moved into place when it is whole, so that
 * a first start cut short leaves nothing that a later one would take for a database.
 */
export const openDatabase = async ({ directory, image, create, fsync }: EngineSettings): Promise<OpenDatabase> => {
  if (directory === undefined) return startUnsynced(directory, image)
  if (!existsSync(directory)) {
    if (!create) throw new Error(`${directory} is gone`)
    const unfinished = `${directory}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
    const { database } = await startUnsynced(unfinished, image)
    await database.close()
    // The engine itself creates files that their owner alone can read; the ones that it starts from are open to all.
    restrictTree(unfinished)
    if (fsync) {
      await syncTree(unfinished)
      await moveDurably(unfinished, directory)
    } else renameSync(unfinished, directory)
  }
  return fsync ? startSynced(directory) : startUnsynced(directory)
}
