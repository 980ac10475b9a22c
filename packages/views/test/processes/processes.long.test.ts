import { describe, it } from "vitest"
import { loseNothing } from "./deaths.ts"

describe.each(["PGlite", "PostgreSQL"] as const)("the deaths of processes that write to %s", (kind) => {
  it("R9: lose no acknowledged write, and leave none half made", () => loseNothing(kind, 12))
})
