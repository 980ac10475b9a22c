import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"

type Env = Readonly<Record<string, string | undefined>>

/** The first of some variables that is a whole path: one that depends on where a command runs is none of this person's. */
const pathOf = (env: Env, ...names: ReadonlyArray<string>): string | undefined =>
  names.map((name) => env[name]).find((path) => path !== undefined && isAbsolute(path))

/** What is below the home directory; undefined where there is none. */
const belowHome = (env: Env, folder: string, systemHome: () => string): string | undefined => {
  try {
    return join(pathOf(env, "HOME") ?? systemHome(), folder)
  } catch {
    return undefined
  }
}

const own = (folder: string | undefined) => folder && join(folder, "agent-operations")

/** Where the command line keeps what is this person's; undefined where there is no home directory. */
export const configDirectory = (env: Env, systemHome = homedir): string | undefined =>
  own(pathOf(env, "XDG_CONFIG_HOME", "APPDATA") ?? belowHome(env, ".config", systemHome))

/**
 * Where compiled code is kept, which is run: not in a folder that others can write to, as that of temporary files is.
 * Undefined where there is no home directory.
 */
export const cacheDirectory = (env: Env, systemHome = homedir): string | undefined =>
  own(pathOf(env, "XDG_CACHE_HOME", "LOCALAPPDATA") ?? belowHome(env, ".cache", systemHome))
