import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { Context, Effect } from "effect"
import { AgentHttp } from "./AgentHttp.ts"
import { type AgentAnswer, type AgentRequest, isBodiless } from "./exchange.ts"
import type { Leaving } from "./internal/bytes-leaving.ts"
import { hopByHop } from "./internal/hop-by-hop.ts"
import { drainedBytes, lingerMillis } from "./internal/linger.ts"
import { below, targetOf } from "./internal/mount.ts"
import { oneAtATime } from "./internal/one-at-a-time.ts"
import { announcesTooMuch, bodyStream, readMessage, tooLarge } from "./internal/read-bytes.ts"

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

/** What Connect, Express and whoever does as they do took off the path, by the whole of it that they leave beside. */
const strippedFrom = (url: string, { originalUrl }: IncomingMessage & { readonly originalUrl?: unknown }) => {
  if (typeof originalUrl !== "string") return ""
  const original = targetOf(originalUrl)
  return original.endsWith(url) ? original.slice(0, original.length - url.length) : ""
}

/** The origin that `Host` names, where that is a host and nothing else: no path, and no password. */
const originOf = (scheme: string, host = "localhost") => {
  const given = `${scheme}://${host}`
  const { href, origin } = new URL(URL.canParse(given) ? given : `${scheme}://localhost`)
  return href === `${origin}/` ? origin : `${scheme}://localhost`
}

/** Where a request was sent, as far as it tells: the host behind a proxy is what that passes on. */
const urlOf = (message: IncomingMessage & { readonly originalUrl?: unknown }) => {
  const scheme = "encrypted" in message.socket ? "https" : "http"
  const target = targetOf(typeof message.originalUrl === "string" ? message.originalUrl : message.url)
  return originOf(scheme, message.headers.host) + (target.startsWith("/") ? target : "/")
}

/** Aborts when the connection ends before the answer does. */
const goneSignal = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController()
  response.once("close", () => {
    if (!response.writableFinished) gone.abort()
  })
  if (response.destroyed) gone.abort()
  return gone.signal
}

const webRequest = (
  message: IncomingMessage,
  response: ServerResponse,
  values: ReadonlyMap<string, ReadonlyArray<string>>,
  withBody: boolean
) => {
  const headers = new Headers()
  for (const [name, all] of values) if (!name.startsWith(":")) for (const value of all) headers.append(name, value)
  const method = message.method ?? "GET"
  const body = withBody && method !== "GET" && method !== "HEAD" ? { body: bodyStream(message), duplex: "half" } : {}
  return new Request(urlOf(message), { method, headers, signal: goneSignal(response), ...body } as RequestInit)
}

const fromNode = (message: IncomingMessage, response: ServerResponse, mount: string | undefined): AgentRequest => {
  const url = targetOf(message.url)
  const mark = url.indexOf("?")
  const path = mark === -1 ? url : url.slice(0, mark)
  const headers = headersOf(message)
  // A connection that is gone has none.
  const peer = message.socket.remoteAddress
  return {
    method: message.method ?? "GET",
    ...(mount === undefined ? { mount: strippedFrom(url, message), path } : below(mount, path)),
    query: mark === -1 ? "" : url.slice(mark + 1),
    header: (name) => headers.get(name) ?? none,
    web: (options) => webRequest(message, response, headers, options?.body === true),
    peer: () => peer,
    body: (limitBytes, take) =>
      announcesTooMuch(message.headers["content-length"], limitBytes)
        ? Effect.fail(tooLarge(limitBytes))
        : readMessage(message, limitBytes, take)
  }
}

/**
 * Ends an answer while the body is still coming. Who writes on before they read would find the connection reset, and
 * never see an answer if it were closed at once; it is whole by its length, and ends with the body, or soon.
 */
const endLate = (message: IncomingMessage, response: ServerResponse) => {
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, lingerMillis)
  // Where nothing was written, as for a HEAD, the head is unsent.
  response.flushHeaders()
  message.once("close", end).resume()
}

/**
 * Whether a connection can be kept though nobody read the body: it has come, there is none, or it is short enough that
 * `node:http` reads it away. The headers tell: a message without a body is not `complete` yet in the turn in which it is
 * answered.
 */
const leavesLittle = ({ complete, headers }: IncomingMessage) =>
  complete || (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= drainedBytes)

/**
 * Sends an answer as it is read: the next piece once there is room for it. By `drain`, as what compresses answers for a host
 * tells of nothing else.
 */
const sendInPieces = (
  response: ServerResponse,
  { whole, next, done, onStalled }: Leaving,
  end: (last?: string) => void
) => {
  const close = () => void response.destroy()
  const sendNext = () => {
    if (response.destroyed) return
    const piece = next()
    if (piece instanceof Promise) piece.then(send).catch(close)
    else send(piece)
  }
  const send = (piece: Uint8Array | undefined) => {
    if (response.destroyed) return
    if (piece === undefined) return end()
    if (response.write(piece)) setImmediate(sendNext)
    else response.once("drain", sendNext)
  }
  onStalled(close)
  response.once("close", done)
  if (whole !== undefined) end(whole)
  else sendNext()
}

/** Takes back what a host has set of what only the server may say. */
const withoutHopByHop = (response: ServerResponse, head: Record<string, string | number>) => {
  const names = hopByHop(Object.entries(response.getHeaders()))
  for (const name of names) response.removeHeader(name)
  // `node:http` says nothing of a connection once that was taken back, and whoever asked it to close is to be told.
  if (names.includes("connection")) head["connection"] = response.shouldKeepAlive ? "keep-alive" : "close"
}

const send = (message: IncomingMessage, response: ServerResponse, answer: AgentAnswer) => {
  const { status, headers, cookies, body, leaving } = answer
  if (response.destroyed) return leaving?.done()
  // What did not come in time is not waited for. Source: RFC 9110, 15.5.9.
  const keeps = status !== 408 && leavesLittle(message)
  const head: Record<string, string | number> = { ...headers }
  withoutHopByHop(response, head)
  // Added to those that the host has set.
  for (const cookie of cookies ?? []) response.appendHeader("set-cookie", cookie)
  const length = leaving === undefined ? Buffer.byteLength(body) : leaving.length
  if (!isBodiless(status) && length !== undefined) head["content-length"] = length
  // What the host has set stays, and what both set is the kit's; but both say what an answer varies by.
  const varies = response.getHeader("vary")
  if (headers["vary"] !== undefined && varies !== undefined) head["vary"] = `${String(varies)}, ${headers["vary"]}`
  // What is left of a body would be taken for the next request.
  if (!keeps) head["connection"] = "close"
  response.writeHead(status, head)
  const end = (last: AgentAnswer["body"] = "") => {
    if (keeps) return void response.end(last)
    if (last.length > 0) response.write(last)
    endLate(message, response)
  }
  if (leaving !== undefined) return sendInPieces(response, leaving, end)
  end(message.method === "HEAD" ? "" : body)
}

export { readInSlices } from "./internal/read-in-slices.ts"
export { refuseInEnvelope } from "./internal/refuse-in-envelope.ts"

/**
 * Answers requests of `node:http`. `mount` is the path at which a host's router has the operations, if it leaves that
 * path on requests.
 */
export const nodeAnswering = (services: Context.Context<AgentHttp>) => {
  const http = Context.get(services, AgentHttp)
  const run = Effect.runForkWith(services)
  const inOrder = oneAtATime()
  return (message: IncomingMessage, response: ServerResponse, mount: string | undefined): void =>
    inOrder(message.socket, response, () => {
      run(Effect.map(http.handle(fromNode(message, response, mount)), (answer) => send(message, response, answer)))
    })
}

/**
 * A listener for `node:http`, and for everything that is built on it.
 *
 * @example
 * createServer(nodeListener(await runtime.context())).listen(4400)
 */
export const nodeListener = (services: Context.Context<AgentHttp>): RequestListener => {
  const answer = nodeAnswering(services)
  return (message, response) => answer(message, response, undefined)
}
