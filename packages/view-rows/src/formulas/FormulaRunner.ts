import { Unavailable } from "@agent-operations/error-envelope"
import { cannotStart, makePool, makeThread } from "@agent-operations/operations/threads"
import { Context, Duration, Effect, Layer } from "effect"
import type { FieldFilter, FieldSpec, Job, PlanResult, Result, RunJob, RunResult } from "./protocol.ts"
import { start, type StartWorker } from "./start.ts"

/** How formulas are run. */
export interface FormulaOptions {
  /** How long one formula may run for a page, before its thread is ended and its cells are `TOO_EXPENSIVE`. Default: 2 seconds. */
  readonly deadline?: Duration.Input
  /** How many pages may wait for a thread. Default: 32. */
  readonly queueLimit?: number
  /** How many threads run formulas at once. Default: 2. */
  readonly poolSize?: number
  /**
   * Starts the worker, for a host whose bundler moves it away from `formula-worker.js` beside the code.
   *
   * @example
   * worker: (options) => new Worker(new URL("./my-worker.js", import.meta.url), options)
   */
  readonly worker?: StartWorker
}

/** How long a thread works for one page before others have their turn, in milliseconds. */
const slice = 100

/** Rows whose custom fields are wanted. */
export type Rows = Pick<RunJob, "fields" | "wanted" | "count" | "columns" | "shared">

/** What one page has left out so far: the places of the formulas that took too long. */
export type Excluded = Set<number>

const busy = (deadline: Duration.Duration) =>
  new Unavailable({
    message: "Too many page views are being computed.",
    hint: "Wait the number of seconds in the Retry-After header, then retry. Nothing was changed.",
    retryAfter: Math.ceil(Duration.toSeconds(deadline))
  })

const notStarted = (cause: unknown) =>
  cannotStart({
    cause,
    log:
      "The worker of formulas can't be started. In a bundle, formula-worker.js must be next to the code, or be started by the " +
      'option `formulas.worker`: see "In a bundle" in the README of @agent-operations/kit.',
    message: "Custom fields can't be computed: the worker can't be started."
  })

const none: PlanResult = { uses: [], implied: [] }

/**
 * Reads and runs the formulas of custom fields on threads, in slices of a page's time, so that no page waits for another's.
 * A formula that can't be stopped otherwise ends with its thread. Law: T15.
 */
export class FormulaRunner extends Context.Service<
  FormulaRunner,
  {
    /** Starts a thread, once, for whoever will need one soon. */
    readonly warm: Effect.Effect<void>
    /** Which fields of records some custom fields read, and what filters on them imply. */
    readonly plan: (
      fields: ReadonlyArray<FieldSpec>,
      filters: ReadonlyArray<FieldFilter>
    ) => Effect.Effect<PlanResult, Unavailable>
    /** The cells of the first rows, by field: of as many as there was time for in one slice. */
    readonly run: (rows: Rows, excluded: Excluded) => Effect.Effect<RunResult, Unavailable>
  }
>()("@agent-operations/view-rows/FormulaRunner") {
  static readonly layer = (options: FormulaOptions = {}): Layer.Layer<FormulaRunner> =>
    Layer.effect(
      FormulaRunner,
      Effect.gen(function* () {
        const { queueLimit = 32, poolSize = 2 } = options
        const deadline = Duration.fromInputUnsafe(options.deadline ?? "2 seconds")
        const pool = yield* makePool<Job, Result>({
          size: poolSize,
          queueLimit,
          deadline,
          start: () => makeThread(start(options.worker))
        })
        const unavailable = () => Effect.fail(busy(deadline))
        const ask = (job: Parameters<typeof pool.run>[0]) =>
          pool.run(job).pipe(Effect.catchTags({ Busy: unavailable, NotStarted: ({ cause }) => notStarted(cause) }))

        const warm = yield* Effect.cached(Effect.ignore(pool.run({ type: "plan", fields: [], filters: [] })))

        const plan = (fields: ReadonlyArray<FieldSpec>, filters: ReadonlyArray<FieldFilter>) =>
          fields.length === 0
            ? Effect.succeed(none)
            : ask({ type: "plan", fields, filters }).pipe(
                Effect.map((result) => result as PlanResult),
                Effect.catchTags({ TooSlow: unavailable, TooLarge: unavailable })
              )

        const run = (rows: Rows, excluded: Excluded): Effect.Effect<RunResult, Unavailable> =>
          Effect.suspend(() => {
            const job: RunJob = { ...rows, type: "run", excluded: [...excluded], budgetMs: slice }
            // The second time that a page's thread has to be ended, no other formula of it is run.
            const again = ({ reached }: { readonly reached: number }) => {
              if (reached === 0) return unavailable()
              for (const place of excluded.size > 0 ? rows.wanted : [reached - 1]) excluded.add(place)
              return run(rows, excluded)
            }
            return ask(job).pipe(
              Effect.map((result) => result as RunResult),
              Effect.catchTags({ TooSlow: again, TooLarge: again })
            )
          })
        return { warm, plan, run }
      })
    )
}
