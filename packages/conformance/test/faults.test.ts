import { runConformance } from "@agent-operations/conformance"
import { assert, describe, it } from "vitest"
import { viewFamilies } from "@agent-operations/contract"
import { checksOf } from "../src/run.ts"
import { makeRunner } from "../src/runner.ts"
import { servedOf } from "../src/served.ts"
import { document } from "./toy/faults/document.ts"
import { faults } from "./toy/faults/index.ts"
import { toyServer } from "./toy/server.ts"

describe("a server that is wrong in one place is caught by the law that it breaks", () => {
  const ofServers = Object.entries(faults).filter(([name]) => !(name in document))
  it.each(ofServers.map(([name, fault]) => ({ name, ...fault })))(
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

  // The document is not looked at by others.
  const served = servedOf(viewFamilies)
  const checks = checksOf(served, { laws: ["C2"] })
  it.each(Object.entries(document).map(([name, fault]) => ({ name, ...fault })))(
    "$requirement: one that $name",
    { timeout: 60_000 },
    async ({ requirement, wrong }) => {
      const { run } = makeRunner(served, toyServer(wrong), { seed: 1 })
      const broken: Array<string> = []
      for (const one of checks.filter(({ covers }) => covers.includes(requirement))) {
        const outcome = await run(one)
        if (outcome.status === "broken") broken.push(outcome.message)
      }
      assert.notStrictEqual(broken.join("\n"), "")
    }
  )
})
