import { Duplex } from "node:stream"
import type { Engine } from "./Engine.ts"
import { isCancelRequest, isFirstPacket, isTerminate, simpleQuery } from "./protocol.ts"

type Done = (error?: Error | null) => void

/**
 * The driver's connection to an engine: every write is one exchange, the next waits until it is answered. The engine
 * has one session for good, so a new connection first puts it back as it was.
 */
export class EngineSocket extends Duplex {
  readonly #engine: Promise<Engine>

  constructor(engine: Promise<Engine>) {
    super()
    this.#engine = engine
    engine.catch((error: Error) => this.destroy(error))
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#exchange(chunk).then(() => done(), done)
  }

  override _read(): void {}

  override _final(done: Done): void {
    this.push(null)
    done()
  }

  async #exchange(chunk: Buffer): Promise<void> {
    if (isTerminate(chunk)) return
    // The engine cannot be interrupted by a message; closing the connection is how a server answers any cancel request.
    if (isCancelRequest(chunk)) return void this.destroy()
    const engine = await this.#engine
    if (isFirstPacket(chunk)) {
      await engine.exchange(simpleQuery("rollback"))
      await engine.exchange(simpleQuery("discard all"))
    }
    const answer = await engine.exchange(chunk)
    if (!this.destroyed) this.push(answer)
  }
}
