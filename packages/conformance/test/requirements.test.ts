import { requirements, unseen } from "@agent-operations/conformance"
import { viewFamilies } from "@agent-operations/contract"
import { apps } from "@agent-operations/contract/apps"
import { datasets } from "@agent-operations/contract/datasets"
import { prompts } from "@agent-operations/contract/prompts"
import { traces } from "@agent-operations/contract/traces"
import { assert, describe, it } from "vitest"
import { isToldOf } from "../src/checks/index.ts"
import { coverageOf } from "../src/coverage.ts"
import { everywhere } from "../src/requirements/index.ts"
import { checksOf } from "../src/run.ts"
import { servedOf } from "../src/served.ts"
import { evaluationFamilies } from "./toy/evaluations/families.ts"
import { reviewFamilies } from "./toy/reviews/families.ts"

const checks = [
  ...checksOf(servedOf([...viewFamilies, traces, datasets, prompts]), {}),
  // Of what they have beside these.
  ...checksOf(servedOf(reviewFamilies), { laws: ["H1"] }),
  ...checksOf(servedOf([prompts, apps]), { laws: ["G2"] }),
  ...checksOf(servedOf(evaluationFamilies), { laws: ["X1", "X2", "X3", "F1"] })
]

describe("what a server is held to", () => {
  it("has a check for every requirement, and a requirement for every check", () => {
    const covered = new Set([...everywhere, ...checks.flatMap(({ covers }) => covers)])
    assert.deepStrictEqual([...covered].toSorted(), Object.keys(requirements).toSorted() as Array<never>)
    const idle = checks.filter(({ covers }) => covers.length === 0)
    assert.deepStrictEqual(
      idle.map(({ title }) => title),
      []
    )
  })

  it("is nothing of traces, datasets, prompts, reviews, evaluations and apps where a server serves none", () => {
    const names = coverageOf([], false, isToldOf(servedOf(viewFamilies))).map(({ requirement }) => requirement)
    assert.notInclude(names, "T5.head")
    assert.notInclude(names, "T20")
    assert.notInclude(names, "M1.race")
    assert.notInclude(names, "D1.race")
    assert.notInclude(names, "H1.refused")
    assert.notInclude(names, "G2.untold")
    assert.notInclude(names, "X1.once")
    assert.include(names, "R9")
    assert.deepStrictEqual(
      checksOf(servedOf(viewFamilies), {}).filter(({ law }) => /^[TDMHXFG]/.test(law)),
      []
    )
  })

  it("is looked at where one of its checks came to an end, and else says why not", () => {
    const notChecked = { status: "not checked", why: "there is no key" } as const
    const coverage = coverageOf(
      [
        { covers: ["R1.first"], outcome: { status: "held" } },
        { covers: ["R1.first", "A3.lists"], outcome: notChecked }
      ],
      false
    )
    const why = new Map(coverage.map((one) => [one.requirement as string, one.why]))
    assert.strictEqual(why.get("R1.first"), undefined)
    assert.strictEqual(why.get("A3.lists"), "there is no key")
    assert.strictEqual(why.get("R2.next"), "no check of it was asked for")
    assert.strictEqual(why.get("R9"), unseen.R9.why)
  })
})
