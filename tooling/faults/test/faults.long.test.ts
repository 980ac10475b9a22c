import { describe, it } from "vitest"
import { scenarios } from "../src/run.ts"
import { hold } from "./hold.ts"

const seed = Math.floor(Math.random() * 2 ** 31)

describe(`faults, within the times of the README (seed ${seed})`, () => {
  it.for(Object.entries(scenarios).filter(([, { short }]) => short > 0))(
    "R9: %s, a few times",
    { timeout: 1_800_000 },
    ([name, { short: count }], { skip }) => hold(name, { seed, count, long: true }, skip)
  )
})
