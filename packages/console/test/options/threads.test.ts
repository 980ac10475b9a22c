import { describeOptions, numberOf } from "@agent-operations/testing/options"
import { poolEffects, silentWorkers } from "@agent-operations/testing/silent-workers"
import { Effect } from "effect"
import { assert } from "vitest"
import { Renderer, type RendererOptions, ViewCompiler, type ViewCompilerOptions } from "../../src/index.ts"
import { ofRenderer, ofViewCompiler } from "./described.ts"

/** More than is drawn without a thread. */
const large = `{"text":"${"x".repeat(10_000)}"}`
const draw = Renderer.use(({ indent }) => indent(large, 100_000))

const renderers = poolEffects({ layerWith: Renderer.layer, job: draw })

describeOptions<RendererOptions>("renderer", ofRenderer, {
  threads: () => renderers.threads(ofRenderer.threads),
  queueLimit: () => renderers.queueLimit(ofRenderer.queueLimit, numberOf(ofRenderer.threads)),
  deadline: () => renderers.deadline(ofRenderer.deadline),
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

const compilers = poolEffects({ layerWith: ViewCompiler.layer, job: compile })

describeOptions<ViewCompilerOptions>("viewCompiler", ofViewCompiler, {
  queueLimit: () => compilers.queueLimit(ofViewCompiler.queueLimit, 1),
  deadline: () => compilers.deadline(ofViewCompiler.deadline),
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
