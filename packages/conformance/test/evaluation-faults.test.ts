import { randomBytes } from "node:crypto"
import { apps, datasets, evaluations, scorers } from "@agent-operations/evals"
import { secretKeys } from "@agent-operations/evals/secrets"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { Redacted } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { checksOf } from "../src/run.ts"
import { makeRunner } from "../src/runner.ts"
import { servedOf } from "../src/served.ts"
import { databases, startKit } from "./kit.ts"
import { evaluationFamilies } from "./toy/evaluations/families.ts"
import { type EvaluationFault, evaluationFaults } from "./toy/evaluations/faults.ts"
import { wrongly } from "./toy/wrongly.ts"

const served = servedOf(evaluationFamilies)
const checks = checksOf(served, { laws: ["X1", "X2", "X3", "F1"] }).filter(({ family }) => family === "evaluations")

let host: Awaited<ReturnType<typeof startKit>>
beforeAll(async () => {
  const keys = secretKeys([Redacted.make(randomBytes(32).toString("base64url"))])
  const recorded = traces()
  const over = { datasets: datasets(), scorers: scorers(), apps: apps({ keys }) }
  const runs = evaluations(over, { worker: { isAlone: true } })
  const families = [recorded, prompts(recorded), over.datasets, over.scorers, over.apps, runs]
  host = await startKit(databases[0]!, { families, logLevel: "None" })
})
afterAll(() => host?.close())

/** The laws that the checks of a requirement see broken. */
const brokenBy = async (wrong: EvaluationFault["wrong"], about: (requirement: string) => boolean) => {
  const { run } = makeRunner(served, wrongly(host, wrong), { seed: 1, quick: true })
  const outcomes = await Promise.all(checks.filter(({ covers }) => covers.some(about)).map((one) => run(one)))
  return outcomes.flatMap((outcome) =>
    outcome.status === "held" ? [] : outcome.status === "broken" ? outcome.law : JSON.stringify(outcome)
  )
}

describe("a server of evaluation runs", () => {
  it("is called wrong by no check where it is right", async () => {
    assert.lengthOf(checks, 3)
    const broken = await brokenBy(
      (right) => right,
      () => true
    )
    assert.deepStrictEqual(broken, [])
  })

  it.each(Object.entries(evaluationFaults).map(([name, fault]) => ({ name, fault, law: fault.law })))(
    "$law: one that $name is caught",
    async ({ fault: { law, requirement, wrong } }) => {
      assert.deepStrictEqual(await brokenBy(wrong, (one) => one === requirement), [law])
    }
  )
})
