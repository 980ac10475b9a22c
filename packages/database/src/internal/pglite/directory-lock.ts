import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { isProcessIdentity, mayRun, type ProcessIdentity, thisProcess } from "./process-identity.ts"

/** Another process, or another client in this one, has the directory. */
export class Locked {
  readonly owner: ProcessIdentity
  readonly file: string
  constructor(owner: ProcessIdentity, file: string) {
    this.owner = owner
    this.file = file
  }
}

interface Claim {
  readonly number: number
  readonly file: string
  /** `undefined` for a file that is gone again, or that a power cut left empty. */
  readonly owner: ProcessIdentity | undefined
}

const ownerOf = (file: string): ProcessIdentity | undefined => {
  try {
    const owner: unknown = JSON.parse(readFileSync(file, "utf8"))
    return isProcessIdentity(owner) ? owner : undefined
  } catch {
    return undefined
  }
}

const claims = (path: string): ReadonlyArray<Claim> =>
  readdirSync(dirname(path))
    .map((name) => ({ name, number: Number(name.slice(basename(path).length + 1)) }))
    .filter(({ name, number }) => name === `${basename(path)}.${number}` && Number.isInteger(number))
    .map(({ name, number }) => ({ number, file: join(dirname(path), name), owner: ownerOf(join(dirname(path), name)) }))

const holder = (found: ReadonlyArray<Claim>): Locked | undefined => {
  const held = found.find(({ owner }) => owner !== undefined && mayRun(owner))
  return held === undefined ? undefined : new Locked(held.owner!, held.file)
}

// A link comes into being with its content, and only where there is no file yet.
const claim = (file: string): boolean => {
  const whole = `${file}.${process.pid}`
  writeFileSync(whole, JSON.stringify(thisProcess()), { mode: 0o600 })
  try {
    linkSync(whole, file)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return false
    throw cause
  } finally {
    rmSync(whole, { force: true })
  }
}

/**
 * Takes the lock at `path`, or says who has it. Returns how to release it. Throws where the directory cannot be written.
 *
 * A claim is a numbered file that names its process; the claims of processes that are no more are stale. To take the
 * lock is to make the file of the next number, which only one process can, and then to find no other claim that
 * holds. Of several that find the same stale claim one gets the next number and the others find it taken. One that was
 * so slow that its number has become free again still finds the newer claim, or is found by it: at worst both step
 * back, never do two hold.
 */
export const lockDirectory = (path: string): (() => void) | Locked => {
  for (;;) {
    const found = claims(path)
    const held = holder(found)
    if (held !== undefined) return held
    const file = `${path}.${Math.max(0, ...found.map(({ number }) => number)) + 1}`
    if (!claim(file)) continue
    const others = claims(path).filter((other) => other.file !== file)
    const rival = holder(others)
    if (rival !== undefined) {
      rmSync(file, { force: true })
      return rival
    }
    for (const stale of others) rmSync(stale.file, { force: true })
    return () => rmSync(file, { force: true })
  }
}
