import { connect, type Socket } from "node:net"

/** An answer as it came. */
export interface Exchanged {
  readonly status: number
  readonly body: Buffer
}

const headEnd = Buffer.from("\r\n\r\n")
const lineEnd = Buffer.from("\r\n")

/** Where a chunked body ends and what it says; undefined while it is not whole. */
const readChunks = (bytes: Buffer, from: number): { body: Buffer; end: number } | undefined => {
  const parts: Array<Buffer> = []
  for (let at = from; ;) {
    const line = bytes.indexOf(lineEnd, at)
    if (line === -1) return undefined
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16)
    const end = line + 2 + size
    if (bytes.length < end + 2) return undefined
    if (size === 0) return { body: Buffer.concat(parts), end: end + 2 }
    parts.push(bytes.subarray(line + 2, end))
    at = end + 2
  }
}

interface Head {
  readonly status: number
  /** Where the body begins. */
  readonly start: number
  /** Undefined where the body is chunked. */
  readonly length: number | undefined
}

const readHead = (bytes: Buffer): Head | undefined => {
  const end = bytes.indexOf(headEnd)
  if (end === -1) return undefined
  const text = bytes.toString("latin1", 0, end).toLowerCase()
  const mark = text.indexOf("content-length:")
  const status = Number(text.slice(9, 12))
  // What has not changed comes without a body, whatever its head says.
  const length = status === 304 ? 0 : mark === -1 ? undefined : Number.parseInt(text.slice(mark + 15), 10)
  return { status, start: end + 4, length }
}

/**
 * One HTTP/1.1 connection that is kept alive, with one request on its way at a time. It costs a fraction of what a client
 * library does, which would measure itself as much as the servers that it shares a machine with.
 */
export class Connection {
  readonly #socket: Socket
  readonly #host: string
  #pieces: Array<Buffer> = []
  #size = 0
  #wanted = 0
  #take: ((answer: Exchanged) => void) | undefined
  #fail: ((error: Error) => void) | undefined

  constructor(url: string) {
    const { hostname, port, host } = new URL(url)
    this.#host = host
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.on("data", (piece) => this.#receive(piece))
    this.#socket.on("error", (error) => this.#fail?.(error))
    this.#socket.on("close", () => this.#fail?.(new Error("The server closed the connection")))
  }

  /** The bytes of a request, which can be sent again and again. */
  request(path: string, headers: Readonly<Record<string, string>>, body: string | Uint8Array): Buffer {
    const lines = Object.entries({
      host: this.#host,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      ...headers
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`), Buffer.from(body)])
  }

  exchange(request: Buffer): Promise<Exchanged> {
    return new Promise((resolve, reject) => {
      this.#take = resolve
      this.#fail = reject
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#fail = undefined
    this.#socket.destroy()
  }

  #receive(piece: Buffer) {
    this.#pieces.push(piece)
    this.#size += piece.length
    if (this.#size < this.#wanted) return
    const bytes = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces)
    this.#pieces = [bytes]
    const head = readHead(bytes)
    if (head === undefined) return
    if (head.length === undefined) {
      const chunked = readChunks(bytes, head.start)
      if (chunked !== undefined) this.#finish(head.status, chunked.body, bytes.length - chunked.end)
      return
    }
    this.#wanted = head.start + head.length
    const body = bytes.subarray(head.start, this.#wanted)
    if (body.length === head.length) this.#finish(head.status, body, bytes.length - this.#wanted)
  }

  #finish(status: number, body: Buffer, beyond: number) {
    this.#pieces = []
    this.#size = this.#wanted = 0
    if (beyond > 0) this.#fail?.(new Error("The server sent more than was asked for"))
    else this.#take?.({ status, body })
  }
}
