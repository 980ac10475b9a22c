import type { IncomingMessage, ServerResponse } from "node:http"
import { Context, Effect } from "effect"
import { AgentHttp } from "./AgentHttp.ts"
import type { AgentAnswer, AgentRequest } from "./exchange.ts"
import { drainedBytes, lingerMillis } from "./internal/linger.ts"
import { announcesTooMuch, readMessage, tooLarge } from "./internal/read-bytes.ts"

/** Every value of each header, by its lower-case name. */
const headersOf = ({ rawHeaders }: IncomingMessage) => {
  const headers = new Map<string, Array<string>>()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name, value] = [rawHeaders[i]!.toLowerCase(), rawHeaders[i + 1]!]
    const values = headers.get(name)
    if (values === undefined) headers.set(name, [value])
    else values.push(value)
  }
  return headers
}

const none: ReadonlyArray<string> = []

/** The path and query that a request asks for. A proxy's form of it, `GET http://host/path`, means the same. */
const targetOf = ({ url = "/" }: IncomingMessage) =>
  url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, "")

const fromNode = (message: IncomingMessage): AgentRequest => {
  const url = targetOf(message)
  const mark = url.indexOf("?")
  const headers = headersOf(message)
  return {
    method: message.method ?? "GET",
    path: mark === -1 ? url : url.slice(0, mark),
    query: mark === -1 ? "" : url.slice(mark + 1),
    header: (name) => headers.get(name) ?? none,
    body: (limitBytes) =>
      announcesTooMuch(message.headers["content-length"], limitBytes)
        ? Effect.fail(tooLarge(limitBytes))
        : readMessage(message, limitBytes)
  }
}

/**
 * Sends an answer while the body is still coming. Who writes on before they read would find the connection reset, and
 * never see an answer if it were closed at once; it is whole by its length, and ends with the body, or soon.
 */
const sendEarly = (message: IncomingMessage, response: ServerResponse, body: string) => {
  response.write(body)
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, lingerMillis)
  message.once("close", end).resume()
}

/**
 * Whether a connection can be kept though nobody read the body: it has come, there is none, or it is short enough that
 * `node:http` reads it away. The headers tell: a message without a body is not `complete` yet in the turn in which it is
 * answered.
 */
const leavesLittle = ({ complete, headers }: IncomingMessage) =>
  complete || (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= drainedBytes)

const send = (message: IncomingMessage, response: ServerResponse, { status, headers, body }: AgentAnswer) => {
  if (response.destroyed) return
  const keeps = leavesLittle(message)
  const head: Record<string, string | number> = { ...headers, "content-length": Buffer.byteLength(body) }
  const text = message.method === "HEAD" ? "" : body
  // What is left of a body would be taken for the next request.
  if (!keeps) head["connection"] = "close"
  response.writeHead(status, head)
  if (keeps) response.end(text)
  else sendEarly(message, response, text)
}

export { refuseInEnvelope } from "./internal/refuse-in-envelope.ts"

/**
 * A listener for `node:http`, and for whatever is built on it.
 *
 * @example
 * createServer(nodeListener(await runtime.context())).listen(4400)
 */
export const nodeListener = (services: Context.Context<AgentHttp>) => {
  const http = Context.get(services, AgentHttp)
  const run = Effect.runForkWith(services)
  return (message: IncomingMessage, response: ServerResponse): void => {
    run(Effect.map(http.handle(fromNode(message)), (answer) => send(message, response, answer)))
  }
}
