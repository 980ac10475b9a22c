import { Data, type Duration, Effect, Exit, type Scope, Semaphore } from "effect"
import type { DefinitionNode, Graph, ValidationResult } from "./model.ts"
import type { Thread } from "./thread.ts"

/** There is no room in the queue, or no thread came free in time. */
export class Busy extends Data.TaggedError("Busy") {}

/** The check of a definition took longer than the deadline. */
export class TooSlow extends Data.TaggedError("TooSlow")<{ readonly definition: DefinitionNode }> {}

/** The check of a definition needed more memory than a thread has. */
export class TooLarge extends Data.TaggedError("TooLarge")<{ readonly definition: DefinitionNode }> {}

export interface PoolOptions {
  /** How many threads work at once. Each is started when first needed. */
  readonly size: number
  /** How many jobs wait for a thread, at most. */
  readonly queueLimit: number
  /** How long a job waits for a thread at most, and then, again, how long it runs. */
  readonly deadline: Duration.Duration
  readonly start: () => Thread
}

export interface Pool {
  readonly run: (graph: Graph) => Effect.Effect<ValidationResult, Busy | TooSlow | TooLarge>
}

/**
 * A pool of threads with a bounded queue. A thread whose job fails, takes too long or is interrupted is stopped, and
 * the next job gets a new one. Closing the scope stops them all.
 */
export const makePool = (options: PoolOptions): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.gen(function* () {
    const turns = yield* Semaphore.make(options.size)
    const threads = new Set<Thread>()
    const idle: Array<Thread> = []
    let admitted = 0

    const stop = (thread: Thread) => {
      threads.delete(thread)
      return thread.stop
    }
    yield* Effect.addFinalizer(() => Effect.forEach([...threads], stop, { concurrency: "unbounded", discard: true }))

    const take = (): Thread => {
      for (let thread = idle.pop(); thread !== undefined; thread = idle.pop()) {
        if (thread.alive()) return thread
        threads.delete(thread)
      }
      const thread = options.start()
      threads.add(thread)
      return thread
    }

    const onThread = (graph: Graph) =>
      Effect.acquireUseRelease(
        Effect.sync(take),
        (thread) =>
          thread.run(graph).pipe(
            Effect.timeoutOrElse({
              duration: options.deadline,
              orElse: () => Effect.fail(new TooSlow({ definition: thread.reached(graph) }))
            }),
            Effect.catchTags({
              OutOfMemory: () => Effect.fail(new TooLarge({ definition: thread.reached(graph) })),
              Stopped: () => Effect.fail(new Busy())
            })
          ),
        (thread, exit) =>
          Exit.isSuccess(exit) && !exit.value.spent ? Effect.sync(() => void idle.push(thread)) : stop(thread)
      )

    const inTurn = (graph: Graph) =>
      Effect.suspend(() => {
        let started = false
        const job = Effect.suspend(() => {
          started = true
          return onThread(graph)
        })
        const patience = Effect.sleep(options.deadline).pipe(
          Effect.flatMap(() => (started ? Effect.never : Effect.fail(new Busy())))
        )
        return Effect.raceFirst(turns.withPermit(job), patience)
      })

    const run = (graph: Graph) =>
      Effect.suspend(() => {
        if (admitted >= options.size + options.queueLimit) return Effect.fail(new Busy())
        admitted++
        return Effect.ensuring(
          inTurn(graph),
          Effect.sync(() => void admitted--)
        )
      }).pipe(Effect.map(({ result }) => result))

    return { run }
  })
