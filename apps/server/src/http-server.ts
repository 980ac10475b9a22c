import { createServer, type RequestListener, type Server } from "node:http"
import type { Server as Listener } from "node:net"
import { toAnswer, Unavailable } from "@agent-operations/error-envelope"
import { readInSlices, refuseInEnvelope } from "@agent-operations/http/node"
import { Effect, Option } from "effect"
import { shareConnections } from "./connection-shares.ts"
import { closeListeners, openListeners } from "./listeners.ts"
import type { Settings } from "./settings.ts"
import { StartError } from "./StartError.ts"

const connections = 10_000

/** How long requests in flight may take to finish once the server is told to stop. */
const drainTime = 18_000

const starting = toAnswer(new Unavailable({ message: "The server is starting.", retryAfter: 1 }))

const notReady: RequestListener = (_request, response) =>
  void response
    .writeHead(starting.status, { "content-type": "application/json", ...starting.headers })
    .end(JSON.stringify(starting.body))

const make = (settings: Settings, listener: RequestListener) => {
  const server = createServer(
    {
      // Node's own refusal has no body; no operation depends on the host.
      requireHostHeader: false,
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 60_000,
      connectionsCheckingInterval: 2_000
    },
    listener
  )
  const shares = shareConnections(connections, Option.isSome(settings.CLIENT_ADDRESS_HEADER))
  server.on("connection", shares.opened).on("request", shares.requested)
  // Node closes those beyond whoever opens them: above what is shared, with room for those that are still closing.
  server.maxConnections = connections + 1000
  // What Node's own timeouts miss: a broken chunk in a request for an upgrade leaves it waiting for nothing.
  server.timeout = 75_000
  return readInSlices(refuseInEnvelope(server))
}

const whyNot = (error: NodeJS.ErrnoException, host: string, port: number) => {
  const at = `${host}:${port}`
  switch (error.code) {
    case "EADDRINUSE":
      return {
        message: `Something else listens on ${at}.`,
        hint: "Stop it, or choose another port: PORT=4401 npm start"
      }
    case "EACCES":
      return { message: `This user may not listen on ${at}.`, hint: "Choose a port above 1023: PORT=4400 npm start" }
    default:
      return { message: `Cannot listen on ${at}: ${error.code ?? error.message}.`, hint: "Correct HOST and PORT." }
  }
}

/** Stops taking requests, lets those in flight finish, and closes what is left after that. */
const drain = (server: Server, listeners: ReadonlyArray<Listener>) =>
  Effect.suspend(() => {
    const force = setTimeout(() => server.closeAllConnections(), drainTime)
    // A connection that is kept alive becomes idle only after its answer.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const closed = closeListeners(listeners)
    server.closeIdleConnections()
    return Effect.ensuring(
      closed,
      Effect.sync(() => {
        clearTimeout(force)
        clearInterval(idle)
      })
    )
  })

/** Listens with what answers, or else answers 503 until it is given that. */
export const listen = Effect.fnUntraced(function* (
  settings: Settings,
  host: string,
  port: number,
  listener = notReady
) {
  const server = make(settings, listener)
  const open = yield* Effect.acquireRelease(
    Effect.mapError(openListeners(server, host, port), (error) => new StartError(whyNot(error, host, port))),
    ({ listeners }) => drain(server, listeners)
  )
  return {
    port: open.port,
    /** Answers until the scope closes, and then what is in flight, before anything closes that was made until now. */
    answerWith: (listener: RequestListener) =>
      Effect.acquireRelease(
        Effect.sync(() => server.off("request", notReady).on("request", listener)),
        () => drain(server, open.listeners)
      )
  }
})
