import { assert, describe, it } from "vitest"
import { runFaults, scenarios } from "../src/run.ts"

const seed = Math.floor(Math.random() * 2 ** 31)

describe(`faults (seed ${seed})`, () => {
  it.for(Object.keys(scenarios))("R9: %s, a few times", { timeout: 180_000 }, async (name, { skip }) => {
    if (name === "disk" && process.getuid?.() !== 0) skip("only root can mount a small disk")
    const { figures, failures } = await runFaults({ only: [name], seed, long: false }, () => {})
    assert.deepStrictEqual(failures, [])
    assert.isNotEmpty(figures)
  })
})
