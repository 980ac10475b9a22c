/**
 * A setup file of vitest: what a file of tests started and left running, such as the server of a test that took too
 * long, ends with the file. It would else hold the streams that it inherited, and vitest waits for their end. It ends
 * with the file's worker, too, when that is killed.
 */
import { afterAll } from "vitest"
import { watchChildren } from "./watchChildren.ts"

const running = watchChildren()

afterAll(() => {
  for (const child of running) {
    child.kill("SIGTERM")
    // One that a test froze takes no other signal.
    child.kill("SIGCONT")
  }
})
