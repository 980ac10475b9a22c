import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync, readdirSync, realpathSync } from "node:fs"
import type { Stats } from "node:fs"
import { join } from "node:path"

/** Why a file or a directory cannot be kept from other users, and what to do. */
export class NotPrivate extends Error {
  readonly hint: string
  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

/** `undefined` on Windows, which has no modes. */
const effectiveUser = process.geteuid?.()

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

const isOpenToOthers = ({ mode }: Stats): boolean => (mode & 0o077) !== 0

/** Opened once and changed by its descriptor, so that nothing can be put in its place meanwhile. */
const restrictOpened = (fd: number, path: string, beforeChange: () => void): boolean => {
  const found = fstatSync(fd)
  if (found.uid !== effectiveUser) {
    throw new NotPrivate(
      `${path} belongs to user ${found.uid}, and this process runs as user ${effectiveUser}`,
      `Run as user ${found.uid}, use another directory, or give it to this user: chown -R ${effectiveUser} ${path}`
    )
  }
  if (!isOpenToOthers(found)) return false
  beforeChange()
  fchmodSync(fd, found.isDirectory() ? 0o700 : 0o600)
  if (isOpenToOthers(fstatSync(fd))) {
    throw new NotPrivate(
      `the file system of ${path} does not keep file permissions`,
      "Use a directory on a file system that keeps the permissions of files."
    )
  }
  return true
}

const openItself = (path: string): number => {
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ELOOP") throw cause
    throw new NotPrivate(`${path} is a symbolic link`, `Put the file itself in its place, or delete ${path}.`)
  }
}

/**
 * Takes all rights to a file or a directory from other users, and tells whether they had any. Never follows a symbolic
 * link. Throws `NotPrivate` where it belongs to another user or cannot be changed.
 */
export const restrict = (path: string, { beforeChange = () => {} } = {}): boolean => {
  if (effectiveUser === undefined) return false
  const fd = openItself(path)
  try {
    return restrictOpened(fd, path, beforeChange)
  } finally {
    closeSync(fd)
  }
}

/** Where a symbolic link leads, if nobody else can have set it; any other path as it is. */
export const followLink = (path: string): string => {
  const link = lstatSync(path, { throwIfNoEntry: false })
  if (effectiveUser === undefined || link?.isSymbolicLink() !== true) return path
  if (link.uid !== effectiveUser && link.uid !== 0) {
    throw new NotPrivate(`${path} is a symbolic link that user ${link.uid} created`, `Delete ${path}.`)
  }
  return realpathSync(path)
}

/** The same for a directory and all that is in it. */
export const restrictTree = (directory: string): void => {
  restrict(directory)
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) restrict(join(entry.parentPath, entry.name))
  }
}
