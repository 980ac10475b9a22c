import { execFile } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Chromium } from "./findChromium.ts"
import { isProgram, onPath, type System } from "./system.ts"

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
const remedy = "Install Chromium, or set CHROMIUM_PATH to one."

const run = promisify(execFile)

/** Ubuntu has a `chromium-browser` that only says how to get the snap; elsewhere `--version` may open a window. */
const runs = async (path: string): Promise<boolean> => {
  if (!isProgram(path)) return false
  if (process.platform !== "linux") return true
  return run(path, ["--version"], { timeout: 30_000 }).then(
    () => true,
    () => false
  )
}

const present = async (system: System): Promise<string | undefined> => {
  for (const path of new Set([...names.flatMap((name) => onPath(system, name)), ...system.places])) {
    if (await runs(path)) return path
  }
  return undefined
}

/** Why Debian's Chromium can't be installed here; undefined where it can be tried. */
const obstacle = (system: System): string | undefined => {
  if (!onPath(system, "apt-get").some(isProgram)) return "There is no Chromium on this system, and no apt-get."
  // Its package leads to a snap, which does not work in containers.
  if (/^ID="?ubuntu"?$/m.test(system.osRelease)) return "There is no Chromium on this system, and Ubuntu packages none."
  return system.root ? undefined : "There is no Chromium on this system, and only root could install it."
}

/** Why it failed; undefined if it did not. */
const install = async ({ env, cache }: System): Promise<string | undefined> => {
  mkdirSync(cache, { recursive: true })
  console.log("Installing Debian's chromium for the tests in a browser …")
  const { stderr } = await run("/bin/sh", [join(import.meta.dirname, "install.sh"), cache], { env }).catch(
    (cause: { readonly stderr?: string; readonly message: string }) => ({ stderr: cause.stderr || cause.message })
  )
  return stderr.trim().replaceAll("\n", " ") || undefined
}

/** The browser of a system, installed if need be. */
export const findChromiumOn = async (system: System): Promise<Chromium> => {
  const wanted = system.env["CHROMIUM_PATH"]
  if (wanted !== undefined && wanted !== "") {
    if (await runs(wanted)) return { path: wanted }
    throw new Error(`CHROMIUM_PATH is ${wanted}, which is not a browser that runs.`)
  }
  const path = await present(system)
  if (path !== undefined) return { path }
  const reason = obstacle(system)
  if (reason !== undefined) return { path: undefined, reason: `${reason} ${remedy}` }
  const failure = await install(system)
  const installed = await present(system)
  if (installed !== undefined) return { path: installed }
  return {
    path: undefined,
    reason: `Debian's chromium could not be installed (${failure ?? "it does not run"}). ${remedy}`
  }
}
