import { assert, describe, it } from "vitest"
import { runFaults, scenarios } from "../src/run.ts"
import { canCutPower } from "../src/scenarios/power-cut.ts"

const seed = Math.floor(Math.random() * 2 ** 31)

describe(`faults (seed ${seed})`, () => {
  it.for(Object.keys(scenarios).filter((name) => scenarios[name]!.short > 0))(
    "R9: %s, a few times",
    { timeout: 180_000 },
    async (name, { skip }) => {
      if (name.endsWith("disk") && process.getuid?.() !== 0) skip("only root can mount a small disk")
      if (name === "power-cut" && !canCutPower()) skip("it takes Linux, root and /dev/fuse")
      const { figures, failures } = await runFaults({ only: [name], seed, long: false }, () => {})
      assert.deepStrictEqual(failures, [])
      assert.isNotEmpty(figures)
    }
  )
})
