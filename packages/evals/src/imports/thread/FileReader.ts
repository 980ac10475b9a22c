import type { ImportMapping } from "@agent-operations/contract/imports"
import { Unavailable } from "@agent-operations/error-envelope"
import { inTurns, readJson } from "@agent-operations/operations"
import { cannotStart, conditionsOf, makePool, makeThread } from "@agent-operations/operations/threads"
import { Context, Duration, Effect, Layer, Result } from "effect"
import { Worker, type WorkerOptions } from "node:worker_threads"
import type { FileText, ReadFiles } from "../files/read-files.ts"
import type { Job, Result as Answer } from "./protocol.ts"

/** How files of imports are read. */
export interface FileReaderOptions {
  /** How long the files of one import may take to read. Default: 20 seconds. */
  readonly deadline?: Duration.Input
  /**
   * Starts the worker, for a host whose bundler moves it away from `import-worker.js` beside the code.
   *
   * @example
   * worker: (options) => new Worker(new URL("./my-worker.js", import.meta.url), options)
   */
  readonly worker?: (options: WorkerOptions) => Worker
}

/** The memory of the thread: several times the largest import. */
const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }

// Bundlers know a worker by just these words.
const fromBeside = (options: WorkerOptions) => new Worker(new URL("./import-worker.js", import.meta.url), options)

const start = (startWorker = fromBeside) =>
  startWorker({ resourceLimits, execArgv: conditionsOf(import.meta.url), env: {}, name: "imports" })

const notStarted = (cause: unknown) =>
  cannotStart({
    cause,
    log:
      "The worker that reads files can't be started. In a bundle, import-worker.js must be next to the code, or be started by " +
      'the option `worker` of imports: see "In a bundle" in the README of @agent-operations/kit.',
    message: "Files can't be read: the worker can't be started."
  })

/** What is refused for how long or how much memory it took, at the file that was being read. */
const tooExpensive = (files: ReadonlyArray<FileText>, reached: number, message: string): ReadFiles => ({
  datasets: [],
  scorers: [],
  errors: [{ file: files[Math.max(reached, 1) - 1]!.path, line: 1, pointer: "", code: "TOO_EXPENSIVE", message }]
})

/**
 * Reads files on a thread, which is started when the first is and ended where one takes too long or too much memory: a file
 * holds up nobody, and the parsers are loaded by nobody else. Law: I1.
 */
export class FileReader extends Context.Service<
  FileReader,
  {
    readonly read: (
      files: ReadonlyArray<FileText>,
      mapping: ImportMapping | undefined
    ) => Effect.Effect<ReadFiles, Unavailable>
  }
>()("@agent-operations/evals/FileReader") {
  static readonly layer = (options: FileReaderOptions = {}): Layer.Layer<FileReader> =>
    Layer.effect(
      FileReader,
      Effect.gen(function* () {
        const deadline = Duration.fromInputUnsafe(options.deadline ?? "20 seconds")
        const pool = yield* makePool<Job, Answer>({
          // Long work of one organization has one of them while another waits.
          size: 2,
          queueLimit: 8,
          deadline,
          start: () => makeThread(start(options.worker))
        })
        const seconds = Duration.toSeconds(deadline)
        const busy = () =>
          new Unavailable({
            message: "Too many files are being imported.",
            hint: "Wait the number of seconds in the Retry-After header, then retry. Nothing was changed.",
            retryAfter: Math.ceil(seconds)
          })
        const read = (files: ReadonlyArray<FileText>, mapping: ImportMapping | undefined) =>
          pool.run({ files, mapping }).pipe(
            Effect.flatMap((bytes) => inTurns(readJson(bytes, false))),
            Effect.map((read) => Result.getOrThrow(read).value as ReadFiles),
            Effect.catchTags({
              Busy: () => Effect.fail(busy()),
              NotStarted: ({ cause }) => notStarted(cause),
              TooSlow: ({ reached }) =>
                Effect.succeed(
                  tooExpensive(files, reached, `It takes longer than ${seconds} seconds to read: send less, or JSONL.`)
                ),
              TooLarge: ({ reached }) =>
                Effect.succeed(tooExpensive(files, reached, "It takes too much memory to read: send less, or JSONL."))
            })
          )
        return { read }
      })
    )
}
