import { Worker } from "node:worker_threads"
import { Duration, Effect } from "effect"
import { conditionsOf, makePool, makeThread } from "../../src/threads/index.ts"
import type { Job } from "./worker.ts"

/** Has a thread grow until it is out of memory, and says what became of it, and of a job after it. */
const program = Effect.gen(function* () {
  const pool = yield* makePool<Job, number>({
    size: 1,
    queueLimit: 1,
    deadline: Duration.minutes(1),
    start: () =>
      makeThread(
        new Worker(new URL("./worker.ts", import.meta.url), {
          execArgv: conditionsOf(import.meta.url),
          resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 32 }
        })
      )
  })
  const grown = yield* Effect.flip(pool.run({ do: "grow", text: "" }))
  console.log(JSON.stringify([grown._tag, yield* pool.run({ do: "count", text: "abc" })]))
})

await Effect.runPromise(Effect.scoped(program))
