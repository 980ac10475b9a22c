import { Validator } from "@agent-operations/views"
import { Effect } from "effect"
import { assert, it } from "vitest"
import { formulaFunctions } from "../src/content/sections/custom-fields/functions.ts"

it("every function that the editor of formulas offers is one that formulas have", async () => {
  const found = await Effect.runPromise(
    Effect.gen(function* () {
      const { validate } = yield* Validator
      return yield* Effect.forEach(formulaFunctions, ({ example }) => {
        const source = { type: "formula", language: "cel", expression: example } as const
        const settings = { target: "trace", valueType: "json" } as const
        const root = { kind: "custom_field", id: null, revision: null, source, settings, references: {} } as const
        return Effect.map(validate({ root, nodes: [] }), ({ issues }) =>
          issues.map(({ message }) => `${example}: ${message}`)
        )
      })
    }).pipe(Effect.provide(Validator.layer()))
  )
  assert.deepStrictEqual(found.flat(), [])
  for (const { name, example } of formulaFunctions) assert.include(example, `${name}(`)
})
