import { assert, describe, it } from "vitest"
import { brokenBy, catchTraceFault } from "./toy/traces/catch.ts"
import { traceFaults } from "./toy/traces/faults.ts"

const seed = Math.floor(Math.random() * 2 ** 31)

describe("a server of traces of another make", () => {
  it("is called wrong by no check", async () => {
    assert.deepStrictEqual(await brokenBy(seed), [], `seed ${seed}`)
  })

  it.each(Object.entries(traceFaults).map(([name, fault]) => ({ name, fault, law: fault.law })))(
    "$law: one that $name is caught",
    async ({ fault }) => {
      assert.notDeepEqual(await catchTraceFault(fault, seed), [], `seed ${seed}`)
    }
  )
})
