import { Caller } from "@agent-operations/auth"
import { Cursors } from "@agent-operations/operations"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { TraceStore } from "@agent-operations/traces/store"
import { Validator } from "@agent-operations/views"
import { Duration, Effect, Layer, Redacted } from "effect"
import { assert } from "vitest"
import { limits } from "../../../../tooling/readme/src/limits.ts"
import { describeOptions, givenTo, numberOf } from "../../../../tooling/testing/src/options.ts"
import { poolEffects, silentWorkers } from "../../../../tooling/testing/src/silentWorkers.ts"
import { type FormulaOptions, FormulaRunner } from "../../src/formulas/FormulaRunner.ts"
import { viewRows, type ViewRowsOptions } from "../../src/index.ts"
import { queryPageView } from "../../src/query/query.ts"
import { described, ofFormulas } from "./described.ts"

/** Rows over no other families. */
const over = (options?: ViewRowsOptions) => viewRows(options)

const condition = { field: "trace.name", operator: "eq", value: "a" } as const

/** The conditions that the database is asked with, where formulas imply one. */
const askedWith = async (options: ViewRowsOptions) => {
  const asked: Array<unknown> = []
  const store = {
    traceRows: (_: unknown, { conditions }: { readonly conditions: unknown }) => {
      asked.push(conditions)
      return Effect.succeed({ rows: [], more: false })
    }
  }
  const runner = { warm: Effect.void, plan: () => Effect.succeed({ uses: [], implied: [condition] }) }
  const services = Layer.mergeAll(
    Layer.succeed(TraceStore, store as never),
    Layer.succeed(FormulaRunner, runner as never),
    Layer.succeed(Validator, { validate: () => Effect.succeed({ valid: true, issues: [] }) } as never),
    Layer.succeed(EncodedRevisionStore, { graph: () => Effect.succeed([]) } as never),
    Layer.succeed(Caller, { organizationId: "acme", projectId: "support", scopes: "all" } as never),
    Cursors.layerSecret(Redacted.make(new Uint8Array(32)))
  )
  const draft = { source: { type: "table" }, settings: { target: "traces", columns: [], filters: [], sort: [] } }
  const query = queryPageView(options, []).pipe(
    Effect.flatMap((query) => query({ draft: { ...draft, references: {} } } as never)),
    Effect.provide(services)
  )
  // No family is asked for its lists.
  await Effect.runPromise(query as Effect.Effect<unknown, unknown>)
  return asked
}

describeOptions<ViewRowsOptions>("viewRows", described, {
  retention: () => {
    const given = givenTo(TraceStore, "layerWith", over, { retention: "90 days" })
    const none = { retention: undefined, idle: undefined }
    assert.deepStrictEqual(given, [{ ...none, retention: "90 days" }, none])
  },
  idle: () => {
    const [given] = givenTo(TraceStore, "layerWith", over, { idle: "1 minute" })
    assert.deepStrictEqual(given, { retention: undefined, idle: "1 minute" })
  },
  validation: () => {
    const validation = { allowedImports: ["recharts"] }
    assert.deepStrictEqual(givenTo(Validator, "layer", over, { validation }), [validation, undefined])
  },
  narrow: async () => {
    assert.deepStrictEqual(
      [await askedWith({ narrow: false }), await askedWith({ narrow: true }), await askedWith({})],
      [[[]], [[condition]], [[condition]]]
    )
  },
  formulas: () => {
    const formulas = { poolSize: 4 }
    assert.deepStrictEqual(givenTo(FormulaRunner, "layer", over, { formulas }), [formulas, undefined])
  }
})

const plan = FormulaRunner.use(({ plan }) => plan([{} as never], []))

const pool = poolEffects({ layerWith: FormulaRunner.layer, job: plan })

describeOptions<FormulaOptions>("formulas", ofFormulas, {
  poolSize: () => pool.threads(ofFormulas.poolSize, "poolSize"),
  queueLimit: () => pool.queueLimit(ofFormulas.queueLimit, numberOf(ofFormulas.poolSize)),
  deadline: () => {
    const promised = limits.formulas["time of one formula on a page"].most * 1000
    assert.strictEqual(Duration.toMillis(ofFormulas.deadline.default), promised)
    return pool.deadline(ofFormulas.deadline)
  },
  // Without it a thread is started from the file, as in the tests of the runner.
  worker: async () => {
    const { started, worker } = silentWorkers([{ type: "plan", uses: [], implied: [condition] }])
    const planned = await Effect.runPromise(Effect.provide(plan, FormulaRunner.layer({ worker })))
    assert.deepStrictEqual([planned.implied, started.map(({ name }) => name)], [[condition], ["formulas"]])
  }
})
