import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** How many requests of one connection may wait for those before them. The last of them ends it. */
export const waitingAhead = 32

/** What `node:http` reads a connection by. None of its own words stops it within a piece, of thousands of requests. */
type Read = Socket & { readonly parser?: { onIncoming?: unknown } | null }

/** As for a request that becomes a tunnel: what follows is no HTTP. */
const noMore = () => 2

/**
 * Begins the requests of each connection one after another, and of all those that waited one a turn of the loop: in 64 KiB
 * there are thousands, which `node:http` hands over at once. A request that nothing is before begins at once. Law: K3.
 */
export const oneAtATime = () => {
  const waiting = new WeakMap<Socket, number>()
  const due: Array<() => void> = []

  const beginNext = () => {
    if (due.length > 1) setImmediate(beginNext)
    due.shift()!()
  }

  return (socket: Read, response: ServerResponse, begin: () => void): void => {
    // `node:http` gives an answer its socket once those before it have ended. One that is gone has none either.
    if (response.socket !== null || response.destroyed) return begin()
    const now = (waiting.get(socket) ?? 0) + 1
    if (now > waitingAhead) return void socket.destroy()
    if (now === waitingAhead) {
      response.shouldKeepAlive = false
      if (socket.parser?.onIncoming) socket.parser.onIncoming = noMore
    }
    waiting.set(socket, now)
    response.once("socket", () => {
      const length = due.push(() => {
        waiting.set(socket, waiting.get(socket)! - 1)
        if (!response.destroyed) begin()
      })
      if (length === 1) setImmediate(beginNext)
    })
  }
}
