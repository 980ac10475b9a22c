import { describe, it } from "vitest"
import { hold } from "./hold.ts"

const seed = Math.floor(Math.random() * 2 ** 31)

// The other scenarios fill disks, cut the power or hold answers to a time: `faults.long.test.ts`.
describe(`faults (seed ${seed})`, () => {
  it.for(["kill-writes", "kill-ingestion", "clock"])("R9: %s, a few times", { timeout: 900_000 }, (name, { skip }) =>
    hold(name, { seed, long: false }, skip)
  )
})
