import { viewFamilies } from "@agent-operations/contract"
import { assert, describe, it } from "vitest"
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
      // What every answer is held to is caught wherever it is answered.
      const [about, others] = [true, false].map((is) =>
        checks.filter(({ covers }) => covers.includes(requirement) === is)
      )
      const broken: Array<string> = []
      // What a document says wrong of errors breaks E2 as well.
      const isCaught = () => broken.some((one) => one === law || name in document)
      for (const one of [...about!, ...others!.filter((one) => about!.length === 0 || one.law === law)]) {
        const outcome = await run(one)
        if (outcome.status === "broken") broken.push(outcome.law)
        if (isCaught()) break
      }
      assert.isTrue(isCaught(), `seed ${seed}: ${broken.join(", ")}`)
    }
  )
})
