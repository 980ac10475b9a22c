import { describeOptions, numberOf } from "@agent-operations/testing/options"
import { crowdOf, silentWorkers } from "@agent-operations/testing/silent-workers"
import { Duration, Effect } from "effect"
import { assert } from "vitest"
import { Renderer, type RendererOptions, ViewCompiler, type ViewCompilerOptions } from "../../src/index.ts"
import { ofRenderer, ofViewCompiler } from "./described.ts"

/** More than is drawn without a thread. */
const large = `{"text":"${"x".repeat(10_000)}"}`
const draw = Renderer.use(({ indent }) => indent(large, 100_000))

const drawers = (options: RendererOptions) =>
  Promise.all([options, {}].map((one) => crowdOf((worker) => Renderer.layer({ worker, ...one }), draw)))

describeOptions<RendererOptions>("renderer", ofRenderer, {
  threads: async () => {
    const [given, usual] = await drawers({ threads: 3 })
    assert.deepStrictEqual([given!.threads, usual!.threads], [3, numberOf(ofRenderer.threads)])
  },
  queueLimit: async () => {
    const [given, usual] = await drawers({ queueLimit: 3 })
    const threads = numberOf(ofRenderer.threads)
    assert.deepStrictEqual(
      [given!.refused, usual!.refused],
      [3, numberOf(ofRenderer.queueLimit)].map((waiting) => 50 - threads - waiting)
    )
  },
  deadline: async () => {
    const [given, usual] = await drawers({ deadline: "7 seconds" })
    assert.deepStrictEqual([given!.millis, usual!.millis], [7000, Duration.toMillis(ofRenderer.deadline.default)])
  },
  // Without it a thread is started from the file, as in the tests of what is large.
  worker: async () => {
    const { started, worker } = silentWorkers(["drawn"])
    const drawn = await Effect.runPromise(Effect.provide(draw, Renderer.layer({ worker })))
    assert.deepStrictEqual([drawn, started.map(({ name }) => name)], ["drawn", ["console"]])
  }
})

/** What is compiled is kept, so each is another. */
let modules = 0
const compile = ViewCompiler.use(({ compile }) => compile(`export default () => ${modules++}`))

const compilers = (options: ViewCompilerOptions) =>
  Promise.all([options, {}].map((one) => crowdOf((worker) => ViewCompiler.layer({ worker, ...one }), compile)))

describeOptions<ViewCompilerOptions>("viewCompiler", ofViewCompiler, {
  queueLimit: async () => {
    const [given, usual] = await compilers({ queueLimit: 3 })
    assert.deepStrictEqual(
      [given!.refused, usual!.refused],
      [3, numberOf(ofViewCompiler.queueLimit)].map((waiting) => 50 - 1 - waiting)
    )
  },
  deadline: async () => {
    const [given, usual] = await compilers({ deadline: "7 seconds" })
    // The compiler is loaded with the first.
    const startup = 10_000
    assert.deepStrictEqual(
      [given!.millis, usual!.millis],
      [7000, Duration.toMillis(ofViewCompiler.deadline.default)].map((millis) => millis + startup)
    )
  },
  // Without it a thread is started from the file, as in the tests of the compiler.
  worker: async () => {
    const { started, worker } = silentWorkers([{ type: "refused", message: "Told by the thread." }])
    const compiled = await Effect.runPromise(Effect.provide(compile, ViewCompiler.layer({ worker })))
    assert.deepStrictEqual(
      [compiled, started.map(({ name }) => name)],
      [{ type: "refused", message: "Told by the thread." }, ["view compiler"]]
    )
  }
})
