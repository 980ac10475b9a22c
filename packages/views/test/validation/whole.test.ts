import { Caller } from "@agent-operations/auth"
import { Invoker } from "@agent-operations/operations"
import { embeddedDatabase } from "@agent-operations/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { makeValidateWhole, Validator } from "../../src/index.ts"
import { access, callsAs, viewsOver } from "../laws/setting.ts"
import { codeView, formula, graphOf } from "./graphs.ts"

const services = viewsOver(embeddedDatabase, { validation: { queueLimit: 0, poolSize: 1 } }).pipe(Layer.orDie)

// A validator of its own, whose thread is still to start: so it is busy for long enough.
layer(services, { excludeTestServices: true })("what the operations work with", (it) => {
  it.effect("V6: whoever takes the validator beside the operations has the same threads", () =>
    Effect.gen(function* () {
      const validator = yield* Validator
      const fiber = yield* Effect.forkChild(validator.validate(graphOf(codeView("export default () => null"))), {
        startImmediately: true
      })
      const { pageViews } = callsAs(yield* Invoker, access("prj_pool"))
      const settings = { target: "traces", columns: [], filters: [], sort: [], groupBy: null, extra: {} } as const
      const refused = yield* Effect.flip(
        pageViews.validate({ draft: { source: { type: "table" }, settings, references: {} } })
      )
      assert.strictEqual(refused._tag, "UNAVAILABLE")
      assert.isTrue((yield* Fiber.join(fiber)).valid)
    })
  )
})

layer(services, { excludeTestServices: true })("what the operations work with", (it) => {
  it.effect("V2, A3: what is not saved is checked with what it uses, in the caller's project alone", () =>
    Effect.gen(function* () {
      const { customFields } = callsAs(yield* Invoker, access("prj_whole"))
      const used = yield* customFields.create({
        name: "Used",
        description: null,
        source: { type: "formula", language: "cel", expression: "nothing.here" },
        settings: { target: "trace", valueType: "number", unit: null, extra: {} },
        references: {}
      })
      const reference = { kind: "custom_field", id: used.id, revision: null } as const
      const root = formula("1.0", { id: null, revision: null, references: { used: reference } })
      const validateWhole = yield* makeValidateWhole
      const found = yield* validateWhole(root)
      assert.strictEqual(found.checked.dependencies, 1)
      assert.isFalse(found.valid)
      const elsewhere = yield* validateWhole(root).pipe(Effect.provideService(Caller, access("prj_other")))
      assert.strictEqual(elsewhere.checked.dependencies, 0)
    }).pipe(Effect.provideService(Caller, access("prj_whole")))
  )
})
