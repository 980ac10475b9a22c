import { Worker, type WorkerOptions } from "node:worker_threads"
import { conditionsOf, makePool, makeThread } from "@agent-operations/operations/threads"
import { Cache, Context, Duration, Effect, Exit, Layer } from "effect"
import type { Compiled } from "./compile.ts"

/** Starts a worker with these options. */
type StartWorker = (options: WorkerOptions) => Worker

/** The thread that compiles React page views, and how long a page waits for it. */
export interface ViewCompilerOptions {
  /** How many modules may wait for the thread. Default: 16. */
  readonly queueLimit?: number
  /** How long a module waits for the thread at most, and then, again, how long it may take. Default: 5 seconds. */
  readonly deadline?: Duration.Input
  /** Starts the worker, for a host whose bundler moves it away from `view-compiler-worker.js` beside the code. */
  readonly worker?: StartWorker
}

/** How many modules are kept compiled: at most 256 KiB each, and about twice that as compiled. */
const kept = 32

// Bundlers know a worker by just these words.
const fromBeside: StartWorker = (options) => new Worker(new URL("./view-compiler-worker.js", import.meta.url), options)

const startWorker = (start: StartWorker) =>
  start({
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    // Not the process's own flags and environment: a loader, inspector or secret of the host is no business of a page.
    execArgv: conditionsOf(import.meta.url),
    env: {},
    name: "view compiler"
  })

const refused = (message: string) => Effect.succeed<Compiled>({ type: "refused", message })

const missing =
  "This server can't run React page views: its compiler can't be started. Whoever runs the server installs @babel/core and " +
  "its plugins beside the console, and in a bundle starts view-compiler-worker.js by the option viewCompiler."

/**
 * Compiles the TSX modules of page views on a thread of its own, so that code which is built to be slow holds up nobody, and
 * keeps what was compiled last. It never fails: what can't be compiled says why.
 */
export class ViewCompiler extends Context.Service<
  ViewCompiler,
  { readonly compile: (code: string) => Effect.Effect<Compiled> }
>()("@agent-operations/console/ViewCompiler") {
  static readonly layer = (options: ViewCompilerOptions = {}): Layer.Layer<ViewCompiler> =>
    Layer.effect(
      ViewCompiler,
      Effect.gen(function* () {
        const { queueLimit = 16, worker = fromBeside } = options
        const deadline = Duration.fromInputUnsafe(options.deadline ?? "5 seconds")
        const seconds = Math.ceil(Duration.toSeconds(deadline))
        const pool = yield* makePool<string, Compiled>({
          size: 1,
          queueLimit,
          deadline,
          start: () => makeThread(startWorker(worker))
        })
        const cache = yield* Cache.makeWith((code: string) => pool.run(code), {
          capacity: kept,
          // What failed for want of time or room may succeed in a moment.
          timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero)
        })
        const compile = (code: string) =>
          Cache.get(cache, code).pipe(
            Effect.catchTags({
              Busy: () => refused("Too many components are being compiled just now. Try again in some seconds."),
              TooSlow: () => refused(`The code takes more than ${seconds} seconds to compile. Make it simpler.`),
              TooLarge: () => refused("The code takes too much memory to compile. Make it simpler."),
              NotStarted: ({ cause }) =>
                Effect.andThen(
                  Effect.logError("The worker that compiles page views can't be started.", cause),
                  refused(missing)
                )
            })
          )
        return { compile }
      })
    )
}
