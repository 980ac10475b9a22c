import { apps } from "@agent-operations/evals"
import { secretKeys } from "@agent-operations/evals/secrets"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { Redacted } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { checksOf } from "../src/run.ts"
import { makeRunner } from "../src/runner.ts"
import { servedOf } from "../src/served.ts"
import { databases, startKit } from "./kit.ts"
import { type AppFault, appFaults } from "./toy/apps/faults.ts"
import { wrongly } from "./toy/wrongly.ts"

const recorded = traces()
const families = [recorded, prompts(recorded), apps({ keys: secretKeys([Redacted.make("k".repeat(43))]) })] as const
const served = servedOf(families)
const checks = checksOf(served, { laws: ["G2"] }).filter(({ law }) => law === "G2")

let host: Awaited<ReturnType<typeof startKit>>
beforeAll(async () => void (host = await startKit(databases[0]!, { families, logLevel: "None" })))
afterAll(() => host?.close())

const brokenBy = async (wrong: AppFault["wrong"]) => {
  const { run } = makeRunner(served, wrongly(host, wrong), { seed: 1, quick: true })
  const outcomes = await Promise.all(checks.map((one) => run(one)))
  return outcomes.flatMap((outcome) =>
    outcome.status === "held" ? [] : outcome.status === "broken" ? outcome.law : JSON.stringify(outcome)
  )
}

describe("a server of apps", () => {
  it("G2: is called wrong by no check where it is right", async () => {
    assert.lengthOf(checks, 1)
    assert.deepStrictEqual(await brokenBy((right) => right), [])
  })

  it.each(Object.entries(appFaults).map(([name, fault]) => ({ name, ...fault })))(
    "$law: one that $name is caught",
    async ({ law, wrong }) => {
      assert.deepStrictEqual(await brokenBy(wrong), [law])
    }
  )
})
