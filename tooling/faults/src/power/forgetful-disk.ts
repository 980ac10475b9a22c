import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Command } from "./disk-process.ts"
import type { Loss } from "./files.ts"

/** A directory on a disk that forgets what was not synced. */
export interface ForgetfulDisk {
  readonly directory: string
  readonly syncAll: () => Promise<void>
  /** From now on nothing is read or written: whoever tries waits. */
  readonly cut: () => Promise<void>
  /** Puts back what was synced and, with a seed, some of what was not. To be called once who used it is killed. */
  readonly restore: (seed: number | undefined) => Promise<Loss>
  readonly close: () => Promise<void>
}

/** Mounts such a disk, by FUSE: that takes Linux, root and /dev/fuse. It is served by a process of its own. */
export const forgetfulDisk = async (): Promise<ForgetfulDisk> => {
  const directory = mkdtempSync(join(tmpdir(), "forgetful-"))
  const child = fork(join(import.meta.dirname, "disk-process.ts"), [directory], { execArgv: process.execArgv })
  const exited = once(child, "exit")
  const reply = async () => {
    const ended = exited.then(([code]) => {
      throw new Error(`The forgetful disk ended with ${code}`)
    })
    const [message] = (await Promise.race([once(child, "message"), ended])) as [unknown]
    return message
  }
  const tell = (command: Command) => {
    child.send(command)
    return reply()
  }
  await reply()
  return {
    directory,
    syncAll: async () => void (await tell({ type: "syncAll" })),
    cut: async () => void (await tell({ type: "cut" })),
    restore: async (seed) => (await tell({ type: "restore", seed })) as Loss,
    close: async () => {
      child.disconnect()
      await exited
      rmdirSync(directory)
    }
  }
}
