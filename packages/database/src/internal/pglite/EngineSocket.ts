import { Duplex } from "node:stream"
import type { Engine } from "./Engine.ts"
import { isCancelRequest, isFirstPacket, isTerminate } from "./protocol.ts"

type Done = (error?: Error | null) => void

/**
 * The driver's connection to the engine: a write is an exchange, and the next one waits for its end. The engine has one
 * session for good, so a new connection first puts it back as it was. Closing the connection in the middle of an
 * exchange stops the engine, which has no other way to leave a statement.
 */
export class EngineSocket extends Duplex {
  readonly #connect: Promise<Engine>
  #busy: Engine | undefined

  constructor(connect: Promise<Engine>) {
    super()
    this.#connect = connect
    connect.catch((error: Error) => this.destroy(error))
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#exchange(chunk).then(() => done(), done)
  }

  override _read(): void {}

  override end(...parameters: Array<never>): this {
    return this.#busy === undefined ? super.end(...parameters) : this.destroy()
  }

  override _final(done: Done): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: Done): void {
    if (this.#busy?.alive === true) this.#busy.kill()
    done(error)
  }

  async #exchange(chunk: Buffer): Promise<void> {
    if (isTerminate(chunk)) return
    // Closing the connection is all that a server answers to a cancel request.
    if (isCancelRequest(chunk)) return void this.destroy()
    const engine = await this.#connect
    if (isFirstPacket(chunk)) await engine.begin(this)
    if (this.destroyed) return
    this.#busy = engine
    try {
      await engine.exchange(this, chunk, (bytes) => {
        if (!this.destroyed) this.push(bytes)
      })
    } finally {
      this.#busy = undefined
    }
  }
}
