import { reviews } from "@agent-operations/evals"
import { traces } from "@agent-operations/traces"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { checksOf } from "../src/run.ts"
import { makeRunner } from "../src/runner.ts"
import { servedOf } from "../src/served.ts"
import { databases, startKit } from "./kit.ts"
import { asked, reviewFamilies } from "./toy/reviews/families.ts"
import { type ReviewFault, reviewFaults } from "./toy/reviews/faults.ts"
import { wrongly } from "./toy/wrongly.ts"

const served = servedOf(reviewFamilies)
const checks = checksOf(served, { laws: ["H1"] }).filter(({ law }) => law === "H1")

let host: Awaited<ReturnType<typeof startKit>>
beforeAll(async () => {
  const recorded = traces()
  host = await startKit(databases[0]!, { families: [recorded, asked, reviews(recorded)], logLevel: "None" })
})
afterAll(() => host?.close())

const brokenBy = async (wrong: ReviewFault["wrong"]) => {
  const { run } = makeRunner(served, wrongly(host, wrong), { seed: 1, quick: true })
  const outcomes = await Promise.all(checks.map((one) => run(one)))
  return outcomes.flatMap((outcome) =>
    outcome.status === "held" ? [] : outcome.status === "broken" ? outcome.law : JSON.stringify(outcome)
  )
}

describe("a server of reviews", () => {
  it("H1: is called wrong by no check where it is right", async () => {
    assert.lengthOf(checks, 1)
    assert.deepStrictEqual(await brokenBy((right) => right), [])
  })

  it.each(Object.entries(reviewFaults).map(([name, fault]) => ({ name, ...fault })))(
    "$law: one that $name is caught",
    async ({ law, wrong }) => {
      assert.deepStrictEqual(await brokenBy(wrong), [law])
    }
  )
})
