import { Duplex } from "node:stream"
import type { Engine } from "./Engine.ts"
import { isCancelRequest, isFirstPacket } from "./protocol.ts"

type Done = (error?: Error | null) => void

/**
 * The driver's connection to the engine: a write is an exchange, and the next one waits for its end. The engine has one
 * session for good, so a new connection first puts it back as it was. Closing the connection in the middle of an
 * exchange stops the engine, unless that soon ends: there is no other way to leave a statement.
 */
export class EngineSocket extends Duplex {
  readonly #connect: Promise<Engine>
  #engine: Engine | undefined

  constructor(connect: Promise<Engine>) {
    super()
    this.#connect = connect
    connect.catch((error: Error) => this.destroy(error))
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#exchange(chunk).then(() => done(), done)
  }

  /** What was written during an exchange goes together in the next: a message to the engine costs more than a statement. */
  override _writev(chunks: ReadonlyArray<{ readonly chunk: Buffer }>, done: Done): void {
    this.#exchange(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done)
  }

  override _read(): void {}

  /** The driver ends a connection with a last word, which would wait for an exchange that never ends. */
  override end(): this {
    return this.destroy()
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#engine?.abandon(this)
    done(error)
  }

  async #exchange(chunk: Buffer): Promise<void> {
    // Closing the connection is all that a server answers to a cancel request.
    if (isCancelRequest(chunk)) return void this.destroy()
    const engine = (this.#engine = await this.#connect)
    if (isFirstPacket(chunk)) await engine.begin(this)
    if (this.destroyed) return
    await engine.exchange(this, chunk, (bytes) => {
      if (!this.destroyed) this.push(bytes)
    })
  }
}
