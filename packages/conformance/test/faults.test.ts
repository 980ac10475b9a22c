import { readFileSync } from "node:fs"
import { runConformance } from "@agent-operations/conformance"
import { assert, describe, it } from "vitest"
import { faults } from "./toy/faults.ts"
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

  it.each(["README.md", "SECURITY.md"])("%s says how many there are", (file) => {
    const text = readFileSync(`${import.meta.dirname}/../../../${file}`, "utf8")
    assert.include(text, `${Object.keys(faults).length} servers`)
  })

  it("and the README lists each with its law", () => {
    const readme = readFileSync(`${import.meta.dirname}/../README.md`, "utf8")
    const listed = [...readme.matchAll(/^\| (.+) \| ([A-Z]\d) \|$/gm)].map(([, name, law]) => [name, law])
    assert.deepStrictEqual(
      listed,
      Object.entries(faults).map(([name, { law }]) => [name, law])
    )
  })
})
