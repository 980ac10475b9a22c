import cluster from "node:cluster"
import type { Server } from "node:http"
import { type AddressInfo, createServer, type ListenOptions, type Server as Listener } from "node:net"
import { Effect } from "effect"

/** How many connections are taken in a turn of the event loop: each listener takes one. */
const perTurn = 32

type Failure = NodeJS.ErrnoException

const bind = (listener: Listener, options: ListenOptions) =>
  Effect.callback<number, Failure>((resume) => {
    const failed = (error: Failure) => resume(Effect.fail(error))
    listener.once("error", failed)
    listener.listen(options, () => {
      listener.off("error", failed)
      resume(Effect.succeed((listener.address() as AddressInfo).port))
    })
  })

/** Closes listeners at once, and ends when their connections have. */
export const closeListeners = (listeners: ReadonlyArray<Listener>): Effect.Effect<void> => {
  const closed = listeners.map((listener) => new Promise((resolve) => listener.close(resolve)))
  return Effect.promise(() => Promise.all(closed))
}

/** The port, or one that is free for 0, if nobody has it: what shares ports is not told that another process has it. */
const freePort = (host: string, port: number) => {
  const probe = createServer()
  return Effect.flatMap(bind(probe, { host, port }), (free) => Effect.as(closeListeners([probe]), free))
}

/**
 * Has a server listen, by several listeners on one port: while the loop is busy, one would take so few connections that all
 * who come wait for those of whoever opens many. Where the system has no ports to share, the server is the only one, as it is
 * in one of several processes, whose connections the first process takes.
 */
export const openListeners = Effect.fnUntraced(function* (
  server: Server,
  host: string,
  port: number
): Effect.fn.Return<{ readonly port: number; readonly listeners: ReadonlyArray<Listener> }, Failure> {
  const alone = (at: number) => Effect.map(bind(server, { host, port: at }), (port) => ({ port, listeners: [server] }))
  if (cluster.isWorker) return yield* alone(port)
  const free = yield* freePort(host, port)
  const shared = { host, port: free, reusePort: true }
  // As a server of `node:http` has its own connections.
  const takes = { allowHalfOpen: true, noDelay: true }
  const others = Array.from({ length: perTurn - 1 }, () =>
    createServer(takes, (socket) => void server.emit("connection", socket))
  )
  const listeners = [server, ...others]
  return yield* Effect.forEach(listeners, (listener) => bind(listener, shared)).pipe(
    Effect.as({ port: free, listeners }),
    Effect.catchIf(
      ({ code }) => code === "ENOTSUP",
      () => alone(free)
    )
  )
})
