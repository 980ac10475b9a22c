import { Worker } from "node:worker_threads"
import type { EngineReply, EngineRequest, EngineSettings } from "./messages.ts"

// Beside this module there is a .ts file in the sources and a .js file in the build.
const workerUrl = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url)

interface Waiter {
  readonly resolve: (reply: EngineReply) => void
  readonly reject: (error: Error) => void
}

/**
 * PGlite in a thread of its own, one exchange at a time. The engine runs synchronously and answers no cancel request:
 * in the main thread a long statement would stop everything else, and one that never ends (PGlite on a full disk)
 * could not be stopped at all. A thread can be.
 */
export class Engine {
  readonly #worker: Worker
  #waiter: Waiter | undefined
  #ended: Error | undefined
  readonly #exited: Promise<void>

  private constructor(settings: EngineSettings) {
    this.#worker = new Worker(workerUrl, { workerData: settings, name: "pglite", stdout: false, stderr: false })
    this.#worker.on("message", (reply: EngineReply) => {
      const waiter = this.#waiter
      this.#waiter = undefined
      waiter?.resolve(reply)
    })
    this.#exited = new Promise((resolve) => {
      this.#worker.on("error", (cause) => this.#end(new Error("The embedded database failed", { cause })))
      this.#worker.on("exit", () => {
        this.#end(new Error("The embedded database stopped"))
        resolve()
      })
    })
  }

  /** Starts an engine: 0.3 s on existing data, 2 to 4 s on none. */
  static async start(settings: EngineSettings): Promise<Engine> {
    const engine = new Engine(settings)
    const reply = await engine.#next()
    if (reply.type === "failed") {
      await engine.#exited
      throw new Error(reply.message)
    }
    return engine
  }

  get alive(): boolean {
    return this.#ended === undefined
  }

  /** Hands bytes of the PostgreSQL protocol to the engine and resolves with all that it answers to them. */
  async exchange(bytes: Uint8Array): Promise<Uint8Array> {
    const next = this.#next()
    this.#worker.postMessage({ type: "exchange", bytes } satisfies EngineRequest)
    const reply = await next
    if (reply.type === "answer") return reply.bytes
    throw new Error(`Unexpected ${reply.type} from the embedded database`)
  }

  /** Writes a checkpoint and ends. */
  async close(): Promise<void> {
    if (this.alive) this.#worker.postMessage({ type: "close" } satisfies EngineRequest)
    await this.#exited
  }

  /** Ends at once, as a kill of the process would: what was committed stays. */
  async kill(): Promise<void> {
    this.#end(new Error("The embedded database was stopped"))
    await this.#worker.terminate()
  }

  #next(): Promise<EngineReply> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended)
    return new Promise((resolve, reject) => {
      this.#waiter = { resolve, reject }
    })
  }

  #end(error: Error): void {
    if (this.#ended !== undefined) return
    this.#ended = error
    const waiter = this.#waiter
    this.#waiter = undefined
    waiter?.reject(error)
  }
}
