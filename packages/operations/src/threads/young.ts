import { setFlagsFromString } from "node:v8"

/**
 * Has threads that start from now on keep as much that is young as their own limits say, and not as the flags of the process do.
 * V8 gives a thread that is out of memory 16 MB more to end with: one that may keep more than that young takes the whole
 * process with it, and hosts do set such flags, which make a server faster.
 */
export const leaveYoungToLimits = (): void => {
  try {
    for (const flag of ["--max-semi-space-size=0", "--min-semi-space-size=0"]) setFlagsFromString(flag)
  } catch {
    // Bun and Deno let nobody set them.
  }
}
