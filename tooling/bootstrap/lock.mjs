import { randomUUID } from "node:crypto"
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

const heartbeatMs = 2_000
const abandonedAfterMs = 60_000
const pollMs = 100

/**
 * Runs `body` while no other process holds the lock file; waits for one that does, and takes over from one that died.
 *
 * @template A
 * @param {string} file
 * @param {() => Promise<A>} body
 * @param {(holder: { pid: number }) => void} onWait called once if there is somebody to wait for
 * @returns {Promise<A>}
 */
export const withLock = async (file, body, onWait) => {
  mkdirSync(dirname(file), { recursive: true })
  const me = { pid: process.pid, host: hostname(), token: randomUUID() }
  for (let waits = 0; !create(file, JSON.stringify(me)); waits++) {
    const holder = read(file)
    if (holder === undefined) continue
    if (isAbandoned(holder)) takeAway(file, holder)
    else if (waits === 0) onWait(holder)
    await sleep(pollMs)
  }
  const release = () => rmSync(file, { force: true })
  const heartbeat = setInterval(() => beat(file), heartbeatMs)
  process.once("exit", release)
  try {
    return await body()
  } finally {
    clearInterval(heartbeat)
    process.off("exit", release)
    release()
  }
}

/**
 * @typedef {{ pid: number, host: string, token: string, beat: number }} Holder
 */

/** @param {string} file @param {string} content @returns {boolean} false if it exists */
const create = (file, content) => {
  try {
    writeFileSync(file, content, { flag: "wx" })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false
    throw error
  }
}

/** @param {string} file @returns {Holder | undefined} undefined once it is gone */
const read = (file) => {
  try {
    const beat = statSync(file).mtimeMs
    const text = readFileSync(file, "utf8")
    // A file caught between its creation and its content says nothing yet, unless it never will.
    return text === "" ? { pid: process.pid, host: hostname(), token: "empty", beat } : { ...JSON.parse(text), beat }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return undefined
    throw error
  }
}

/** @param {string} file */
const beat = (file) => {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Whoever removed it by hand takes the risk.
  }
}

/** @param {Holder} holder */
const isAbandoned = ({ pid, host, beat }) =>
  Date.now() - beat > abandonedAfterMs || (host === hostname() && !isAlive(pid))

/** @param {number} pid */
const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM"
  }
}

/**
 * Moves the lock aside before it goes, since between our look at it and this moment another may have taken it over:
 * then it is put back.
 *
 * @param {string} file
 * @param {Holder} holder
 */
const takeAway = (file, holder) => {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
    if (read(aside)?.token !== holder.token) linkSync(aside, file)
  } catch {
    // Somebody else was faster; the next look tells.
  }
  rmSync(aside, { force: true })
}
