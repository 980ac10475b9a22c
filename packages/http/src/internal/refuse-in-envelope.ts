import { maxHeaderSize, type Server, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { type AgentError, NotFound, PayloadTooLarge, ValidationError } from "@agent-operations/error-envelope"
import { failed } from "./json-answer.ts"
import { lingerMillis } from "./linger.ts"

const reasons: Record<string, string> = {
  HPE_INVALID_EOF_STATE: "The request is incomplete: it ended early.",
  ERR_HTTP_REQUEST_TIMEOUT: "The request did not arrive completely in time."
}

const errorOf = (code: string) =>
  code === "HPE_HEADER_OVERFLOW"
    ? new PayloadTooLarge({
        message: `The request line and headers are larger than ${maxHeaderSize} bytes.`,
        hint: "Send shorter headers; an operation's input belongs in the body.",
        details: { limitBytes: maxHeaderSize }
      })
    : new ValidationError({
        message: reasons[code] ?? "The request is not valid HTTP/1.1 (RFC 9112).",
        hint: "Use an HTTP client to send the request.",
        details: { issues: [] }
      })

/** Those that were answered already: each further piece of what is not HTTP is an error again. */
const answered = new WeakSet<Duplex>()

const end = (socket: Duplex, error: AgentError) => {
  // Closed now, it would be reset, and who still sends would never see the answer.
  if (answered.has(socket)) return
  if (!socket.writable) return void socket.destroy()
  answered.add(socket)
  const { status, headers, body } = failed(error)
  const fields = { ...headers, "content-length": Buffer.byteLength(body), connection: "close" }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  // Who sends on and never hangs up is left after a while.
  const timer = setTimeout(() => socket.destroy(), lingerMillis)
  socket.once("close", () => clearTimeout(timer)).resume()
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`)
}

const refuse = (error: NodeJS.ErrnoException, socket: Duplex) =>
  error.code === "ECONNRESET" ? socket.destroy() : end(socket, errorOf(error.code ?? ""))

const noTunnel = new NotFound({ message: "CONNECT is not supported: this server is not a proxy." })

/**
 * Has a server answer in the envelope what `node:http` refuses before any listener sees it: a head that is too large
 * (413), what is not HTTP, and requests that do not become whole in time (400), and `CONNECT` (404). An `Expect` that it
 * does not know, it passes on. Laws: E1, E3.
 *
 * @example
 * refuseInEnvelope(createServer({ requireHostHeader: false }, kit.listener)).listen(4400)
 */
export const refuseInEnvelope = (server: Server): Server =>
  server
    .on("clientError", refuse)
    .on("connect", (_, socket) => end(socket, noTunnel))
    .on("checkExpectation", (request, response) => void server.emit("request", request, response))
