import { Engine, type StartWorker } from "./Engine.ts"
import { EngineSocket } from "./EngineSocket.ts"
import type { EngineSettings } from "./messages.ts"

const startTimeoutMillis = 60_000
const pauseMillis = 1000

/** Keeps an engine running: one that died or was stopped is started again when the next connection asks for it. */
export class Supervisor {
  readonly #settings: EngineSettings
  readonly #startWorker: StartWorker | undefined
  #engine: Engine
  #starting: Promise<Engine>
  #failedAt = Number.NEGATIVE_INFINITY

  constructor(settings: Omit<EngineSettings, "create">, startWorker: StartWorker | undefined) {
    this.#startWorker = startWorker
    // A data directory that vanished must not come back empty.
    this.#settings = { ...settings, create: false }
    this.#engine = new Engine({ ...settings, create: true }, startWorker)
    this.#starting = this.#start()
  }

  /** Resolves when the first engine is open. */
  readonly ready = (): Promise<unknown> => this.#starting

  readonly connect = (): EngineSocket => new EngineSocket(this.#current())

  /** Stops an engine that gave no sign of life for so long. */
  readonly stopIfSilent = (millis: number): void => {
    if (this.#engine.alive && this.#engine.silentMillis >= millis) this.#engine.kill()
  }

  readonly close = (): Promise<void> => this.#engine.close()

  readonly kill = (): void => this.#engine.kill()

  #current(): Promise<Engine> {
    if (this.#engine.alive || performance.now() < this.#failedAt + pauseMillis) return this.#starting
    if (this.#settings.directory === undefined) {
      return Promise.reject(new Error("The embedded database was in memory, and its data is lost"))
    }
    this.#engine = new Engine(this.#settings, this.#startWorker)
    return (this.#starting = this.#start())
  }

  async #start(): Promise<Engine> {
    const engine = this.#engine
    const late = setTimeout(() => engine.kill(), startTimeoutMillis)
    try {
      await engine.ready()
      return engine
    } catch (cause) {
      this.#failedAt = performance.now()
      throw cause
    } finally {
      clearTimeout(late)
    }
  }
}
