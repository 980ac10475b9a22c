import { constants } from "node:crypto"
import type { Agent } from "node:https"
import { connect, type NetConnectOpts, type Socket } from "node:net"
import { Duplex } from "node:stream"
import { DEFAULT_CIPHERS, type TLSSocket } from "node:tls"
import { type Waiting, wait } from "./reading-turns.ts"

/** How many bytes may come before a connection is secure. Chains of certificates commonly have 3,000 to 6,000. */
const mostBytes = 32 * 1024
/** How many of them are read at once, and of what comes later, which may have much that is nobody's: new keys, one after another. */
const [bytesOfSlice, bytesOfSecureSlice] = [2048, 16 * 1024]

/**
 * What a server sends over a connection, in slices, in turns with other servers, for all of it is computed with; and no more than
 * that until the connection is secure.
 */
class Sent extends Duplex implements Waiting {
  readonly isGone = false
  readonly #socket: Socket
  readonly #pending: Array<Buffer> = []
  #isSecure = false
  #hasEnded = false
  #bytes = 0

  constructor(socket: Socket) {
    super()
    this.#socket = socket
    socket.on("connect", () => this.emit("connect"))
    socket.on("data", (chunk: Buffer) => this.#take(chunk))
    socket.on("end", () => {
      this.#hasEnded = true
      wait(this)
    })
    socket.on("error", (error) => this.destroy(error))
    socket.on("close", () => this.destroy())
  }

  get place(): string {
    return this.#socket.remoteAddress ?? ""
  }

  secure(): void {
    this.#isSecure = true
  }

  readSlice(): boolean {
    const chunk = this.#pending.shift()
    if (chunk === undefined) {
      if (this.#hasEnded) this.push(null)
      return false
    }
    const slice = this.#isSecure ? bytesOfSecureSlice : bytesOfSlice
    if (chunk.length > slice) this.#pending.unshift(chunk.subarray(slice))
    return this.push(chunk.subarray(0, slice)) && this.#waits
  }

  get #waits(): boolean {
    return this.#pending.length > 0 || this.#hasEnded
  }

  #take(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (!this.#isSecure && this.#bytes > mostBytes) {
      return void this.destroy(new Error(`more than ${mostBytes / 1024} KiB came before the connection was secure`))
    }
    this.#pending.push(chunk)
    this.#socket.pause()
    wait(this)
  }

  override _read(): void {
    if (this.#waits) wait(this)
    else this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#pending.length = 0
    this.#socket.destroy()
    done(error)
  }
}

/**
 * Groups of Diffie and Hellman are the server's own, of up to 10,000 bits, which take a second; who renegotiates sends
 * certificates again and again.
 */
const cheap = { ciphers: `${DEFAULT_CIPHERS}:!kDHE`, secureOptions: constants.SSL_OP_NO_RENEGOTIATION } as const

/**
 * Has an agent connect to servers that anybody may have named: what it costs to find out that one is to be trusted is
 * bounded, and is done in turns. Law: K3.
 *
 * @example
 * const agent = secured(new Agent({ keepAlive: true }))
 */
export const secured = (agent: Agent): Agent => {
  const secure = agent.createConnection.bind(agent)
  agent.createConnection = (options) => {
    const socket = connect(options as NetConnectOpts)
    const sent = new Sent(socket)
    const connection = secure({ ...options, ...cheap, socket: sent } as typeof options) as TLSSocket
    connection.once("secureConnect", () => sent.secure())
    // What is below it is no connection of the system's, which these would be asked of.
    Object.defineProperty(connection, "remoteAddress", { get: () => socket.remoteAddress })
    const through = (name: "ref" | "unref") => () => {
      socket[name]()
      return connection
    }
    return Object.assign(connection, { ref: through("ref"), unref: through("unref") })
  }
  return agent
}
