import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http"
import type { RequestOptions } from "node:https"
import type { Socket } from "node:net"
import { Effect, type Scope, Stream } from "effect"
import { EgressError, type EgressReason } from "./EgressError.ts"
import { agentFor, type Network, requestOf } from "./network.ts"

/** What to send, and how much of an answer to accept. The limits default to 16 KiB and 5 seconds. */
export interface EgressRequest {
  /** GET by default. */
  readonly method?: "GET" | "POST"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** How many bytes the answer's body may have: 16 KiB by default. */
  readonly maxBytes?: number
  /** How long all of it may take, in milliseconds: 5000 by default. */
  readonly timeoutMillis?: number
}

/** An answer whose head has come. */
export interface EgressStream {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The body as it comes, once. It fails at the first byte that is too many, when time is over, and if it is packed. */
  readonly body: Stream.Stream<Uint8Array, EgressError>
}

/** How many interim answers (1xx) may come before the answer: a minute's worth of those that say that work goes on, and more. */
const mostInterim = 100

/** Fails a request that is answered by more interim answers. */
const boundInterim = (request: ClientRequest, tooMany: () => EgressError) => {
  let interim = 0
  request.on("information", () => {
    if (++interim > mostInterim && !request.destroyed) request.destroy(tooMany())
  })
}

const isSecuring = (socket: Socket): boolean => "secureConnecting" in socket && socket.secureConnecting === true

/** How many bytes a connection reads ahead of that. */
const connection = { highWaterMark: 1024 }

/** The chunks of a body up to its bound. */
async function* bounded(response: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  // An answer that is packed could be of any size when it is unpacked.
  const encoding = response.headers["content-encoding"] ?? "identity"
  if (encoding.toLowerCase() !== "identity") {
    throw new EgressError({
      reason: "answer",
      // Whole or not at all: a part of a secret would not be found in it.
      message: `it answers in ${encoding.length > 100 ? "another encoding" : `the encoding ${encoding}`}`,
      sent: true
    })
  }
  let left = maxBytes
  for await (const chunk of response as AsyncIterable<Buffer>) {
    yield chunk.byteLength > left ? chunk.subarray(0, left) : chunk
    left -= chunk.byteLength
    if (left < 0) throw new EgressError({ reason: "size", message: `it is larger than ${maxBytes} bytes`, sent: true })
  }
}

/**
 * Sends a request and waits for the head of its answer. The exchange ends with the scope: what has not been read by then
 * is not read, and its connection is closed.
 */
export const open = (
  address: string,
  asked: EgressRequest,
  network: Network,
  limits: Pick<RequestOptions, "maxHeaderSize"> = {}
): Effect.Effect<EgressStream, EgressError, Scope.Scope> =>
  Effect.gen(function* () {
    const { method = "GET", headers, body, maxBytes = 16 * 1024, timeoutMillis = 5000 } = asked
    let sent = false
    const failure = (reason: EgressReason, message: string) => new EgressError({ reason, message, sent })
    let over: EgressError | undefined
    const told = (error: unknown) =>
      error instanceof EgressError ? error : (over ?? failure("connection", (error as Error).message))
    const request = yield* Effect.try({
      try: () =>
        requestOf(address)(address, {
          ...limits,
          ...network,
          ...connection,
          agent: network.agent || agentFor(address),
          method,
          headers: { ...headers, "accept-encoding": "identity" }
        }),
      catch: (error) => failure("address", `it can't be asked so: ${(error as Error).message}`)
    })
    let response: IncomingMessage | undefined
    // What has been read to its end leaves its connection to the next request; what has come and is not read would keep it.
    yield* Effect.addFinalizer(() => Effect.sync(() => response?.readableEnded === true || request.destroy()))
    // An error after the answer is one of its body.
    request.on("error", () => undefined)
    boundInterim(request, () => failure("connection", `it sends more than ${mostInterim} interim answers`))
    // A request that waits for a connection tells of no error before it has one.
    let giveUp: (error: EgressError) => void = () => undefined
    const end = (error: EgressError) =>
      Effect.sync(() => {
        over = error
        request.destroy(error)
        response?.destroy(error)
        giveUp(error)
      })
    yield* Effect.sleep(timeoutMillis).pipe(
      Effect.andThen(Effect.suspend(() => end(failure("timeout", "it does not answer in time")))),
      Effect.forkScoped
    )
    const answered = yield* Effect.callback<IncomingMessage, EgressError>((resume) => {
      giveUp = (error) => resume(Effect.fail(error))
      request.on("error", (error) => resume(Effect.fail(told(error))))
      request.on("close", () => resume(Effect.fail(told(new Error("the connection was closed")))))
      request.on("socket", (socket) => {
        const going = () => {
          sent = true
        }
        // Over TLS nothing is sent before the other side's certificate is valid.
        if (isSecuring(socket)) socket.once("secureConnect", going)
        else if (socket.connecting) socket.once("connect", going)
        else going()
      })
      request.on("response", (got) => {
        response = got
        resume(Effect.succeed(got))
      })
      request.end(body)
    })
    return {
      status: answered.statusCode ?? 0,
      headers: answered.headers,
      body: Stream.fromAsyncIterable({ [Symbol.asyncIterator]: () => bounded(answered, maxBytes) }, told)
    }
  })
