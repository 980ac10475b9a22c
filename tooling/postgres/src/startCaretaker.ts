import { type ChildProcess, spawn } from "node:child_process"
import type { Socket } from "node:net"
import { join } from "node:path"

/**
 * Starts what outlives this process to end the server whose number `pidFile` holds and to remove its directory `home`,
 * as soon as the caretaker's standard input closes.
 */
export const startCaretaker = (home: string, pidFile: string): ChildProcess => {
  const caretaker = spawn(process.execPath, [join(import.meta.dirname, "caretaker.ts"), home, pidFile], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"]
  })
  caretaker.unref()
  // A pipe is a socket to Node, and would else keep this process alive.
  ;(caretaker.stdin as Socket).unref()
  return caretaker
}
