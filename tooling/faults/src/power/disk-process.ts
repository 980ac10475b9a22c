/**
 * Keeps a directory in memory and forgets what was not synced when it is told so. Its argument is the directory; it ends,
 * and unmounts it, with the process that started it.
 */
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync } from "node:fs"
import { promisify } from "node:util"
import { randomFrom } from "../scenario.ts"
import { Files } from "./files.ts"
import { serve } from "./fuse.ts"

/** What it is told. */
export type Command =
  | { readonly type: "syncAll" }
  /** From its reply on nothing is read or written. */
  | { readonly type: "cut" }
  /** Everything comes back that was synced; with a seed some of the rest. */
  | { readonly type: "restore"; readonly seed: number | undefined }

const directory = process.argv[2]!
const files = new Files()

const run = promisify(execFile)

const mount = async () => {
  const device = openSync("/dev/fuse", "r+")
  const options = `fd=${device},rootmode=40000,user_id=0,group_id=0,allow_other`
  // `mount` has to have the device open under the same number.
  const mounting = spawn("mount", ["-i", "-t", "fuse", "-o", options, "forgetful", directory], {
    stdio: [...Array.from({ length: device }, () => "ignore" as const), device]
  })
  const [code] = (await once(mounting, "exit")) as [number]
  if (code !== 0) throw new Error(`mount ended with ${code}`)
  return { device, ...serve(files, device) }
}

/** Whatever waits for an answer meanwhile is told that there is none. */
const unmount = async ({ device }: { readonly device: number }) => {
  await run("umount", ["--no-canonicalize", "--force", "--lazy", directory])
  closeSync(device)
}

let mounted = await mount()

const obey = async (command: Command): Promise<unknown> => {
  switch (command.type) {
    case "syncAll":
      return files.syncAll()
    case "cut":
      return mounted.freeze()
    case "restore": {
      await unmount(mounted)
      const loss = files.losePower(command.seed === undefined ? undefined : randomFrom(command.seed))
      mounted = await mount()
      return loss
    }
  }
}

process.on("message", (command: Command) => void obey(command).then((result) => process.send!(result ?? null)))
process.on("disconnect", () => {
  mounted.freeze()
  void unmount(mounted).finally(() => process.exit())
})
// A signal to all of a terminal's processes must not leave the directory mounted: this one ends with its starter.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})
process.send!("mounted")
