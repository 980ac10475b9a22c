// The disk of PGlite, whose thread loads this as the process does, with all that can be wrong with it:
// - DISK_WRITES=file: a byte more in that file for each write, which counts them;
// - DISK_ENDS_AT=n: the nth write ends the process;
// - DISK_FAILS_WHILE=file: while that file exists, writes fail with EIO;
// - DISK_SLOW_WHILE=file: while that file exists, each write waits 5 ms.
import fs from "node:fs"
import { isMainThread } from "node:worker_threads"

const { DISK_WRITES: counter, DISK_ENDS_AT: last, DISK_FAILS_WHILE: flag, DISK_SLOW_WHILE: slow } = process.env

const disturbed = <Args extends ReadonlyArray<never>, R>(write: (...args: Args) => R, before: () => void) =>
  ((...args: Args) => {
    before()
    return write(...args)
  }) as never

if (!isMainThread) {
  const counted = counter === undefined ? undefined : fs.openSync(counter, "a")
  const { writeSync } = fs
  const still = new Int32Array(new SharedArrayBuffer(4))
  let writes = 0
  const disturb = () => {
    if (counted !== undefined) writeSync(counted, ".")
    if (++writes === Number(last)) process.kill(process.pid, "SIGKILL")
    if (slow !== undefined && fs.existsSync(slow)) Atomics.wait(still, 0, 0, 5)
    if (flag !== undefined && fs.existsSync(flag)) {
      throw Object.assign(new Error("EIO: i/o error, write"), { code: "EIO", errno: -5, syscall: "write" })
    }
  }
  fs.writeSync = disturbed(fs.writeSync, disturb)
  fs.writeFileSync = disturbed(fs.writeFileSync, disturb)
}
