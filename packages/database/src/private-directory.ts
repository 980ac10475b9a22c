import { Effect } from "effect"
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { DatabaseStartError } from "./DatabaseStartError.ts"
import { followLink, NotPrivate, restrict } from "./internal/restrict.ts"

/** What the database and the server keep in a data directory. */
const isOurs = (name: string): boolean => /^(pglite|auth-secret|secrets-keys)(\.|$)/.test(name)

/** Taking the right to read from others must not break what else they use there, such as `/var`. */
const refuseShared = (directory: string): void => {
  const other = readdirSync(directory, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && !isOurs(entry.name)
  )
  if (other === undefined) return
  throw new NotPrivate(
    `${directory} is open to other users and holds other directories, such as ${other.name}`,
    `Use a directory of its own, such as ${join(directory, "agent-operations")}, or run: chmod 700 ${directory}`
  )
}

const secure = (directory: string) => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = followLink(directory)
  return { path, wasOpen: restrict(path, { beforeChange: () => refuseShared(path) }) }
}

/**
 * Creates a data directory that only this user can list, read or write (mode 0700), with its parents, and closes an
 * existing one to others. Returns its absolute path, symbolic links resolved.
 *
 * Fails with `DirectoryNotPrivate`, and a hint that says what to do, if the directory belongs to another user, is a
 * symbolic link that another user created, is open to others and holds other directories, or is on a file system that
 * keeps no permissions. On Windows it only creates the directory.
 *
 * @example
 * const path = yield* privateDirectory(".data")
 */
export const privateDirectory = Effect.fnUntraced(function* (
  directory: string
): Effect.fn.Return<string, DatabaseStartError> {
  const absolute = resolve(directory)
  const { path, wasOpen } = yield* Effect.try({
    try: () => secure(absolute),
    catch: (cause) => directoryError(absolute, cause)
  })
  if (wasOpen) {
    yield* Effect.logWarning(`The data directory ${path} was open to other users of this machine. It is private now.`)
  }
  return path
})

/** What a data directory was refused for. */
export const directoryError = (directory: string, cause: unknown): DatabaseStartError =>
  cause instanceof NotPrivate
    ? new DatabaseStartError({
        reason: "DirectoryNotPrivate",
        message: `The data directory cannot be made private: ${cause.message}.`,
        hint: cause.hint,
        cause
      })
    : new DatabaseStartError({
        reason: "DirectoryNotWritable",
        message: `The data directory ${directory} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
        hint: "Give this user the right to write there, free some space, or use another directory.",
        cause
      })

/**
 * Reads a file of a private directory, and takes the rights of other users first where they have any. Fails if it is a
 * symbolic link, or belongs to another user, who then knows or wrote what is in it.
 */
export const readPrivateFile = (path: string): Effect.Effect<string, DatabaseStartError> =>
  Effect.try({
    try: () => {
      restrict(path)
      return readFileSync(path, "utf8")
    },
    catch: (cause) => directoryError(path, cause)
  })
