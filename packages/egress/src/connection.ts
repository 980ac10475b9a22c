/**
 * Connections of Node of which no more is read at once than is soon parsed.
 *
 * @packageDocumentation
 */
import type { Socket } from "node:net"
import { Duplex } from "node:stream"

/** How many lines of a connection are read at once in a turn of the event loop, beside those that wait. */
const linesAtOnce = 64
/** How many lines of a connection that waits are read at once. */
const linesOfSlice = 256
/** For how long those that wait are read in one turn of the event loop, in milliseconds. */
const millisOfTurn = 5

const lineFeed = 10

/** Where so many lines of a chunk end, or its end, and how many lines that is: what follows its last line is one. */
const cut = (chunk: Buffer, most: number): { readonly end: number; readonly lines: number } => {
  let end = 0
  for (let lines = 1; ; lines++) {
    end = chunk.indexOf(lineFeed, end) + 1
    if (end === 0) return { end: chunk.length, lines }
    if (lines === most) return { end, lines }
  }
}

let turn = 0
let isTurnKnown = false

/** Which turn of the event loop this is. */
const currentTurn = (): number => {
  if (!isTurnKnown) {
    isTurnKnown = true
    setImmediate(() => {
      isTurnKnown = false
      turn++
    })
  }
  return turn
}

/** The connections that wait, by who sends, each in the order of their next turn. */
const waiting = new Map<string, Set<SlicedConnection>>()
let isScheduled = false

const goOn = () => {
  isScheduled = false
  const end = performance.now() + millisOfTurn
  // What is set anew while a map is gone through comes at its end.
  for (const [place, connections] of waiting) {
    const [connection] = connections
    leave(connection!)
    if (connection!.readSlice()) wait(connection!)
    else if (connections.size > 0) {
      waiting.delete(place)
      waiting.set(place, connections)
    }
    if (performance.now() >= end) break
  }
  schedule()
}

const schedule = () => {
  if (isScheduled || waiting.size === 0) return
  isScheduled = true
  setImmediate(goOn)
}

const wait = (connection: SlicedConnection) => {
  const connections = waiting.get(connection.place) ?? new Set()
  waiting.delete(connection.place)
  waiting.set(connection.place, connections.add(connection))
  schedule()
}

const leave = (connection: SlicedConnection) => {
  const connections = waiting.get(connection.place)
  if (connections?.delete(connection) === true && connections.size === 0) waiting.delete(connection.place)
}

/**
 * A socket of which what many lines have is read in slices, in turns with other senders, and some milliseconds in each turn of
 * the event loop: `node:http` parses all 64 KiB that it is given, of which chunks of one byte, heads and requests take tens of
 * milliseconds. What has few lines passes at once. Law: K3.
 *
 * @example
 * const connection = new SlicedConnection(connect(port, host))
 */
export class SlicedConnection extends Duplex {
  readonly #socket: Socket
  readonly #placeOf: (address: string) => string
  readonly #pending: Array<Buffer> = []
  #place: string | undefined
  #turn = -1
  #lines = 0
  #hasEnded = false
  #isGone = false
  #error: Error | undefined

  /** @param placeOf - Who sends from an address, where one sender has many. */
  constructor(socket: Socket, placeOf = (address: string) => address) {
    super({
      allowHalfOpen: socket.allowHalfOpen,
      decodeStrings: false,
      readableHighWaterMark: socket.readableHighWaterMark,
      writableHighWaterMark: socket.writableHighWaterMark
    })
    this.#socket = socket
    this.#placeOf = placeOf
    for (const event of ["connect", "secureConnect", "timeout"]) socket.on(event, () => this.emit(event))
    socket
      .pause()
      .on("data", (chunk: Buffer) => this.#take(chunk))
      .on("end", () => {
        this.#hasEnded = true
        wait(this)
      })
      .on("error", (error) => {
        // What failed before anything came has nothing under way that would take long to end.
        if (socket.bytesRead === 0) this.destroy(error)
        else this.#error = error
      })
      .on("close", () => {
        this.#isGone = true
        wait(this)
      })
  }

  /** Who sends: a socket that is gone does not know any more. */
  get place(): string {
    const { remoteAddress } = this.#socket
    if (remoteAddress !== undefined) this.#place ??= this.#placeOf(remoteAddress)
    return this.#place ?? ""
  }

  /**
   * Passes on what comes next of what waits, and at last that it has ended, which costs as much where requests are under way.
   * Tells whether there is more that is asked for.
   */
  readSlice(): boolean {
    if (this.#isGone && (this.#error !== undefined || !this.#hasEnded)) this.destroy(this.#error)
    for (let left = linesOfSlice; left > 0 && this.#pending.length > 0;) {
      const chunk = this.#pending[0]!
      const { end, lines } = cut(chunk, left)
      left -= lines
      if (end === chunk.length) this.#pending.shift()
      else this.#pending[0] = chunk.subarray(end)
      if (!this.push(chunk.subarray(0, end))) return false
    }
    if (this.destroyed || this.#pending.length > 0) return !this.destroyed
    if (!this.#hasEnded) this.#socket.resume()
    else if (!this.#isGone) this.push(null)
    // What came before the end of a connection is still to be read.
    else if (this.readableEnded) this.destroy()
    else this.once("end", () => this.destroy()).push(null)
    return false
  }

  override _read(): void {
    if (this.#pending.length > 0) wait(this)
    else if (!this.#hasEnded) this.#socket.resume()
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, (error) => done(error && (this.#socket.errored ?? error)))
  }

  override _writev(
    chunks: ReadonlyArray<{ readonly chunk: Buffer | string; readonly encoding: BufferEncoding }>,
    done: (error?: Error | null) => void
  ): void {
    this.#socket.cork()
    for (const [at, { chunk, encoding }] of chunks.entries()) {
      if (at < chunks.length - 1) this.#socket.write(chunk, encoding)
      else this._write(chunk, encoding, done)
    }
    this.#socket.uncork()
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#socket.destroyed) done()
    else this.#socket.end(() => done())
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    leave(this)
    this.#pending.length = 0
    this.#socket.destroy()
    done(error)
  }

  #take(chunk: Buffer): void {
    const now = currentTurn()
    if (now !== this.#turn) {
      this.#turn = now
      this.#lines = 0
    }
    this.#lines += cut(chunk, linesAtOnce).lines
    if (this.#pending.length === 0 && this.#lines < linesAtOnce) {
      if (!this.push(chunk)) this.#socket.pause()
      return
    }
    this.#socket.pause()
    this.#pending.push(chunk)
    wait(this)
  }

  // What else `node:http` and its users ask a socket for.

  get connecting(): boolean {
    return this.#socket.connecting
  }
  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }
  get remotePort(): number | undefined {
    return this.#socket.remotePort
  }
  get remoteFamily(): string | undefined {
    return this.#socket.remoteFamily
  }
  get localAddress(): string | undefined {
    return this.#socket.localAddress
  }
  get localPort(): number | undefined {
    return this.#socket.localPort
  }
  get bytesRead(): number {
    return this.#socket.bytesRead
  }
  get bytesWritten(): number {
    return this.#socket.bytesWritten
  }
  get timeout(): number | undefined {
    return this.#socket.timeout
  }
  setTimeout(millis: number, listener?: () => void): this {
    this.#socket.setTimeout(millis)
    if (listener === undefined) return this
    return millis === 0 ? this.off("timeout", listener) : this.once("timeout", listener)
  }
  setNoDelay(isOn?: boolean): this {
    this.#socket.setNoDelay(isOn)
    return this
  }
  setKeepAlive(isOn?: boolean, delay?: number): this {
    this.#socket.setKeepAlive(isOn, delay)
    return this
  }
  ref(): this {
    this.#socket.ref()
    return this
  }
  unref(): this {
    this.#socket.unref()
    return this
  }
  destroySoon(): void {
    if (this.writable) this.end()
    if (this.writableFinished) this.destroy()
    else this.once("finish", () => this.destroy())
  }
}
