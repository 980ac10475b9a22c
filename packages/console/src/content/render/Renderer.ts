import { Worker, type WorkerOptions } from "node:worker_threads"
import { Unavailable } from "@agent-operations/error-envelope"
import {
  cannotStart,
  conditionsOf,
  makePool,
  makeThread,
  type TooLarge,
  type TooSlow
} from "@agent-operations/operations/threads"
import { Context, Duration, Effect, Layer } from "effect"
import type { Contents, MergedContents } from "../merge/merge-contents.ts"
import type { Section } from "../Section.ts"
import { type EncodedSide, type Job, type OwnWays, perform, type Rendered, sizeOf } from "./jobs.ts"

/** Starts a worker with these options. */
type StartWorker = (options: WorkerOptions) => Worker

/** The threads that draw large definitions, and how long a page waits for them. */
export interface RendererOptions {
  /** How many threads work at once. Each is started when first needed. Default: 1. */
  readonly threads?: number
  /** How many pages may wait for a thread. Default: 32. */
  readonly queueLimit?: number
  /** How long a page waits for a thread at most, and then, again, how long the thread works for it. Default: 5 seconds. */
  readonly deadline?: Duration.Input
  /** Starts the worker, for a host whose bundler moves it away from `console-worker.js` beside the code. */
  readonly worker?: StartWorker
}

/** Why something is not shown. */
type Failure = Unavailable | TooSlow | TooLarge

/**
 * What the main thread does itself, in characters: a few milliseconds of work in any shape. A comparison of as much takes
 * a hundred times as long, where all lines are short.
 */
const maxOnMainThread: Readonly<Record<Job["type"], number>> = {
  changes: 1024,
  merge: 1024,
  same: 8 * 1024,
  settings: 8 * 1024,
  span: 64 * 1024,
  indent: 8 * 1024
}

// Bundlers know a worker by just these words.
const fromBeside: StartWorker = (options) => new Worker(new URL("./console-worker.js", import.meta.url), options)

const startWorker = (start: StartWorker) =>
  start({
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    // Not the process's own flags and environment: a loader, inspector or secret of the host is no business of a page.
    execArgv: conditionsOf(import.meta.url),
    env: {},
    name: "console"
  })

const notStarted = (cause: unknown) =>
  cannotStart({
    cause,
    log:
      "The worker of the console can't be started. In a bundle, console-worker.js must be next to it, or be started by " +
      "the option `worker` of `Renderer.layer`.",
    message: "Large definitions can't be shown: the worker can't be started."
  })

/**
 * Compares and prints what definitions hold. What is small is done at once, and what is large on a thread, so that a page
 * of 1 MiB holds nobody up. It fails with `Unavailable` where the queue is full,
 * no thread came free in time, or none can be started.
 */
export class Renderer extends Context.Service<
  Renderer,
  {
    /** How one content becomes another, in at most about `bytes` of markup. */
    readonly changes: (before: EncodedSide, after: EncodedSide, bytes: number) => Effect.Effect<Rendered, Failure>
    /** Whether two contents say the same. */
    readonly same: (before: EncodedSide, after: EncodedSide) => Effect.Effect<boolean, Failure>
    /** What two people made of one content, merged. */
    readonly merge: (contents: Contents) => Effect.Effect<MergedContents, Failure>
    /** Settings as people read them. */
    readonly settings: (section: Section, settings: string) => Effect.Effect<Rendered, Failure>
    /** What a span holds, of the JSON text of a page that has it alone. `traces` is the path that traces are below. */
    readonly span: (page: string, traces: string) => Effect.Effect<Rendered, Failure>
    /** JSON with a line for each value, or as it is where that takes more than `most` characters. */
    readonly indent: (json: string, most: number) => Effect.Effect<string, Failure>
  }
>()("@agent-operations/console/Renderer") {
  static readonly layer = (options: RendererOptions = {}): Layer.Layer<Renderer> =>
    Layer.effect(
      Renderer,
      Effect.gen(function* () {
        const { threads = 1, queueLimit = 32, worker = fromBeside } = options
        const deadline = Duration.fromInputUnsafe(options.deadline ?? "5 seconds")
        const pool = yield* makePool<Job, ReturnType<typeof perform>>({
          size: threads,
          queueLimit,
          deadline,
          start: () => makeThread(startWorker(worker))
        })
        const busy = new Unavailable({
          message: "Too many large definitions are being shown just now.",
          retryAfter: Math.ceil(Duration.toSeconds(deadline))
        })
        const onThread = (job: Job) =>
          Effect.catchTags(pool.run(job), {
            Busy: () => Effect.fail(busy),
            NotStarted: ({ cause }) => notStarted(cause)
          })
        const run = <R>(job: Job, own: OwnWays = {}) =>
          (sizeOf(job) <= maxOnMainThread[job.type]
            ? Effect.sync(() => perform(job, own))
            : onThread(job)) as Effect.Effect<R, Failure>
        return {
          changes: (before, after, bytes) => run<Rendered>({ type: "changes", before, after, bytes }),
          same: (before, after) => run<boolean>({ type: "same", before, after }),
          merge: (contents) => run<MergedContents>({ type: "merge", contents }),
          settings: ({ kind: { name: kind }, settings: control, drawSettings }, settings) =>
            run<Rendered>(
              { type: "settings", kind, control, settings },
              drawSettings === undefined ? {} : { [kind]: drawSettings }
            ),
          span: (page, traces) => run<Rendered>({ type: "span", page, traces }),
          indent: (json, most) => run<string>({ type: "indent", json, most })
        }
      })
    )
}
