import { execFile, type ExecFileException, spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./publicPackages.ts"

const catalogs: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  spawnSync("pnpm", ["config", "get", "--json", "catalogs"], { cwd: root, encoding: "utf8" }).stdout
)

/** A dependency at the version that the catalog pins, such as `bun@1.4.5`. */
export const pinned = (name: string): string => {
  const version = catalogs["hosts"]?.[name] ?? catalogs["default"]?.[name]
  if (version === undefined) throw new Error(`No catalog of pnpm-workspace.yaml has ${name}`)
  return `${name}@${version}`
}

/** Writes the files of a host into a directory of its own. A value that is no text becomes JSON. */
export const writeHost = (directory: string, files: Readonly<Record<string, unknown>>): void => {
  for (const [name, content] of Object.entries(files)) {
    const file = join(directory, name)
    mkdirSync(join(file, ".."), { recursive: true })
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content))
  }
}

/** A file of the hosts' sources, in `tooling/checks/hosts`. */
export const source = (name: string): string => readFileSync(join(root, "tooling", "checks", "hosts", name), "utf8")

export interface Ended {
  readonly status: number
  readonly stdout: string
  /** Everything that was printed. */
  readonly output: string
}

// Not this repository's condition: a host's own Node resolves to what was built.
const { NODE_OPTIONS: _, NODE_COMPILE_CACHE: __, CI: ___, ...others } = process.env

/** What a host's programs find in their environment. */
export const environment: NodeJS.ProcessEnv = others

/** Runs a program to its end, in ten minutes at most, as a host's developer would. */
export const run = (
  directory: string,
  [program = "", ...parameters]: ReadonlyArray<string>,
  variables: Readonly<Record<string, string>> = {}
): Promise<Ended> =>
  new Promise((resolve) => {
    const ended = (error: ExecFileException | null, stdout: string, stderr: string) =>
      resolve({
        status: error === null ? 0 : typeof error.code === "number" ? error.code : 1,
        stdout,
        output: `${stdout}${stderr}${error?.code === "ENOENT" ? error.message : ""}${error?.signal ? `It was ended by ${error.signal}.` : ""}`
      })
    const env = { ...environment, ...variables }
    execFile(program, parameters, { cwd: directory, env, timeout: 600_000, maxBuffer: 64 << 20 }, ended)
  })
