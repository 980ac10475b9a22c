import { Timeout } from "@agent-operations/error-envelope"
import { it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { assert } from "vitest"
import { PlanReader } from "../../src/evaluations/plan/PlanReader.ts"
import { RunStore } from "../../src/runs/index.ts"

it.effect("X10: the plan of a run is read once, and again where the database did not tell it", () => {
  let asked = 0
  const plan = () => (++asked === 1 ? Effect.fail(new Timeout({ message: "Late." })) : Effect.succeed(`{"n":${asked}}`))
  const layer = PlanReader.layer.pipe(
    Layer.provide(Layer.mock(RunStore, { removals: () => assert.fail("Nothing is removed."), plan }))
  )
  return Effect.gen(function* () {
    const reader = yield* PlanReader
    const read = reader.plan({ tenant: "org_a", project: "prj_a" }, "run_a")
    assert.strictEqual((yield* Effect.flip(read))._tag, "TIMEOUT")
    for (let n = 0; n < 3; n++) assert.deepStrictEqual<unknown>(yield* read, { n: 2 })
    assert.strictEqual(asked, 2)
  }).pipe(Effect.provide(layer))
})

it.effect("X10: plans are kept until they are too large together, those that were used last for longest", () => {
  const asked: Array<string> = []
  const text = JSON.stringify("ö".repeat(15 * 1024 * 1024))
  const plan = (_: unknown, id: string) =>
    Effect.as(
      Effect.sync(() => asked.push(id)),
      text
    )
  const layer = PlanReader.layer.pipe(
    Layer.provide(Layer.mock(RunStore, { removals: () => assert.fail("Nothing is removed."), plan }))
  )
  return Effect.gen(function* () {
    const reader = yield* PlanReader
    const read = (id: string) => reader.plan({ tenant: "org_a", project: "prj_a" }, id)
    for (const id of ["a", "b", "a", "c", "a", "c", "b", "b"]) yield* read(id)
    assert.deepStrictEqual(asked, ["a", "b", "c", "b"])
  }).pipe(Effect.provide(layer))
})

it.effect("K3: a large plan is parsed in turns with others", () => {
  const prompts = Array.from({ length: 400_000 }, (_, n) => ({ role: "user", content: `${n}` }))
  const plan = () => Effect.succeed(JSON.stringify(prompts))
  const layer = PlanReader.layer.pipe(
    Layer.provide(Layer.mock(RunStore, { removals: () => assert.fail("Nothing is removed."), plan }))
  )
  return Effect.gen(function* () {
    const reader = yield* PlanReader
    let turns = 0
    const other = setInterval(() => turns++, 0)
    const read = yield* reader.plan({ tenant: "org_a", project: "prj_a" }, "run_a")
    clearInterval(other)
    assert.deepStrictEqual<unknown>(read, prompts)
    assert.isAtLeast(turns, 3)
  }).pipe(Effect.provide(layer))
})
