import { makeShares } from "@agent-operations/database"
import { Data, Duration, Effect, Exit, type Scope } from "effect"
import { NotStarted, type OutOfMemory, type Stopped, type Thread } from "./thread.ts"
import { leaveYoungToLimits } from "./young.ts"

/** The queue was full, or no thread became free in time. The job was not run. */
export class Busy extends Data.TaggedError("Busy") {}

/** A job took longer than the deadline. `reached` is the last step that it reported. */
export class TooSlow extends Data.TaggedError("TooSlow")<{ readonly reached: number }> {}

/** A job needed more memory than a thread has. `reached` is the last step that it reported. */
export class TooLarge extends Data.TaggedError("TooLarge")<{ readonly reached: number }> {}

/** A thread that is started anew takes as long again. */
const quantum = Duration.millis(250)

/** How long a thread may load, in all: what a busy machine takes for it is no job's. */
const startup = Duration.seconds(30)

/** How many threads a pool has, and how long jobs wait and run. */
export interface PoolOptions<Job, Result> {
  /** How many threads work at once. Each is started when first needed. */
  readonly size: number
  /** How many jobs wait for a thread, at most. */
  readonly queueLimit: number
  /** How long a job runs at most each time it is begun, or how long each does. */
  readonly deadline: Duration.Duration | ((job: Job) => Duration.Duration)
  /** How long a job waits for threads at most, in all. Default: the deadline. */
  readonly patience?: Duration.Duration
  /** What a thread does before its first job, to load what it needs: jobs have their deadline once that is done. */
  readonly warmUp?: Job
  readonly start: () => Thread<Job, Result>
}

/**
 * A pool of threads. `run` fails with `Busy`, `TooSlow`, `TooLarge` or `NotStarted`. A job that others wait for may be ended
 * and begun again: it has to be a function of what it is given. None is after it failed.
 */
export interface Pool<Job, Result> {
  readonly run: (job: Job) => Effect.Effect<Result, Busy | TooSlow | TooLarge | NotStarted>
}

/**
 * A pool of threads with a bounded queue, both shared out among whom jobs are for, as `WorkFor` says. A thread whose job
 * fails, takes too long, is interrupted or makes room for another's is stopped, and the next job gets a new one at once, while
 * no more than `size` others end. Closing the scope stops them all, and waits until they have ended. Law: K3.
 *
 * @example
 * const pool = yield* makePool<string, number>({
 *   size: 2, queueLimit: 32, deadline: Duration.seconds(5),
 *   start: () => makeThread(new Worker(new URL("./worker.js", import.meta.url)))
 * })
 * yield* pool.run("text") // what the worker's `serve` answers
 */
export const makePool = <Job, Result>(
  options: PoolOptions<Job, Result>
): Effect.Effect<Pool<Job, Result>, never, Scope.Scope> =>
  Effect.gen(function* () {
    leaveYoungToLimits()
    const shares = makeShares({ size: options.size, queueLimit: options.queueLimit, quantum })
    const threads = new Set<Thread<Job, Result>>()
    const idle: Array<Thread<Job, Result>> = []
    const ending = new Set<Promise<void>>()

    /** Stops a thread, which ends no sooner than what it does natively, such as a search in a text. */
    const stop = (thread: Thread<Job, Result>) => {
      threads.delete(thread)
      const ended = Effect.runPromise(Effect.exit(thread.stop)).then(() => void ending.delete(ended))
      ending.add(ended)
    }
    /** Nobody waits for a thread that ends, but where as many others do as there are turns: so they are bounded. */
    const stopInTurn = (thread: Thread<Job, Result>) =>
      Effect.promise(async () => {
        stop(thread)
        while (ending.size > options.size) await Promise.race(ending)
      })
    yield* Effect.addFinalizer(() =>
      Effect.promise(() => {
        for (const thread of threads) stop(thread)
        return Promise.all(ending)
      })
    )

    const { warmUp } = options
    const deadlineOf = (job: Job) => (Duration.isDuration(options.deadline) ? options.deadline : options.deadline(job))

    const take = () => {
      for (let thread = idle.pop(); thread !== undefined; thread = idle.pop()) {
        if (thread.alive()) return { thread, isNew: false }
        threads.delete(thread)
      }
      const thread = options.start()
      threads.add(thread)
      return { thread, isNew: true }
    }

    const within = <A>(
      thread: Thread<Job, Result>,
      work: Effect.Effect<A, OutOfMemory | Stopped | NotStarted>,
      duration: Duration.Duration
    ) =>
      work.pipe(
        Effect.timeoutOrElse({
          duration,
          orElse: () => Effect.fail(new TooSlow({ reached: thread.reached() }))
        }),
        Effect.catchTags({
          OutOfMemory: () => Effect.fail(new TooLarge({ reached: thread.reached() })),
          Stopped: () => Effect.fail(new Busy())
        })
      )

    const load = (thread: Thread<Job, Result>) =>
      within<unknown>(
        thread,
        warmUp === undefined ? thread.load : Effect.andThen(thread.load, thread.run(warmUp)),
        startup
      ).pipe(
        Effect.catchTags({
          TooSlow: () =>
            Effect.fail(new NotStarted({ cause: new Error(`It took longer than ${Duration.format(startup)}.`) })),
          TooLarge: (cause) => Effect.fail(new NotStarted({ cause }))
        })
      )

    const onThread = (job: Job) =>
      Effect.acquireUseRelease(
        Effect.try({ try: take, catch: (cause) => new NotStarted({ cause }) }),
        ({ thread, isNew }) =>
          Effect.andThen(isNew ? load(thread) : Effect.void, within(thread, thread.run(job), deadlineOf(job))),
        ({ thread }, exit) =>
          Exit.isSuccess(exit) && !exit.value.spent ? Effect.sync(() => void idle.push(thread)) : stopInTurn(thread)
      )

    const run = (job: Job) =>
      shares.run(onThread(job), { patience: options.patience ?? deadlineOf(job), mayBeginAgain: true }).pipe(
        Effect.catchTag("NoTurn", () => Effect.fail(new Busy())),
        Effect.map(({ result }) => result)
      )

    return { run }
  })
