/** A setup file of vitest: the next file in this worker finds the clock, the globals and the environment as they were. */
import { afterAll, vi } from "vitest"

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
