import { datasets as ofDatasets } from "@agent-operations/contract/datasets"
import { datasets } from "@agent-operations/evals"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { checksOf } from "../src/run.ts"
import { makeRunner } from "../src/runner.ts"
import { servedOf } from "../src/served.ts"
import { databases, startKit } from "./kit.ts"
import { type DatasetFault, datasetFaults } from "./toy/datasets/faults.ts"
import { wrongly } from "./toy/wrongly.ts"

const served = servedOf([ofDatasets])
const checks = checksOf(served, { laws: ["D1", "D2", "D3"] }).filter(({ law }) => law.startsWith("D"))
const seed = Math.floor(Math.random() * 2 ** 31)

let host: Awaited<ReturnType<typeof startKit>>
beforeAll(async () => void (host = await startKit(databases[0]!, { families: [datasets()], logLevel: "None" })))
afterAll(() => host?.close())

/** The laws that the checks of a requirement see broken. */
const brokenBy = async (wrong: DatasetFault["wrong"], about: (requirement: string) => boolean) => {
  const { run } = makeRunner(served, wrongly(host, wrong), { seed, scale: 0.5, quick: true })
  const broken: Array<string> = []
  for (const one of checks.filter(({ covers }) => covers.some(about))) {
    const outcome = await run(one)
    if (outcome.status !== "held") broken.push(outcome.status === "broken" ? outcome.law : JSON.stringify(outcome))
  }
  return broken
}

describe("a server of datasets", () => {
  it("is called wrong by no check where it is right", async () => {
    const broken = await brokenBy(
      (right) => right,
      () => true
    )
    assert.deepStrictEqual(broken, [], `seed ${seed}`)
  })

  it.each(Object.entries(datasetFaults).map(([name, fault]) => ({ name, fault, law: fault.law })))(
    "$law: one that $name is caught",
    async ({ fault: { law, requirement, wrong } }) => {
      assert.deepStrictEqual(await brokenBy(wrong, (one) => one === requirement), [law], `seed ${seed}`)
    }
  )
})
