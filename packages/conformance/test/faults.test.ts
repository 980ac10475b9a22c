import { assert, describe, it } from "vitest"
import { catchFault } from "./toy/faults/catch.ts"
import { faults } from "./toy/faults/index.ts"

describe("a server that is wrong in one place is caught by the law that it breaks", () => {
  it.each(Object.entries(faults).map(([name, fault]) => ({ name, fault, requirement: fault.requirement })))(
    "$requirement: one that $name",
    async ({ name, fault }) => {
      const { by, seed, broken } = await catchFault(name, fault)
      assert.isDefined(by, `seed ${seed}: ${broken.join(", ")}`)
    }
  )
})
