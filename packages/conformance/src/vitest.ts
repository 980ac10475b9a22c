/**
 * The laws as tests of vitest.
 *
 * @packageDocumentation
 */
import { afterAll, beforeAll, describe, it } from "vitest"
import { viewFamilies } from "@agent-operations/contract"
import { preflight } from "./preflight.ts"
import { rejectedAdvice, renderObstacle, renderVerdict } from "./report.ts"
import type { Refused } from "./prepare.ts"
import { checksOf, type Options } from "./run.ts"
import { makeRunner, type Runner } from "./runner.ts"
import { servedOf } from "./served.ts"
import type { StartedTarget } from "./target.ts"

/**
 * Declares a test a check. A check that the target has nothing for is shown as skipped, with the reason.
 *
 * @example
 * describeConformance("my server", async () => ({ url: "http://localhost:4400", key, projectId }))
 *
 * @example
 * describeConformance("my server", start, { families: [definitionFamily(AlertRule)] })
 */
export const describeConformance = (
  name: string,
  start: () => Promise<StartedTarget>,
  {
    families = viewFamilies,
    familyChecks,
    laws,
    seed = Math.floor(Math.random() * 2 ** 31),
    timeout = 120_000,
    ...options
  }: Options & { readonly timeout?: number } = {}
): void =>
  void describe(`the laws on ${name} (seed ${seed})`, () => {
    const served = servedOf(families)
    let target: StartedTarget
    let runner: Runner
    let refused: ReadonlyArray<Refused> = []
    beforeAll(async () => {
      target = await start()
      runner = makeRunner(served, target, { ...options, seed })
      const obstacle = await preflight(target, families, options)
      if (obstacle !== undefined) throw new Error(renderObstacle(obstacle))
      refused = await runner.prepare()
    }, timeout)
    afterAll(async () => {
      try {
        await runner?.clear()
      } finally {
        await target?.close?.()
      }
    }, timeout)
    for (const { name: kind } of served.kinds.filter(({ isBuiltIn }) => !isBuiltIn)) {
      it(`before any law: the server takes the example of ${kind}`, () => {
        const found = refused.find((one) => one.kind === kind)
        if (found !== undefined) throw new Error(`${found.status} ${found.code}: ${found.message} ${rejectedAdvice}`)
      })
    }
    for (const one of checksOf(served, { laws, familyChecks })) {
      it(`${one.law}: ${one.title}`, { timeout }, async ({ skip }) => {
        const outcome = await runner.run(one)
        if (outcome.status === "not checked") return skip(outcome.why)
        if (outcome.status !== "held") throw new Error(renderVerdict({ ...one, outcome, seconds: 0 }))
      })
    }
  })
