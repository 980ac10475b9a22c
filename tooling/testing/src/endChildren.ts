/**
 * A setup file of vitest: what a file of tests started and left running, such as the server of a test that took too
 * long, ends with the file. It would else hold the streams that it inherited, and vitest waits for their end.
 */
import type { ChildProcess } from "node:child_process"
import { subscribe } from "node:diagnostics_channel"
import { afterAll } from "vitest"

const running = new Set<ChildProcess>()

subscribe("child_process", (message) => {
  const { process: child } = message as { readonly process: ChildProcess }
  running.add(child)
  child.once("exit", () => running.delete(child))
})

afterAll(() => {
  for (const child of running) {
    child.kill("SIGTERM")
    // One that a test froze takes no other signal.
    child.kill("SIGCONT")
  }
})
