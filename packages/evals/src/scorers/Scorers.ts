import { Unavailable } from "@agent-operations/error-envelope"
import { cannotStart, conditionsOf, makePool, makeThread, type NotStarted } from "@agent-operations/operations/threads"
import { Context, Duration, Effect, Layer } from "effect"
import { Worker, type WorkerOptions } from "node:worker_threads"
import { lacking, measure } from "./builtins/index.ts"
import {
  type Code,
  type Failure,
  failed,
  type Outcome,
  type PooledSource,
  type RawScore,
  type Score,
  type Settings
} from "./model.ts"
import { failedScore, recordOf } from "./record-of.ts"
import type { Fault, Job, Result } from "./thread/protocol.ts"

/** How scorers run. */
export interface ScorersOptions {
  /**
   * How many run at once, each on a thread of its own that is started when first needed. Default: 2. What is checked is
   * checked on others, as many as 2.
   */
  readonly threads?: number
  /**
   * Starts a worker, for a host whose bundler moves it away from `scorer-worker.js` beside the code.
   *
   * @example
   * worker: (options) => new Worker(new URL("./my-worker.js", import.meta.url), options)
   */
  readonly worker?: (options: WorkerOptions) => Worker
}

/** What is scored, and by what. */
export interface Scoring {
  readonly definition: { readonly source: PooledSource; readonly settings: Settings }
  /** What the scorer is given, by name, as JSON text, which is all that is held while it waits; or why there is none. */
  readonly inputs: string | Failure
  /** What `Math.random` is a function of. */
  readonly seed: string
  /** What the scorer's clock says, in milliseconds since 1970. */
  readonly now: number
}

const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

// Bundlers know a worker by just these words.
const fromBeside = (options: WorkerOptions) =>
  new Worker(new URL("./thread/scorer-worker.js", import.meta.url), options)

const start = (startWorker = fromBeside) =>
  startWorker({
    resourceLimits,
    // Node says of leaving types out that it is experimental, on some of its versions.
    execArgv: [...conditionsOf(import.meta.url), "--disable-warning=ExperimentalWarning"],
    env: {},
    name: "scorers"
  })

const notStarted = ({ cause }: NotStarted) =>
  cannotStart({
    cause,
    log:
      "The worker that runs scorers can't be started. In a bundle, scorer-worker.js must be next to the code, or be started by " +
      'the option `worker` of scorers: see "In a bundle" in the README of @agent-operations/kit.',
    message: "Scorers can't be run: the worker can't be started."
  })

/** How long code or a schema may take to check, after it waited at most as long. */
const checkDeadline = Duration.seconds(5)

const busy = () =>
  Effect.fail(
    new Unavailable({
      message: "Too many scorers are being checked.",
      hint: "Wait the number of seconds in the Retry-After header, then retry. Nothing was changed.",
      retryAfter: Math.ceil(Duration.toSeconds(checkDeadline))
    })
  )

/** How much JSON a measure is given here, in characters, and not on a thread. */
const light = 4 * 1024

/** What a measure comes to where it takes no time worth telling; undefined where a thread is to do it. */
const measuredHere = (source: PooledSource, inputs: string): Outcome | undefined => {
  if (source.type === "code" || inputs.length > light || source.name === "regex" || source.name === "jsonSchema") return
  const given = JSON.parse(inputs) as Readonly<Record<string, unknown>>
  return lacking(source, given) ?? measure(source, given)
}

const scoreOf = (settings: Settings, outcome: Outcome): Score =>
  outcome._tag === "Failed" ? failedScore(outcome.failure, outcome.logs) : recordOf(settings, outcome.raw, outcome.logs)

/**
 * Runs built-in measures and code on threads, where neither reads anything but what it is given, reaches the network, nor
 * holds up anybody. What is only checked does not wait for what runs. Laws: S1, S2, S3, K3.
 */
export class Scorers extends Context.Service<
  Scorers,
  {
    /**
     * Scores a target. Whatever the scorer does is a score, if one that `failed`; `Unavailable` is where no thread can be
     * started, and says nothing of the scorer.
     */
    readonly score: (scoring: Scoring) => Effect.Effect<Score, Unavailable>
    /** What is wrong with code. None of it is run. `Unavailable` also where too much is being checked. */
    readonly check: (source: Pick<Code, "language" | "code">) => Effect.Effect<ReadonlyArray<Fault>, Unavailable>
    /** Why a value is no JSON Schema; nothing where it is one. */
    readonly checkSchema: (schema: unknown) => Effect.Effect<ReadonlyArray<string>, Unavailable>
  }
>()("@agent-operations/evals/Scorers") {
  static readonly layer = (options: ScorersOptions = {}): Layer.Layer<Scorers> =>
    Layer.effect(
      Scorers,
      Effect.gen(function* () {
        const threads = {
          warmUp: { type: "ready" } as const,
          start: () => makeThread<Job, Result>(start(options.worker))
        }
        const runs = yield* makePool<Job, Result>({
          ...threads,
          size: options.threads ?? 2,
          queueLimit: Number.MAX_SAFE_INTEGER,
          patience: Duration.infinity,
          deadline: (job) => (job.type === "score" ? Duration.millis(2 * job.timeoutMs) : checkDeadline)
        })
        const checks = yield* makePool<Job, Result>({ ...threads, size: 2, queueLimit: 32, deadline: checkDeadline })

        const onThread = (job: Extract<Job, { readonly type: "score" }>) =>
          runs.run(job).pipe(
            Effect.map((result): Outcome => {
              if (result.type !== "score") throw new TypeError("The thread did another job.")
              const { said } = result
              if (said._tag === "Failed") return said
              return { _tag: "Raw", raw: JSON.parse(said.json) as RawScore, logs: said.logs }
            }),
            Effect.catchTags({
              NotStarted: notStarted,
              TooSlow: () =>
                Effect.succeed(failed("TIMEOUT", `It took longer than ${2 * job.timeoutMs} ms, and was ended.`)),
              TooLarge: () => Effect.succeed(failed("OUT_OF_MEMORY", "It took too much memory.")),
              // Only where the server itself ends, which is waited for by nobody.
              Busy: () => Effect.interrupt
            })
          )

        const score = ({ definition: { source, settings }, inputs, seed, now }: Scoring) =>
          Effect.gen(function* () {
            if (typeof inputs !== "string") return failedScore(inputs)
            const here = measuredHere(source, inputs)
            if (here !== undefined) return scoreOf(settings, here)
            const { timeoutMs } = settings
            return scoreOf(settings, yield* onThread({ type: "score", source, inputs, seed, now, timeoutMs }))
          })

        const read = <A>(job: Job, faultsOf: (result: Result) => A, wrong: (message: string) => A) =>
          checks.run(job).pipe(
            Effect.map(faultsOf),
            Effect.catchTags({
              NotStarted: notStarted,
              TooSlow: () => Effect.succeed(wrong("It takes too long to read.")),
              TooLarge: () => Effect.succeed(wrong("It takes too much memory to read.")),
              Busy: busy
            })
          )

        const check = ({ language, code }: Pick<Code, "language" | "code">) =>
          read<ReadonlyArray<Fault>>(
            { type: "check", language, code },
            (result) => (result.type === "check" ? result.faults : []),
            (message) => [{ code: "SYNTAX_ERROR", message }]
          )

        const checkSchema = (schema: unknown) =>
          read<ReadonlyArray<string>>(
            { type: "checkSchema", schema: JSON.stringify(schema) },
            (result) => (result.type === "checkSchema" ? result.faults : []),
            (message) => [message]
          )

        return { score, check, checkSchema }
      })
    )
}
