import cluster, { type Worker } from "node:cluster"
import { Console, Effect, Layer, Option } from "effect"
import { prepare } from "./commands/serve.ts"
import { listen } from "./http-server.ts"
import { services } from "./services.ts"
import type { Settings } from "./settings.ts"

const restartDelay = 1000

const ended = (worker: Worker) =>
  Effect.callback<void>((resume) => {
    if (worker.isDead()) resume(Effect.void)
    else worker.once("exit", () => resume(Effect.void))
  })

/** Serves with several processes on one port; one that ends is started anew. They stop with this one. */
export const superviseWorkers = Effect.fnUntraced(function* (settings: Settings, host: string, port: number, count: number) {
  const url = Option.match(settings.PUBLIC_URL, { onNone: () => `http://${host}:${port}`, onSome: ({ origin }) => origin })
  // A busy port and a database that is away are told here, once.
  yield* Effect.scoped(listen(host, port))
  yield* Effect.scoped(
    Effect.flatMap(Layer.build(services(settings, url)), (context) => Effect.provide(prepare(url), context))
  )
  let stopping = false
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      cluster.on("exit", () => {
        if (!stopping) setTimeout(() => stopping || cluster.fork(), restartDelay)
      })
      for (let n = 0; n < count; n++) cluster.fork()
    }),
    () =>
      Effect.suspend(() => {
        stopping = true
        const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
        for (const worker of workers) worker.process.kill("SIGTERM")
        return Effect.forEach(workers, ended, { concurrency: "unbounded", discard: true })
      })
  )
  yield* Console.log(`Listening on ${url} with ${count} workers. Stop with Ctrl-C.`)
  return yield* Effect.never
}, Effect.scoped)
