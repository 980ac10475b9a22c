import { viewFamilies } from "@agent-operations/contract"
import { assert, describe, it } from "vitest"
import type { Check } from "../src/check.ts"
import { checksOf } from "../src/run.ts"
import { makeRunner } from "../src/runner.ts"
import { servedOf } from "../src/served.ts"
import { document } from "./toy/faults/document.ts"
import { faults } from "./toy/faults/index.ts"
import { toyServer } from "./toy/server.ts"

const served = servedOf(viewFamilies)
const checks = checksOf(served, {})

describe("a server that is wrong in one place is caught by the law that it breaks", () => {
  it.each(Object.entries(faults).map(([name, fault]) => ({ name, ...fault })))(
    "$requirement: one that $name",
    { timeout: 60_000 },
    async ({ name, law, requirement, wrong }) => {
      const { run, seed } = makeRunner(served, toyServer(wrong))
      // A check of the requirement catches it under any law, since another may be seen broken first; others under its own.
      const isAbout = (one: Check) => one.covers.includes(requirement)
      const some = [...checks.filter(isAbout), ...checks.filter((one) => !isAbout(one) && one.law === law)]
      const broken: Array<string> = []
      let isCaught = false
      // What every answer is held to is covered by no check of its own.
      for (const one of some.some(isAbout) ? some : checks) {
        const outcome = await run(one)
        if (outcome.status !== "broken") continue
        broken.push(outcome.law)
        isCaught = isAbout(one) || outcome.law === law || name in document
        if (isCaught) break
      }
      assert.isTrue(isCaught, `seed ${seed}: ${broken.join(", ")}`)
    }
  )
})
