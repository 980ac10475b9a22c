import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { threadId } from "node:worker_threads"
import { restrict } from "../internal/restrict.ts"

/** How many images are kept, of 25 MB each: those that were used last. */
const most = 24

const staleMillis = 3_600_000

const ancestors = (directory: string): ReadonlyArray<string> =>
  dirname(directory) === directory ? [directory] : [directory, ...ancestors(dirname(directory))]

/** The cache of the nearest package that has dependencies, if there is one. */
const ofPackage = (): ReadonlyArray<string> =>
  ancestors(process.cwd())
    .map((directory) => join(directory, "node_modules"))
    .filter((modules) => existsSync(modules))
    .slice(0, 1)
    .map((modules) => join(modules, ".cache", "agent-operations"))

/** A directory that another user cannot have put images into. Throws where that cannot be had. */
const ofUser = (): string => {
  const directory = join(tmpdir(), `agent-operations-${process.geteuid?.() ?? "cache"}`)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  restrict(directory)
  return directory
}

const orElse = <A, B>(attempt: () => A, otherwise: B): A | B => {
  try {
    return attempt()
  } catch {
    return otherwise
  }
}

/**
 * Where files are kept: beside the dependencies of the package that the process runs in, or where that cannot be
 * written, in the user's own temporary directory.
 */
export const cacheDirectories = (): ReadonlyArray<string> => [
  ...ofPackage(),
  ...orElse((): ReadonlyArray<string> => [ofUser()], [])
]

const digestBytes = 32
const digestOf = (content: Uint8Array): Buffer => createHash("sha256").update(content).digest()

/** A file as it was written whole, or nothing: one that was cut short or changed is as good as none. */
const readWhole = (path: string): Uint8Array<ArrayBuffer> | undefined => {
  const file = readFileSync(path)
  const content = new Uint8Array(file.buffer, file.byteOffset + digestBytes, file.length - digestBytes)
  if (!digestOf(content).equals(file.subarray(0, digestBytes))) return undefined
  const now = new Date()
  orElse(() => utimesSync(path, now, now), undefined)
  return content
}

/** What is kept under a name, if it is there and whole. Notes that it was used. */
export const readCached = (name: string): Uint8Array<ArrayBuffer> | undefined =>
  cacheDirectories().reduce<Uint8Array<ArrayBuffer> | undefined>(
    (found, directory) => found ?? orElse(() => readWhole(join(directory, name)), undefined),
    undefined
  )

const lastUse = (path: string): number => orElse(() => statSync(path).mtimeMs, 0)

/** The names of what is kept in a directory, the one that was used last first. */
const namesIn = (directory: string): ReadonlyArray<string> =>
  orElse(() => readdirSync(directory), [])
    .filter((name) => name.endsWith(".tar"))
    .map((name) => ({ name, at: lastUse(join(directory, name)) }))
    .toSorted((a, b) => b.at - a.at)
    .map(({ name }) => name)

/** The name of what was used last. */
export const lastCached = (): string | undefined => cacheDirectories().flatMap(namesIn)[0]

/** Removes what was not used for long, and what was left unfinished long before `now`. */
const removeOld = (directory: string, now: number): void => {
  const unfinished = readdirSync(directory).filter(
    (name) => name.includes(".tar.") && now - lastUse(join(directory, name)) > staleMillis
  )
  for (const name of [...namesIn(directory).slice(most), ...unfinished]) {
    orElse(() => rmSync(join(directory, name), { force: true }), undefined)
  }
}

const writeWhole = (directory: string, name: string, content: Uint8Array): true => {
  mkdirSync(directory, { recursive: true })
  const own = join(directory, `${name}.${process.pid}.${threadId}`)
  try {
    writeFileSync(own, Buffer.concat([digestOf(content), content]), { mode: 0o600 })
    renameSync(own, join(directory, name))
  } finally {
    rmSync(own, { force: true })
  }
  removeOld(directory, lastUse(join(directory, name)))
  return true
}

/** Keeps something under a name, in the first place where that works. Where none does, it is not kept. */
export const writeCached = (name: string, content: Uint8Array): void => {
  cacheDirectories().some((directory) => orElse(() => writeWhole(directory, name, content), false))
}
