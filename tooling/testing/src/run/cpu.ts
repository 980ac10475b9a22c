/**
 * A setup file of vitest: notes the CPU seconds of each file of tests, with those of the processes that it started, for
 * `Covered`. Unlike the time on the wall they are about the same whatever else the machine does.
 */
import { readdirSync, readFileSync } from "node:fs"
import { afterAll } from "vitest"

declare module "vitest" {
  interface TaskMeta {
    /** CPU seconds of a file of tests, and of the processes that it started. */
    cpuSeconds?: number
  }
}

/** Linux's unit in `/proc`, which is the same on every machine. */
const ticksPerSecond = 100

/** A process may end meanwhile, and where there is no Linux there is no `/proc`. */
const orElse = <T>(otherwise: T, read: () => T): T => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** Seconds of a process, and of those of its children that have ended. */
const secondsOf = (pid: number | string) => {
  const [utime = 0, stime = 0, ofEnded = 0, systemOfEnded = 0] = orElse("", () =>
    readFileSync(`/proc/${pid}/stat`, "utf8")
  )
    .replace(/^.*\) /s, "")
    .split(" ")
    .slice(11, 15)
    .map(Number)
  return { own: (utime + stime) / ticksPerSecond, ended: (ofEnded + systemOfEnded) / ticksPerSecond }
}

const childrenOf = (pid: number | string): ReadonlyArray<string> =>
  orElse<ReadonlyArray<string>>([], () => readdirSync(`/proc/${pid}/task`)).flatMap((thread) =>
    orElse("", () => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8"))
      .split(" ")
      .filter(Boolean)
  )

const ofRunning = (pid: number | string): number =>
  childrenOf(pid)
    .map((child) => {
      const { own, ended } = secondsOf(child)
      return own + ended + ofRunning(child)
    })
    .reduce((sum, seconds) => sum + seconds, 0)

const now = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + secondsOf(process.pid).ended + ofRunning(process.pid)
}

const before = now()

// oxlint-disable-next-line no-empty-pattern -- vitest refuses a name: it reads the fixtures that a hook takes from it.
afterAll(({}, { file }) => {
  file.meta.cpuSeconds = now() - before
})
