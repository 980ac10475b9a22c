import { PGlite } from "@electric-sql/pglite"
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { restrictTree } from "../restrict.ts"
import type { EngineSettings } from "./messages.ts"
import { logSizeSettings } from "./Upkeep.ts"

// What the engine itself says of a failed start is "failed to initialize"; why is in its log.
const complaint = /\b(?:FATAL|PANIC|ERROR):\s+(.*)/

const start = async (settings: Pick<EngineSettings, "directory" | "image">): Promise<PGlite> => {
  const complaints: Array<string> = []
  try {
    return await PGlite.create({
      ...(settings.directory === undefined ? {} : { dataDir: `file://${settings.directory}` }),
      startParams: [...PGlite.defaultStartParams, ...logSizeSettings.flatMap((setting) => ["-c", setting])],
      ...(settings.image === undefined ? {} : { loadDataDir: new Blob([settings.image]) }),
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

/**
 * Opens the data directory, or makes it. It is made under another name and moved into place when it is whole, so that
 * a first start cut short leaves nothing that a later one would take for a database.
 */
export const openDatabase = async (settings: EngineSettings): Promise<PGlite> => {
  const { directory } = settings
  if (directory === undefined) return start(settings)
  if (!existsSync(directory)) {
    if (!settings.create) throw new Error(`${directory} is gone`)
    const unfinished = `${directory}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
    const database = await start({ ...settings, directory: unfinished })
    await database.close()
    // The engine itself creates files that their owner alone can read; the ones that it starts from are open to all.
    restrictTree(unfinished)
    renameSync(unfinished, directory)
  }
  return start({ directory, image: undefined })
}
