/**
 * Connections of Node of which no more is read at once than is soon parsed.
 *
 * @packageDocumentation
 */
import type { Socket } from "node:net"
import { type Waiting, wait } from "./reading-turns.ts"

/** How many lines of a connection are read at once in a turn of the event loop, beside those that wait. */
const linesAtOnce = 64
/** How many lines of all connections are, before others wait: a chunk of a byte takes some microseconds, and a request more. */
const linesOfAll = 1024
/** How many bytes of all connections are read at once in a turn of the event loop, beside those that wait and short chunks. */
const bytesAtOnce = 1024 * 1024
const shortChunk = 8 * 1024
/** How many lines of a connection that waits are read at once. */
const linesOfSlice = 256

const lineFeed = 10

/** Where so many lines of a chunk end behind its start, or its end, and how many lines that is: what follows its last line is one. */
const cut = (chunk: Buffer, start: number, most: number): { readonly end: number; readonly lines: number } => {
  let end = start
  for (let lines = 1; ; lines++) {
    end = chunk.indexOf(lineFeed, end) + 1
    if (end === 0) return { end: chunk.length, lines }
    if (lines === most) return { end, lines }
  }
}

let turn = 0
let isTurnKnown = false
/** How much was passed on at once in this turn, by all connections. */
const passedOn = { bytes: 0, lines: 0 }

/** Which turn of the event loop this is. */
const currentTurn = (): number => {
  if (!isTurnKnown) {
    isTurnKnown = true
    setImmediate(() => {
      isTurnKnown = false
      turn++
      passedOn.bytes = 0
      passedOn.lines = 0
    })
  }
  return turn
}

/** What is read of a connection and not passed on yet. */
class Slices<S extends Socket = Socket> implements Waiting {
  readonly socket: S
  readonly #placeOf: (address: string) => string
  readonly #push: Socket["push"]
  readonly #pending: Array<Buffer> = []
  #place: string | undefined
  #turn = -1
  #lines = 0
  #hasEnded = false
  /** How many bytes of a body are still to come, at least: they are not parsed. */
  #bodyBytes = 0
  /** How many bytes the body has whose head was just read. */
  #announced = 0
  #close: (() => void) | undefined

  constructor(socket: S, placeOf: (address: string) => string) {
    this.socket = socket
    this.#placeOf = placeOf
    this.#push = socket.push.bind(socket)
    const [read, destroy] = [socket._read.bind(socket), socket._destroy.bind(socket)]
    socket.push = (chunk: Buffer | null) => this.#take(chunk)
    socket._read = (size) => (this.#waits ? wait(this) : read(size))
    socket._destroy = (error: NodeJS.ErrnoException | null, done) => {
      this.#pending.length = 0
      // What was reset brings nothing more. Where nothing came, nothing is under way that would take long to end.
      if (error?.syscall !== "read" || socket.bytesRead === 0) return destroy(error, done)
      this.#close = () => destroy(error, done)
      wait(this)
    }
  }

  /** Who sends. */
  get place(): string {
    const { remoteAddress } = this.socket
    if (remoteAddress !== undefined) this.#place ??= this.#placeOf(remoteAddress)
    return this.#place ?? ""
  }

  get isGone(): boolean {
    return this.#close !== undefined
  }

  get #waits(): boolean {
    return this.#pending.length > 0 || this.#hasEnded
  }

  /**
   * Passes on what comes next of what waits, and at last that it has ended or is gone, which costs as much where requests are
   * under way. Tells whether there is more that is asked for.
   */
  readSlice(): boolean {
    if (this.#close !== undefined) {
      this.#close()
      return false
    }
    for (let left = linesOfSlice; left > 0 && this.#pending.length > 0;) {
      const chunk = this.#pending.shift()!
      const { end, lines } = this.#cut(chunk, left)
      left -= lines
      if (end < chunk.length) this.#pending.unshift(chunk.subarray(end))
      if (!this.#pass(chunk.subarray(0, end), this.#push)) return false
    }
    if (this.#pending.length > 0) return true
    if (this.#hasEnded) this.#push(null)
    return false
  }

  /** As much of a chunk as has so many lines; a body has none. */
  #cut(chunk: Buffer, most: number) {
    return this.#bodyBytes < chunk.length ? cut(chunk, this.#bodyBytes, most) : { end: chunk.length, lines: 0 }
  }

  announce(bytes: number): void {
    this.#announced = bytes
  }

  /** Passes on a chunk, and finds out how much of what follows is the body of which it had the head. */
  #pass(chunk: Buffer, push: (chunk: Buffer) => boolean): boolean {
    this.#bodyBytes = Math.max(0, this.#bodyBytes - chunk.length)
    // What was told of later than its chunk was passed on stands in none that follows.
    this.#announced = 0
    const isRead = push(chunk)
    // Where its head ends is not known: no more is taken for the body than is, though all of the chunk were of it.
    if (this.#announced > 0) this.#bodyBytes = Math.max(0, this.#announced - chunk.length)
    return isRead
  }

  /** What a stream that flows does with it, without what it does to ask for more. */
  readonly #flow = (chunk: Buffer): boolean => {
    const { socket } = this
    const flows = socket.readableFlowing === true && socket.readableLength === 0 && !socket.destroyed
    if (!flows || socket.readableEncoding !== null) return this.#push(chunk)
    socket.emit("data", chunk)
    return true
  }

  #take(chunk: Buffer | null): boolean {
    if (chunk === null) {
      this.#hasEnded = true
      wait(this)
      return false
    }
    const now = currentTurn()
    if (now !== this.#turn) {
      this.#turn = now
      this.#lines = 0
    }
    let rest = chunk
    let isRead = true
    while (
      isRead &&
      rest.length > 0 &&
      this.#pending.length === 0 &&
      this.#lines < linesAtOnce &&
      passedOn.lines < linesOfAll &&
      (passedOn.bytes < bytesAtOnce || chunk.length <= shortChunk)
    ) {
      const { end, lines } = this.#cut(rest, linesAtOnce - this.#lines)
      this.#lines += lines
      passedOn.lines += lines
      passedOn.bytes += end
      isRead = this.#pass(end === rest.length ? rest : rest.subarray(0, end), this.#flow)
      rest = rest.subarray(end)
    }
    if (rest.length === 0 || this.socket.destroyed) return isRead
    this.#pending.push(rest)
    if (isRead) wait(this)
    return false
  }
}

const slicesOf = new WeakMap<Socket, Slices>()

/**
 * Has what many lines have of a socket read in slices, in turns with other senders, and some milliseconds in each turn of the
 * event loop: `node:http` parses all 64 KiB that it is given, of which chunks of one byte, heads and requests take tens of
 * milliseconds. What has few lines passes at once, and so does a body that `bodyFollows` tells of. Law: K3.
 *
 * @param placeOf - Who sends from an address, where one sender has many.
 *
 * @example
 * const socket = inSlices(connect(port, host))
 */
export const inSlices = <S extends Socket>(socket: S, placeOf = (address: string) => address): S => {
  const slices = new Slices(socket, placeOf)
  slicesOf.set(socket, slices)
  return socket
}

/**
 * Tells of a head that was just read of a connection in slices that a body of so many bytes follows, none of which is parsed:
 * it waits for nobody.
 *
 * @example
 * server.on("request", ({ socket, headers }) => bodyFollows(socket, Number(headers["content-length"] ?? 0)))
 */
export const bodyFollows = (socket: Socket, bytes: number): void => slicesOf.get(socket)?.announce(bytes)
