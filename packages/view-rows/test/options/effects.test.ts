import { Caller } from "@agent-operations/auth"
import { Cursors } from "@agent-operations/operations"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { TraceStore } from "@agent-operations/traces/store"
import { Validator } from "@agent-operations/views"
import { Duration, Effect, Layer, Redacted } from "effect"
import { assert } from "vitest"
import { limits } from "../../../../tooling/readme/src/limits.ts"
import { describeOptions, givenTo, numberOf } from "../../../../tooling/testing/src/options.ts"
import { crowdOf, silentWorkers } from "../../../../tooling/testing/src/silentWorkers.ts"
import { type FormulaOptions, FormulaRunner } from "../../src/formulas/FormulaRunner.ts"
import { viewRows, type ViewRowsOptions } from "../../src/index.ts"
import { queryPageView } from "../../src/query/query.ts"
import { described, ofFormulas } from "./described.ts"

/** What a service is given by `viewRows` with options, and without. */
const handedOn = (service: Parameters<typeof givenTo<"layer">>[0], options: ViewRowsOptions) =>
  givenTo(
    service,
    "layer",
    () => viewRows(options),
    () => viewRows()
  )

/** What the store of traces is given by them. */
const ofTraces = (options: ViewRowsOptions) =>
  givenTo(
    TraceStore,
    "layerWith",
    () => viewRows(options),
    () => viewRows()
  )

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
    const [given, without] = ofTraces({ retention: "90 days" })
    assert.deepStrictEqual(
      [given, without],
      [
        { retention: "90 days", idle: undefined },
        { retention: undefined, idle: undefined }
      ]
    )
  },
  idle: () => {
    const [given] = ofTraces({ idle: "1 minute" })
    assert.deepStrictEqual(given, { retention: undefined, idle: "1 minute" })
  },
  validation: () => {
    const validation = { allowedImports: ["recharts"] }
    assert.deepStrictEqual(handedOn(Validator, { validation }), [validation, undefined])
  },
  narrow: async () => {
    assert.deepStrictEqual(
      [await askedWith({ narrow: false }), await askedWith({ narrow: true }), await askedWith({})],
      [[[]], [[condition]], [[condition]]]
    )
  },
  formulas: () => {
    const formulas = { poolSize: 4 }
    assert.deepStrictEqual(handedOn(FormulaRunner, { formulas }), [formulas, undefined])
  }
})

const plan = FormulaRunner.use(({ plan }) => plan([{} as never], []))

/** What becomes of many pages at once, with options and without. */
const crowds = (options: FormulaOptions) =>
  Promise.all([options, {}].map((one) => crowdOf((worker) => FormulaRunner.layer({ worker, ...one }), plan)))

describeOptions<FormulaOptions>("formulas", ofFormulas, {
  poolSize: async () => {
    const [given, usual] = await crowds({ poolSize: 3 })
    assert.deepStrictEqual([given!.threads, usual!.threads], [3, numberOf(ofFormulas.poolSize)])
  },
  queueLimit: async () => {
    const [given, usual] = await crowds({ queueLimit: 3 })
    const threads = numberOf(ofFormulas.poolSize)
    assert.deepStrictEqual(
      [given!.refused, usual!.refused],
      [3, numberOf(ofFormulas.queueLimit)].map((waiting) => 50 - threads - waiting)
    )
  },
  deadline: async () => {
    const [given, usual] = await crowds({ deadline: "7 seconds" })
    // The first job of a thread loads what it needs, too.
    const startup = 5000
    const promised = limits.formulas["time of one formula on a page"].most * 1000
    assert.strictEqual(Duration.toMillis(ofFormulas.deadline.default), promised)
    assert.deepStrictEqual([given!.millis, usual!.millis], [7000 + startup, promised + startup])
  },
  // Without it a thread is started from the file, as in the tests of the runner.
  worker: async () => {
    const { started, worker } = silentWorkers([{ type: "plan", uses: [], implied: [condition] }])
    const planned = await Effect.runPromise(Effect.provide(plan, FormulaRunner.layer({ worker })))
    assert.deepStrictEqual([planned.implied, started.map(({ name }) => name)], [[condition], ["formulas"]])
  }
})
