import { Cursors } from "@agent-operations/operations"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { poolEffects, silentWorkers } from "@agent-operations/testing/silent-workers"
import { describeOptions, numberOf } from "@agent-operations/testing/options"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { Validator, type ValidatorOptions, views } from "../../src/index.ts"
import { codeView, graphOf } from "../validation/graphs.ts"
import { described } from "./described.ts"

/** A validator as `views` has it beside its operations, which nobody calls. */
const validator = (validation?: ValidatorOptions) =>
  views(validation === undefined ? {} : { validation }).layer.pipe(
    Layer.provide([
      Layer.succeed(EncodedRevisionStore, {} as never),
      Layer.succeed(SqlClient.SqlClient, {} as never),
      Cursors.layerSecret(Redacted.make(new Uint8Array(32)))
    ])
  )

const validate = (code: string) => Validator.use(({ validate }) => validate(graphOf(codeView(code))))

const pool = poolEffects({
  layerWith: validator,
  job: validate("export default () => 1")
})

describeOptions<ValidatorOptions>("validation", described, {
  allowedImports: async () => {
    const allowed = (specifier: string, validation?: ValidatorOptions) =>
      Effect.runPromise(
        Effect.map(
          Effect.provide(validate(`import "${specifier}"\nexport default () => 1`), validator(validation)),
          ({ valid }) => valid
        )
      )
    const given = { allowedImports: ["recharts"] }
    const [usual] = JSON.parse(described.allowedImports.default.slice(1, -1)) as [string]
    assert.deepStrictEqual(
      [await allowed("recharts", given), await allowed(usual, given), await allowed(usual), await allowed("recharts")],
      [true, false, true, false]
    )
  },
  deadline: () => pool.deadline(described.deadline),
  queueLimit: () => pool.queueLimit(described.queueLimit, numberOf(described.poolSize)),
  poolSize: () => pool.threads(described.poolSize, "poolSize"),
  // Without it a thread is started from the file, as for `allowedImports`.
  worker: async () => {
    const { started, worker } = silentWorkers([{ valid: true, issues: [], checked: { dependencies: 0 } }])
    const { valid } = await Effect.runPromise(Effect.provide(validate("no code"), validator({ worker })))
    assert.deepStrictEqual([valid, started.map(({ name }) => name)], [true, ["validation"]])
  }
})
