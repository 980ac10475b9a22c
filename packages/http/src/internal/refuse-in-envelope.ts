import { type IncomingMessage, maxHeaderSize, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { NotFound, PayloadTooLarge, ValidationError } from "@agent-operations/error-envelope"
import { makeFewATurn } from "./few-a-turn.ts"
import { failed, type TextAnswer } from "./json-answer.ts"
import { lingerMillis } from "./linger.ts"

const invalid = (message: string) =>
  new ValidationError({ message, hint: "Use an HTTP client to send the request.", details: { issues: [] } })

const late = "ERR_HTTP_REQUEST_TIMEOUT"

/** The code of an error of a client whose body comes in too many chunks that are small. */
export const chunksTooSmall = "ERR_CHUNKS_TOO_SMALL"

const answerTo = (code: string): TextAnswer => {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return failed(
        new PayloadTooLarge({
          message: `The request line and headers are larger than ${maxHeaderSize} bytes.`,
          hint: "Send shorter headers; an operation's input belongs in the body.",
          details: { limitBytes: maxHeaderSize }
        })
      )
    case late:
      // HTTP's own status for it, by which clients send the request again on another connection: RFC 9110, 15.5.9.
      return { ...failed(invalid("The request did not arrive completely in time.")), status: 408 }
    case chunksTooSmall:
      return failed(
        new ValidationError({
          message: "The body comes in too many chunks that are too small.",
          hint: "Send it with its length, or in chunks of some kilobytes.",
          details: { issues: [] }
        })
      )
    case "HPE_INVALID_EOF_STATE":
      return failed(invalid("The request is incomplete: it ended early."))
    default:
      return failed(invalid("The request is not valid HTTP/1.1 (RFC 9112)."))
  }
}

const noTunnel = failed(new NotFound({ message: "CONNECT is not supported: this server is not a proxy." }))

const textOf = ({ status, headers, body }: TextAnswer) => {
  const fields = { ...headers, "content-length": Buffer.byteLength(body), connection: "close" }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`
}

/** Closed now, a socket would be reset, and who still sends would never see the answer. */
const end = (socket: Duplex, last: string) => {
  if (!socket.writable) return void socket.destroy()
  // What comes still is read away, and no longer parsed: the rest of a request would have it carried out.
  socket.removeAllListeners("data").on("data", () => {})
  // Who sends on and never hangs up is left after a while.
  const timer = setTimeout(() => socket.destroy(), lingerMillis)
  socket.once("close", () => clearTimeout(timer)).resume()
  socket.end(last)
}

/**
 * Has a server answer in the envelope what `node:http` refuses before any listener sees it: a head that is too large
 * (413), what is not HTTP (400), requests that do not become whole in time (408), and `CONNECT` (404). An `Expect` that
 * it does not know, it passes on. A connection on which no request is being read is closed without an answer, which its
 * client would take for that of the next request. Those that are late at once are answered a few in each turn of the event
 * loop. Laws: E1, E3, K3.
 *
 * @example
 * refuseInEnvelope(createServer({ requireHostHeader: false }, kit.listener)).listen(4400)
 */
export const refuseInEnvelope = (server: Server): Server => {
  /** The answers that each connection still awaits, in their order. */
  const awaited = new WeakMap<Duplex, Set<ServerResponse>>()
  /** Those that were refused already: each further piece of what is not HTTP is an error again. */
  const refused = new WeakSet<Duplex>()

  const inTurn = makeFewATurn()

  const awaits = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = awaited.get(socket) ?? new Set()
    awaited.set(socket, responses.add(response))
    response.once("close", () => responses.delete(response))
  }

  /** Answers what is wrong once every request before it is answered, unless an answer to it has begun. */
  const refuse = (socket: Duplex, answer: TextAnswer) => {
    const responses = [...(awaited.get(socket) ?? [])]
    const before = responses.find(({ req }) => req.complete)
    if (before !== undefined) return void before.once("close", () => refuse(socket, answer))
    end(socket, responses.some(({ headersSent }) => headersSent) ? "" : textOf(answer))
  }

  const refuseOnce = (socket: Duplex, answer: TextAnswer) => {
    if (refused.has(socket)) return
    refused.add(socket)
    refuse(socket, answer)
  }

  return server
    .on("request", awaits)
    .on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket) => {
      if (code === "ECONNRESET") return void socket.destroy()
      if (code !== late) return refuseOnce(socket, answerTo(code))
      socket.pause()
      inTurn(() => {
        if ((socket as Socket).bytesRead === 0) socket.destroy()
        else refuseOnce(socket, answerTo(code))
      })
    })
    .on("connect", (_, socket) => refuseOnce(socket, noTunnel))
    .on("checkExpectation", (request, response) => void server.emit("request", request, response))
}
