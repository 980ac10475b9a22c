import { metrics } from "@agent-operations/contract/metrics"
import { traces } from "@agent-operations/contract/traces"
import { checksOf } from "../../../src/run.ts"
import { makeRunner } from "../../../src/runner.ts"
import { servedOf } from "../../../src/served.ts"
import type { TraceFault } from "./faults.ts"
import { traceServer } from "./server.ts"

const served = servedOf([traces, metrics])

/** The checks of traces themselves: what every family is held to is tried on others. */
const traceChecks = checksOf(served, {}).filter(({ covers }) => covers.some((one) => /^(T\d|otlp|A7|C1)/.test(one)))

/** Which laws are seen broken by the checks of what a server does wrong. */
export const catchTraceFault = async (
  { requirement, wrong }: TraceFault,
  seed: number
): Promise<ReadonlyArray<string>> => {
  const { run } = makeRunner(served, traceServer(wrong), { seed, scale: 0.3 })
  for (const one of traceChecks.filter(({ covers }) => covers.includes(requirement))) {
    const outcome = await run(one)
    if (outcome.status === "broken") return [outcome.law, outcome.message]
  }
  return []
}

/** What a right server is said to break. */
export const brokenBy = async (seed: number): Promise<ReadonlyArray<string>> => {
  const { run } = makeRunner(served, traceServer(), { seed, scale: 0.3 })
  const broken: Array<string> = []
  for (const one of traceChecks) {
    const outcome = await run(one)
    if (outcome.status !== "held") broken.push(`${one.title}: ${JSON.stringify(outcome).slice(0, 1500)}`)
  }
  return broken
}
