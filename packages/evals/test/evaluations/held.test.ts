import { Egress } from "@agent-operations/egress"
import { it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted } from "effect"
import { setImmediate } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe } from "vitest"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { ModelConnections } from "../../src/apps/connections/index.ts"
import { DatasetStore } from "../../src/datasets/store/DatasetStore.ts"
import { executorLayer } from "../../src/evaluations/execute/executor.ts"
import { PlanReader } from "../../src/evaluations/plan/PlanReader.ts"
import { Executor, RunStore } from "../../src/runs/index.ts"
import { Scorers } from "../../src/scorers/index.ts"
import { Secrets } from "../../src/secrets/index.ts"

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

const MB = 1024 * 1024

/** What is in use of the heap, in MB. */
const inUse = () => {
  for (let n = 0; n < 3; n++) collect()
  return process.memoryUsage().heapUsed / MB
}

const [targets, objects] = [6, 100_000]

const content = {
  output: { type: "number", min: null, max: null },
  passAt: null,
  higherIsBetter: true,
  timeoutMs: 600_000
}
const pinned = (kind: string, id: string, source: object, settings: object) => ({
  ...{ kind, id, name: id, revision: 1, references: {}, source, settings }
})
const scorer = (id: string, source: object, inputs = {}) => pinned("scorer", id, source, { ...content, inputs })
const app = (id: string, source: object) => pinned("app", id, source, { timeoutMs: 600_000, microsPerInvocation: 0 })
const http = { type: "http", url: "https://app.example.com/", streaming: "none", outputPointer: "", headers: {} }
const asked = { connection: "c", model: "m", maxOutputTokens: 100 }
const prompt = (text: string) => {
  const node = {
    id: "pr_a",
    name: "pr_a",
    revision: 1,
    source: { type: "text", template: text },
    settings: { variables: [] },
    references: {}
  }
  return { id: "pr_a", name: "pr_a", revision: 1, nodes: [node], led: {} }
}
const model = (text: string) => ({
  prompt: prompt(text),
  connection: { id: "mc_a", name: "c", prices: {}, pricesHash: "" }
})

const scorers = {
  app: scorer("sc_app", { type: "app" }),
  model: scorer("sc_model", { type: "app" }),
  judge: scorer("sc_judge", { type: "judge", ...asked, choices: [] }, { first: "/output/0" }),
  code: scorer("sc_code", { type: "code", language: "javascript", code: "" })
}
const plan = (more: object) =>
  JSON.stringify({
    app: app("ap_app", http),
    scorers,
    scorerApps: { app: app("ap_http", http), model: app("ap_model", { type: "model", ...asked, parameters: {} }) },
    models: { "sc_judge 1": model("Good? {{first}}"), "ap_model 1": model("Good? {{expected}}") },
    basis: null,
    call: null,
    createdAt: 0,
    ...more
  })

/** Many small values, of which each takes some 60 bytes once it is parsed. */
const many = () => `[${Array<string>(objects).fill("{}").join(",")}]`

/** What is told others, none of whom ever answers. */
const waiting = (planned: string) => {
  const told = { requests: 0, scorings: 0 }
  const layer = executorLayer.pipe(
    Layer.provide(PlanReader.layer),
    Layer.provide([
      Layer.mock(RunStore, { removals: () => assert.fail("Nothing is removed."), plan: () => Effect.succeed(planned) }),
      Layer.mock(DatasetStore, {
        content: () => Effect.sync(() => ({ input: many(), expected: "1", metadata: "{}", purged: false }))
      }),
      Layer.mock(Secrets, { open: () => Effect.succeed(new Map()) }),
      Layer.mock(ModelConnections, {
        find: (_, id) =>
          Effect.succeed({
            ...{ id, name: "c", baseUrl: "https://models.example.com", tokenLimit: "max_tokens" as const },
            ...{ key: Redacted.make("k"), prices: {}, pricesHash: "" }
          })
      }),
      Layer.mock(Egress, {
        send: () => {
          told.requests++
          return Effect.never
        }
      }),
      Layer.mock(Scorers, {
        score: () => {
          told.scorings++
          return Effect.never
        }
      })
    ])
  )
  return { told, layer }
}

const claimOf = (n: number) => ({
  ...{ space: { tenant: "org_a", project: "prj_a" }, lane: "l", runId: `evr_${n % 2}`, ordinal: n },
  ...{ itemId: "di_a", itemFromVersion: 1, repetition: 1, work: "invoke" as const, attempt: 1, maxAttempts: 1 },
  ...{ retryLost: false, holdMicros: 0n, scoreHoldMicros: 0n, carriedOrdinal: null, claimedAt: 0 }
})

describe("while others are waited for", () => {
  const held = Effect.fnUntraced(function* (
    planned: string,
    work: (executor: Executor["Service"], n: number) => Effect.Effect<unknown>,
    isWaiting: (told: ReturnType<typeof waiting>["told"]) => boolean
  ) {
    const { told, layer } = waiting(planned)
    return yield* Effect.gen(function* () {
      const executor = yield* Executor
      const before = inUse()
      const fibers = yield* Effect.forEach(Array.from({ length: targets }), (_, n) =>
        Effect.forkChild(work(executor, n), { startImmediately: true })
      )
      yield* Effect.promise(() => waitUntil("all to wait", () => isWaiting(told)))
      // What ended last may still be in the hands of whoever ran it.
      yield* Effect.promise(() => setImmediate())
      const more = inUse() - before
      yield* Fiber.interruptAll(fibers)
      return more / targets
    }).pipe(Effect.provide(layer))
  })
  const text = (3 * objects) / MB

  it.live("K3: only texts are held of what is scored: by apps, by models, by judges and on threads", () =>
    Effect.gen(function* () {
      const answered = () => ({ output: many(), exchange: "{}", durationMs: 1 })
      const each = yield* held(
        plan({}),
        (executor, n) => Effect.suspend(() => executor.score(claimOf(n), answered())),
        ({ requests, scorings }) => requests === 3 * targets && scorings === targets
      )
      // What is parsed takes some 20 times as much as its text: here of an input and an output.
      assert.isBelow(each, 10 * text)
    })
  )

  it.live("K3: only texts are held of what an app is called with", () =>
    Effect.gen(function* () {
      const each = yield* held(
        plan({}),
        (executor, n) => executor.invoke(claimOf(n)),
        ({ requests }) => requests === targets
      )
      assert.isBelow(each, 5 * text)
    })
  )

  it.live("K3: only texts are held of what a model is told, and of what is called once", () =>
    Effect.gen(function* () {
      const call = { input: JSON.parse(`{"list":${many()},"expected":1}`) as unknown, expected: null }
      const planned = plan({ app: app("ap_model", { type: "model", ...asked, parameters: {} }), call })
      const each = yield* held(
        planned,
        (executor, n) => executor.invoke({ ...claimOf(n), runId: `evr_${n}` }),
        ({ requests }) => requests === targets
      )
      assert.isBelow(each, 5 * text)
    })
  )
})
