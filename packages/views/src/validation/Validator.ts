import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Context, Duration, Effect, Layer } from "effect"
import { inTurn } from "@agent-operations/operations"
import { makePool, makeThread, TooSlow } from "@agent-operations/operations/threads"
import { defaultAllowedImports } from "./allowed-imports.ts"
import type { DefinitionNode, UnreadGraph, UnreadNode, ValidationResult } from "./model.ts"
import { busy, notStarted, slowStart, tooLarge, tooSlow } from "./outcomes.ts"
import type { Job, Result } from "./protocol.ts"
import { start, type StartWorker } from "./start.ts"
import { toPost } from "./unread.ts"

/** What page views may import, and how many validations run and wait, and for how long. */
export interface ValidatorOptions {
  /** The module specifiers that code may import, each exactly. Default: `react` alone. */
  readonly allowedImports?: ReadonlyArray<string>
  /** How long one validation may run, after it waited at most as long again. Default: 5 seconds. */
  readonly deadline?: Duration.Input
  /** How many validations may wait for a thread. Default: 32. */
  readonly queueLimit?: number
  /** How many threads check at once. Default: 2, of which one organization has one while another waits. */
  readonly poolSize?: number
  /**
   * Starts the worker, for a host whose bundler moves it away from `validation-worker.js` beside the code.
   *
   * @example
   * worker: (options) => new Worker(new URL("./my-worker.js", import.meta.url), options)
   */
  readonly worker?: StartWorker
}

/**
 * Checks a definition and everything that it uses, off the event loop. Nothing of it is run.
 *
 * Every validation is answered within twice the deadline: `Unavailable` where the queue is full or no thread came free,
 * `Timeout` where one definition takes too long to check. Interrupting it frees its place. Threads start when first
 * needed, keep no process alive while idle, and end with the layer's scope.
 *
 * @example
 * const program = Effect.gen(function*() {
 *   const validator = yield* Validator
 *   return yield* validator.validate({ root: draft, nodes: [] }) // { valid, issues, checked: { dependencies: 0 } }
 * })
 * Effect.runPromise(Effect.provide(program, Validator.layer({ allowedImports: ["react", "recharts"] })))
 */
export class Validator extends Context.Service<
  Validator,
  {
    readonly validate: (graph: UnreadGraph) => Effect.Effect<ValidationResult, Unavailable | Timeout>
    /** Fails where no thread can be started, or none starts within the deadline; looks once in 5 seconds, until one did. */
    readonly ready: Effect.Effect<void, Unavailable>
  }
>()("@agent-operations/views/Validator") {
  static readonly layer = (options: ValidatorOptions = {}): Layer.Layer<Validator> =>
    Layer.effect(
      Validator,
      Effect.gen(function* () {
        const { allowedImports = defaultAllowedImports, queueLimit = 32, poolSize = 2 } = options
        const deadline = Duration.fromInputUnsafe(options.deadline ?? "5 seconds")
        const pool = yield* makePool<Job, Result>({
          size: poolSize,
          queueLimit,
          deadline,
          start: () => makeThread(start(allowedImports, options.worker))
        })
        let proven = false
        const probe = Effect.suspend(() =>
          proven ? Effect.void : Effect.asVoid(pool.run({ root: nothing, nodes: [] }))
        ).pipe(
          Effect.tap(() => Effect.sync(() => void (proven = true))),
          // Whoever asks does not wait for as long as a thread may take to start.
          Effect.timeoutOrElse({ duration: deadline, orElse: () => Effect.fail(new TooSlow({ reached: 0 })) }),
          Effect.interruptible,
          Effect.catchTags({ NotStarted: ({ cause }) => notStarted(cause), TooSlow: () => slowStart(deadline) }),
          // There is no room, or no memory, only where threads were started.
          Effect.catchTags({ Busy: () => Effect.void, TooLarge: () => Effect.void }),
          Effect.uninterruptible
        )
        // So that whoever asks often does not start threads as often.
        const ready = yield* Effect.cachedWithTTL(probe, "5 seconds")
        const validate = Effect.fn("Validator.validate")(function* (graph: UnreadGraph) {
          return yield* pool.run(yield* inTurn(() => toPost(graph))).pipe(
            Effect.catchTags({
              TooLarge: ({ reached }) => Effect.succeed(tooLarge(graph, definitionAt(graph, reached))),
              TooSlow: ({ reached }) => tooSlow(definitionAt(graph, reached), deadline),
              Busy: () => busy(deadline),
              NotStarted: ({ cause }) => notStarted(cause)
            })
          )
        })
        return { validate, ready }
      })
    )
}

/** A graph's root that every thread can check at once. */
const nothing: DefinitionNode = {
  kind: "page_view",
  id: null,
  revision: null,
  source: { type: "table" },
  settings: { target: "traces" },
  references: {}
}

/** The definition that a check has come to: 0 the root, n the graph's node n - 1. */
const definitionAt = ({ root, nodes }: UnreadGraph, reached: number): UnreadNode => nodes[reached - 1] ?? root
