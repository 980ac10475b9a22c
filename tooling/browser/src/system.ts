import { accessSync, constants, readFileSync } from "node:fs"
import { delimiter, join } from "node:path"

/** What finding a browser depends on. */
export interface System {
  readonly env: NodeJS.ProcessEnv
  /** Paths where browsers usually are. */
  readonly places: ReadonlyArray<string>
  readonly root: boolean
  /** `/etc/os-release`, empty where there is none. */
  readonly osRelease: string
  /** A directory for the lock of an install, and the reason of one that failed. */
  readonly cache: string
}

const usual = [
  "/opt/google/chrome/chrome",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:/Program Files/Google/Chrome/Application/chrome.exe",
  "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe"
]

const readIfThere = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/** The system that this process runs on. */
export const thisSystem = (cache: string): System => ({
  env: process.env,
  places: [...["/usr/bin", "/usr/local/bin"].map((directory) => join(directory, "chromium")), ...usual],
  root: process.getuid?.() === 0,
  osRelease: readIfThere("/etc/os-release"),
  cache
})

/** Whether a path is a program that we may run. */
export const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where programs of a name would be on the PATH. */
export const onPath = ({ env }: System, name: string): ReadonlyArray<string> =>
  (env["PATH"] ?? "")
    .split(delimiter)
    .filter((directory) => directory !== "")
    .map((directory) => join(directory, name))
