import { runConformance } from "@agent-operations/conformance"
import { assert, describe, it } from "vitest"
import { faults } from "./toy/faults/index.ts"
import { toyServer } from "./toy/server.ts"

describe("a server that is wrong in one place is caught by the law that it breaks", () => {
  it.each(Object.entries(faults).map(([name, fault]) => ({ name, ...fault })))(
    "$law: one that $name",
    { timeout: 60_000 },
    async ({ law, wrong }) => {
      const report = await runConformance(toyServer(wrong), { laws: [law] })
      const broken = report.verdicts.flatMap(({ outcome }) => (outcome.status === "broken" ? [outcome] : []))
      assert.include(
        broken.map((outcome) => outcome.law),
        law,
        `seed ${report.seed}: ${JSON.stringify(report.verdicts.map(({ title, outcome }) => [title, outcome.status]))}`
      )
      assert.isFalse(report.holds)
    }
  )
})
