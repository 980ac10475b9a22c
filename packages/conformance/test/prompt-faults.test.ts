import { prompts as ofPrompts } from "@agent-operations/contract/prompts"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { checksOf } from "../src/run.ts"
import { makeRunner } from "../src/runner.ts"
import { servedOf } from "../src/served.ts"
import { databases, startKit } from "./kit.ts"
import { wrongly } from "./toy/wrongly.ts"
import { type PromptFault, promptFaults } from "./toy/prompts/faults.ts"

const served = servedOf([ofPrompts])
const checks = checksOf(served, { laws: ["M1", "M3"] }).filter(({ law }) => law === "M1" || law === "M3")
const seed = Math.floor(Math.random() * 2 ** 31)

let host: Awaited<ReturnType<typeof startKit>>
beforeAll(async () => {
  const recorded = traces()
  host = await startKit(databases[0]!, { families: [recorded, prompts(recorded)], logLevel: "None" })
})
afterAll(() => host?.close())

/** Which checks of a requirement see a law broken. */
const brokenBy = async (wrong: PromptFault["wrong"], about: (requirement: string) => boolean) => {
  const { run } = makeRunner(served, wrongly(host, wrong), { seed, scale: 0.5, quick: true })
  const broken: Array<string> = []
  for (const one of checks.filter(({ covers }) => covers.some(about))) {
    const outcome = await run(one)
    if (outcome.status !== "held") broken.push(outcome.status === "broken" ? outcome.law : JSON.stringify(outcome))
  }
  return broken
}

describe("a server of prompts", () => {
  it("is called wrong by no check where it is right", async () => {
    assert.deepStrictEqual(
      await brokenBy(
        (right) => right,
        () => true
      ),
      [],
      `seed ${seed}`
    )
  })

  it.each(Object.entries(promptFaults).map(([name, fault]) => ({ name, fault, law: fault.law })))(
    "$law: one that $name is caught",
    async ({ fault: { law, requirement, wrong } }) => {
      assert.deepStrictEqual(await brokenBy(wrong, (one) => one === requirement), [law], `seed ${seed}`)
    }
  )
})
