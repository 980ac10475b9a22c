import { randomUUID } from "node:crypto"
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { hostname } from "node:os"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { CommandError, exits } from "./errors.ts"
import { now } from "./now.ts"
import { present } from "./present.ts"

/** Nobody holds a lock for so long: what is done under one has an end before. */
const staleMs = 60_000
const waitMs = 70_000

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== "ESRCH"
  }
}

/** Whether who made the lock is gone. One of another machine, or that cannot be read, is told by its age alone. */
const isStale = (owner: string, ageMs: number): boolean => {
  const [pid, host] = owner.split(" ")
  return ageMs > staleMs || (host === hostname() && !isAlive(Number(pid)))
}

/** Makes a file; whether there was none. */
const make = async (file: string, text: string): Promise<boolean> => {
  try {
    await writeFile(file, text, { flag: "wx", mode: 0o600 })
    return true
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false
    throw error
  }
}

const ageOf = async (file: string): Promise<number> => now() - ((await present(stat(file)))?.mtimeMs ?? Infinity)

/** Takes a stale lock away, under a lock for that: else it could be one that another has made meanwhile. */
const takeAway = async (file: string, owner: string): Promise<void> => {
  const taking = `${file}.stale`
  if (!(await make(taking, ""))) {
    if ((await ageOf(taking)) > staleMs) await rm(taking, { force: true })
    return
  }
  try {
    if ((await present(readFile(file, "utf8"))) === owner) await rm(file, { force: true })
  } finally {
    await rm(taking, { force: true })
  }
}

const acquire = async (file: string, self: string): Promise<boolean> => {
  if (await make(file, self)) return true
  const owner = await present(readFile(file, "utf8"))
  if (owner !== undefined && isStale(owner, await ageOf(file))) await takeAway(file, owner)
  return false
}

/**
 * Does something while no other process of this person does what has the same lock, a file that is there meanwhile. That
 * of a process that crashed is taken away. `signal` ends the wait for others, and not what is done.
 *
 * @example
 * await withLock("tokens.lock", signal, async () => write(await refresh(await read())))
 */
export const withLock = async <A>(file: string, signal: AbortSignal, run: () => Promise<A>): Promise<A> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const self = `${process.pid} ${hostname()} ${randomUUID()}`
  const until = now() + waitMs
  while (!(await acquire(file, self))) {
    if (now() > until) {
      throw new CommandError(`Another process has held ${file} for more than a minute.`, {
        code: "LOCKED",
        hint: "See what it is; where nothing else of yours runs, remove the file.",
        exit: exits.unforeseen
      })
    }
    // Not all at once again.
    await sleep(20 + Math.random() * 60, undefined, { signal })
  }
  try {
    return await run()
  } finally {
    // After a long sleep of the machine it may be that of another.
    if ((await present(readFile(file, "utf8"))) === self) await rm(file, { force: true })
  }
}
