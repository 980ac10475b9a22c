/**
 * Connections of Node of which no more is read at once than is soon parsed.
 *
 * @packageDocumentation
 */
import type { Socket } from "node:net"

/** How many lines of a connection are read at once in a turn of the event loop, beside those that wait. */
const linesAtOnce = 64
/** How many lines of a connection that waits are read at once. */
const linesOfSlice = 256
/** For how long those that wait are read in one turn of the event loop, in milliseconds. */
const millisOfTurn = 5
/** How many are told in one turn that they are gone: what ends with them, ends after that. */
const gonePerTurn = 16

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
const waiting = new Map<string, Set<Slices>>()
let isScheduled = false

const goOn = () => {
  isScheduled = false
  const end = performance.now() + millisOfTurn
  let gone = 0
  // What is set anew while a map is gone through comes at its end.
  for (const [place, connections] of waiting) {
    const [connection] = connections
    leave(connection!)
    if (connection!.readSlice()) wait(connection!)
    else if (connections.size > 0) {
      waiting.delete(place)
      waiting.set(place, connections)
    }
    if (connection!.isGone) gone++
    if (gone === gonePerTurn || performance.now() >= end) break
  }
  schedule()
}

const schedule = () => {
  if (isScheduled || waiting.size === 0) return
  isScheduled = true
  setImmediate(goOn)
}

const wait = (connection: Slices) => {
  const connections = waiting.get(connection.place) ?? new Set()
  waiting.delete(connection.place)
  waiting.set(connection.place, connections.add(connection))
  schedule()
}

const leave = (connection: Slices) => {
  const connections = waiting.get(connection.place)
  if (connections?.delete(connection) === true && connections.size === 0) waiting.delete(connection.place)
}

/** What is read of a connection and not passed on yet. */
class Slices<S extends Socket = Socket> {
  readonly socket: S
  readonly #placeOf: (address: string) => string
  readonly #push: Socket["push"]
  readonly #pending: Array<Buffer> = []
  #place: string | undefined
  #turn = -1
  #lines = 0
  #hasEnded = false
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
      const chunk = this.#pending[0]!
      const { end, lines } = cut(chunk, left)
      left -= lines
      if (end === chunk.length) this.#pending.shift()
      else this.#pending[0] = chunk.subarray(end)
      if (!this.#push(chunk.subarray(0, end))) return false
    }
    if (this.#pending.length > 0) return true
    if (this.#hasEnded) this.#push(null)
    return false
  }

  /** What a stream that flows does with it, without what it does to ask for more. */
  #pass(chunk: Buffer): boolean {
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
    this.#lines += cut(chunk, linesAtOnce).lines
    if (this.#pending.length === 0 && this.#lines < linesAtOnce) return this.#pass(chunk)
    this.#pending.push(chunk)
    wait(this)
    return false
  }
}

/**
 * Has what many lines have of a socket read in slices, in turns with other senders, and some milliseconds in each turn of the
 * event loop: `node:http` parses all 64 KiB that it is given, of which chunks of one byte, heads and requests take tens of
 * milliseconds. What has few lines passes at once. Law: K3.
 *
 * @param placeOf - Who sends from an address, where one sender has many.
 *
 * @example
 * const socket = inSlices(connect(port, host))
 */
export const inSlices = <S extends Socket>(socket: S, placeOf = (address: string) => address): S =>
  new Slices(socket, placeOf).socket
