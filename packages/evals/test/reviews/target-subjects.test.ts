import { it } from "@effect/vitest"
import { Effect } from "effect"
import { assert, describe } from "vitest"
import { limits } from "../../../../tooling/readme/src/limits.ts"
import { RunTargets } from "../../src/evaluations/RunTargets.ts"
import { targetSubjects } from "../../src/reviews/subjects/target-subjects.ts"

const space = { tenant: "acme", project: "prj_1" }

/** How many targets are frozen of a run that has so many, of which as many are picked as are asked for. */
const freeze = (count: number) =>
  Effect.gen(function* () {
    const targets = RunTargets.of({
      pick: (_, __, limit) => Effect.succeed(Array.from({ length: Math.min(count, limit) }, (_, n) => `evt_${n}`)),
      present: () => Effect.die("asked"),
      evidence: () => Effect.die("asked")
    })
    const subjects = yield* Effect.provideService(targetSubjects, RunTargets, targets)
    return (yield* subjects.freeze(space, { runId: "evr_1" })).length
  })

describe("the targets of a run as what people are asked about", () => {
  const { most } = limits.reviews["items of a session"]

  it.effect("are as many as a session may have", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* freeze(most), most)
    })
  )

  it.effect.each([
    [0, "No target of the run that has succeeded or failed is one of these"],
    [most + 1, `These are more than ${most} targets: narrow them, or take a sample`],
    [most * 2, `These are more than ${most} targets: narrow them, or take a sample`]
  ] as const)("are refused where they are %i", ([count, message]) =>
    Effect.gen(function* () {
      const { _tag, details } = yield* Effect.flip(freeze(count))
      assert.deepStrictEqual([_tag, details], ["VALIDATION_ERROR", { issues: [{ path: "/subject", message }] }])
    })
  )
})
