import { Predicate } from "effect"
import { readFileSync } from "node:fs"
import { hostname } from "node:os"

/** A process, told apart from a later one with the same number. */
export interface ProcessIdentity {
  readonly host: string
  readonly pid: number
  /** Which boot of the machine and when in it the process started, where the system tells. */
  readonly started: string | undefined
}

export const isProcessIdentity = (value: unknown): value is ProcessIdentity =>
  Predicate.hasProperty(value, "host") && Predicate.hasProperty(value, "pid") && Number.isInteger(value.pid)

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

/** The state and the start of a process. The second field is a name in parentheses that may hold anything. */
const procStat = (pid: number): { readonly ended: boolean; readonly started: string } | undefined => {
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ")
  const [state, ticks] = [fields?.[0], fields?.[19]]
  if (state === undefined || ticks === undefined) return undefined
  const boot = read("/proc/sys/kernel/random/boot_id")?.trim()
  return { ended: state === "Z" || state === "X", started: `${boot} ${ticks}` }
}

export const thisProcess = (): ProcessIdentity => ({
  host: hostname(),
  pid: process.pid,
  started: procStat(process.pid)?.started
})

/** Whether a process may still run. One of another host cannot be asked, and so may. */
export const mayRun = (other: ProcessIdentity): boolean => {
  if (other.host !== hostname()) return true
  try {
    process.kill(other.pid, 0)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ESRCH") return false
  }
  const now = procStat(other.pid)
  if (now === undefined) return true
  return !now.ended && (other.started === undefined || other.started === now.started)
}
