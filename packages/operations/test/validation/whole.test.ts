import { Caller } from "@agent-operations/auth"
import { migrate } from "@agent-operations/database"
import { migrations, Operations, OperationServices, validateWhole } from "@agent-operations/operations"
import { embeddedDatabase } from "@agent-operations/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { access } from "../laws/setting.ts"
import { codeView, formula, graphOf } from "./graphs.ts"

const services = Operations.layer({ validation: { queueLimit: 0, poolSize: 1 } }).pipe(
  Layer.provideMerge(Layer.effectDiscard(migrate(migrations)).pipe(Layer.provideMerge(embeddedDatabase))),
  Layer.orDie
)

layer(services, { timeout: 60_000, excludeTestServices: true })("what the operations work with", (it) => {
  it.effect("V6: whoever takes the validator beside the operations has the same threads", () =>
    Effect.gen(function* () {
      const { validator } = yield* OperationServices
      const fiber = yield* Effect.forkChild(validator.validate(graphOf(codeView("export default () => null"))), {
        startImmediately: true
      })
      const { validate_page_view } = yield* Operations
      const settings = { target: "traces", columns: [], filters: [], sort: [], groupBy: null, extra: {} } as const
      const refused = yield* Effect.flip(
        validate_page_view({ draft: { source: { type: "table" }, settings, references: {} } })
      )
      assert.strictEqual(refused._tag, "UNAVAILABLE")
      assert.isTrue((yield* Fiber.join(fiber)).valid)
    }).pipe(Effect.provideService(Caller, access("prj_pool")))
  )

  it.effect("V2, A3: what is not saved is checked with what it uses, in the caller's project alone", () =>
    Effect.gen(function* () {
      const operations = yield* Operations
      const used = yield* operations.create_custom_field({
        name: "Used",
        description: null,
        source: { type: "formula", language: "cel", expression: "nothing.here" },
        settings: { target: "trace", valueType: "number", unit: null, extra: {} },
        references: {}
      })
      const reference = { kind: "custom_field", id: used.id, revision: null } as const
      const root = formula("1.0", { id: null, revision: null, references: { used: reference } })
      const whole = yield* OperationServices
      const found = yield* validateWhole(whole, root)
      assert.strictEqual(found.checked.dependencies, 1)
      assert.isFalse(found.valid)
      const elsewhere = yield* validateWhole(whole, root).pipe(Effect.provideService(Caller, access("prj_other")))
      assert.strictEqual(elsewhere.checked.dependencies, 0)
    }).pipe(Effect.provideService(Caller, access("prj_whole")))
  )
})
