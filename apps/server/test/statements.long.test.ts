import { describe, it } from "vitest"
import { assertOneTenant, watchStatements } from "./statements.ts"

describe("the statements of the whole suite over a server on PostgreSQL", () => {
  const watched = watchStatements({ scale: 0.02 })

  it("A3: touch one tenant only, but for those that say why they cannot", () => assertOneTenant(watched()))
})
