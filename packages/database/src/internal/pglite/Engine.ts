import { Worker, type WorkerOptions } from "node:worker_threads"
import { Silence } from "../silence.ts"
import type { EngineReply, EngineRequest, EngineSettings } from "./messages.ts"
import { simpleQuery } from "./protocol.ts"

/** Starts the module `@agent-operations/database/pglite-worker` with these options, wherever a host keeps it. */
export type StartWorker = (options: WorkerOptions) => Worker

// Bundlers know a worker by just these words.
export const fromBeside: StartWorker = (options) => new Worker(new URL("./pglite-worker.js", import.meta.url), options)

const closeTimeoutMillis = 5000
const graceMillis = 1000

// The default, 4 MB, overflows before PostgreSQL's own limit is reached: JSON nested 100,000 deep then leaves the engine
// broken or in a loop. With more, it is refused as a server refuses it, with SQLSTATE 54001.
const stackSizeMb = 256

interface Exchange {
  readonly onAnswer: (bytes: Uint8Array) => void
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

const ignore = (): void => {}

/**
 * PGlite in a thread of its own. The engine runs synchronously and cannot be interrupted: in the main thread a long
 * statement would stop everything else, and one that never ends, as on a full disk, could not be stopped at all. A
 * thread can be, for about 0.1 ms more an exchange.
 */
export class Engine {
  readonly #worker: Worker
  readonly #exited: Promise<void>
  #exchange: Exchange | undefined
  /** The end of the last exchange asked for: they run one after the other. */
  #last: Promise<void>
  #lastSign = performance.now()
  #ended: Error | undefined
  /** Who has the one session. */
  #session: object | undefined

  constructor(settings: EngineSettings, startWorker = fromBeside) {
    this.#worker = startWorker({
      workerData: settings,
      name: "pglite",
      resourceLimits: { stackSizeMb },
      // Not the host's: with `--input-type`, Node refuses to start a thread from a file.
      execArgv: []
    })
    this.#exited = new Promise((resolve) => this.#worker.once("exit", () => resolve()))
    this.#last = new Promise((resolve, reject) => {
      this.#exchange = { onAnswer: ignore, resolve, reject }
    })
    this.#worker.on("message", (reply: EngineReply) => this.#onReply(reply))
    this.#worker.on("error", (cause) =>
      this.#end(new Error(`The embedded database failed: ${String(cause)}`, { cause }))
    )
    this.#worker.on("exit", () => this.#end(new Error("The embedded database stopped")))
  }

  /** Resolves when the engine is open: 0.4 s on existing data, 3 to 4 s on none. */
  readonly ready = (): Promise<void> => this.#last

  get alive(): boolean {
    return this.#ended === undefined
  }

  /** How long ago the engine last gave a sign of life; 0 while it has nothing to do. */
  get silentMillis(): number {
    return this.#exchange === undefined ? 0 : performance.now() - this.#lastSign
  }

  /** Tells that nobody waits for `session` any more: if the engine is at work for it, and stays so, it is stopped. */
  abandon(session: object): void {
    const exchange = this.#exchange
    if (exchange === undefined || this.#session !== session) return
    setTimeout(() => {
      if (this.#exchange === exchange) this.kill()
    }, graceMillis).unref()
  }

  /** Gives the engine's one session to `session`, as new. From now on it refuses whoever had it before. */
  async begin(session: object): Promise<void> {
    await this.#enqueue(() => {
      this.#session = session
      return this.#run(simpleQuery("rollback"), ignore)
    })
    await this.exchange(session, simpleQuery("discard all"), ignore)
  }

  /** Hands bytes of the PostgreSQL protocol to the engine, and all that it answers to them to `onAnswer`. */
  exchange(session: object, bytes: Uint8Array, onAnswer: (bytes: Uint8Array) => void): Promise<void> {
    return this.#enqueue(() =>
      this.#session === session
        ? this.#run(bytes, onAnswer)
        : Promise.reject(new Error("Another connection took over the embedded database"))
    )
  }

  /** Writes a checkpoint and ends. */
  async close(): Promise<void> {
    const late = setTimeout(() => this.kill(), closeTimeoutMillis)
    if (this.alive) this.#worker.postMessage(undefined satisfies EngineRequest)
    await this.#exited
    clearTimeout(late)
  }

  /** Ends at once, as a kill of the process would: what was committed stays. */
  kill(): void {
    this.#end(new Silence("The embedded database did not answer and was stopped"))
    void this.#worker.terminate()
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    return (this.#last = this.#last.then(task, task))
  }

  #run(bytes: Uint8Array, onAnswer: (bytes: Uint8Array) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) return reject(this.#ended)
      this.#exchange = { onAnswer, resolve, reject }
      this.#lastSign = performance.now()
      this.#worker.postMessage(bytes satisfies EngineRequest)
    })
  }

  #onReply(reply: EngineReply): void {
    if (reply.type === "failed") return this.#end(new Error(reply.message))
    this.#lastSign = performance.now()
    const exchange = this.#exchange
    // First: who reads the answer may close the connection there and then.
    if (reply.type === "ready" || reply.last) this.#exchange = undefined
    if (reply.type === "answer") exchange?.onAnswer(reply.bytes)
    if (this.#exchange === undefined) exchange?.resolve()
  }

  #end(error: Error): void {
    this.#ended ??= error
    this.#exchange?.reject(this.#ended)
    this.#exchange = undefined
  }
}
