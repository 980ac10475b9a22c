import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  serializeMessage,
  type Transport
} from "@modelcontextprotocol/server"
import { once } from "node:events"
import type { Readable, Writable } from "node:stream"
import { isObject } from "./is-object.ts"

type Id = string | number

const isId = (id: unknown): id is Id => typeof id === "string" || typeof id === "number"

/** The largest message, in bytes: as much as the SDK keeps of one. */
const mostBytes = 10 * 1024 * 1024

/** The most messages of a line: each has an answer of its own. */
const mostOfLine = 100

const newline = 0x0a

/** Skips a byte order mark at the start of each line. */
const decoder = new TextDecoder("utf-8", { fatal: true })

/** The messages of a line, or why it has none. */
const read = (line: Uint8Array): ReadonlyArray<unknown> | string => {
  let text: string
  try {
    text = decoder.decode(line)
  } catch {
    return "The message is not UTF-8."
  }
  if (text.trim() === "") return []
  try {
    const value: unknown = JSON.parse(text)
    // A client of 2025-03-26 may send several in an array. Each is answered by its ID.
    return Array.isArray(value) && value.length > 0 ? value : [value]
  } catch {
    return "The message is not JSON: send one JSON-RPC 2.0 message a line."
  }
}

/**
 * A message a line, in both directions. Beyond what the SDK's transport does, each line has its answer: what is no message is an
 * error of JSON-RPC, a byte order mark is skipped, and what was asked before the input ended is answered before it closes.
 */
export class LineTransport implements Transport {
  readonly #input: Readable
  readonly #output: Writable
  /** What has come of a line that has not ended. */
  #line: Array<Uint8Array> = []
  #bytes = 0
  /** How many requests of an ID are not answered. */
  readonly #asked = new Map<Id, number>()
  #hasEnded = false
  #isClosed = false
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #answered = Promise.withResolvers<void>()
  readonly #closed = Promise.withResolvers<void>()

  constructor(input: Readable, output: Writable) {
    this.#input = input
    this.#output = output
  }

  /** Resolves once the input has ended, and all that was asked is answered. */
  get answered(): Promise<void> {
    return this.#answered.promise
  }

  get closed(): Promise<void> {
    return this.#closed.promise
  }

  async start(): Promise<void> {
    this.#input.on("data", this.#take)
    this.#input.on("error", this.#fail)
    this.#input.on("end", this.#end)
    this.#input.on("close", this.#end)
    this.#output.on("error", this.#lose)
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#end)
  }

  readonly #fail = (error: Error) => this.onerror?.(error)

  /** Nobody reads the answers any more. */
  readonly #lose = (error: Error) => {
    if (this.#isClosed) return
    this.onerror?.(error)
    void this.close()
  }

  readonly #take = (given: Uint8Array | string) => {
    const chunk = typeof given === "string" ? Buffer.from(given) : given
    let from = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      this.#add(chunk.subarray(from, end))
      this.#deliver()
      from = end + 1
    }
    this.#add(chunk.subarray(from))
  }

  /** Of a line that is too long only its length is kept. */
  #add(part: Uint8Array) {
    this.#bytes += part.length
    if (this.#bytes > mostBytes) this.#line = []
    else if (part.length > 0) this.#line.push(part)
  }

  #deliver() {
    const [line, bytes] = [Buffer.concat(this.#line), this.#bytes]
    this.#line = []
    this.#bytes = 0
    if (bytes > mostBytes) return this.#refuse(null, -32_700, `The message is larger than ${mostBytes} bytes.`)
    const messages = read(line)
    if (typeof messages !== "string") {
      if (messages.length <= mostOfLine) return messages.forEach((message) => this.#pass(message))
      return this.#refuse(null, -32_600, `A line has at most ${mostOfLine} messages.`)
    }
    return this.#refuse(null, -32_700, this.#hasEnded ? "The input ended in the middle of a message." : messages)
  }

  #pass(value: unknown) {
    let message: JSONRPCMessage
    try {
      message = parseJSONRPCMessage(value)
    } catch {
      const id = isObject(value) && isId(value["id"]) ? value["id"] : null
      return this.#refuse(id, -32_600, "The message is not one of JSON-RPC 2.0.")
    }
    if ("method" in message) {
      const { method, params } = message
      if (!("id" in message)) {
        // What was cancelled is not answered.
        if (method === "notifications/cancelled" && isId(params?.["requestId"])) this.#settle(params["requestId"])
        // A subscription is answered when the connection ends, and is not waited for.
      } else if (method !== "subscriptions/listen") {
        this.#asked.set(message.id, (this.#asked.get(message.id) ?? 0) + 1)
      }
    }
    this.onmessage?.(message)
  }

  #refuse(id: Id | null, code: number, message: string) {
    this.onerror?.(new Error(message))
    this.#write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`).catch(this.#fail)
  }

  readonly #end = () => {
    if (this.#hasEnded || this.#isClosed) return
    this.#hasEnded = true
    // A last message may lack the end of its line.
    this.#deliver()
    this.#checkAnswered()
  }

  #settle(id: Id) {
    const left = (this.#asked.get(id) ?? 0) - 1
    if (left > 0) this.#asked.set(id, left)
    else this.#asked.delete(id)
    this.#checkAnswered()
  }

  #checkAnswered() {
    if (this.#hasEnded && this.#asked.size === 0) this.#answered.resolve()
  }

  async #write(text: string): Promise<void> {
    if (!this.#output.write(text)) await once(this.#output, "drain")
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error("The connection is closed.")
    await this.#write(serializeMessage(message))
    if (!("method" in message) && message.id !== undefined) this.#settle(message.id)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#input.off("data", this.#take)
    this.#input.off("end", this.#end)
    this.#input.off("close", this.#end)
    this.#input.pause()
    this.#line = []
    this.onclose?.()
    this.#closed.resolve()
  }
}
