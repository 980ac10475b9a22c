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
 * there are thousands, which `node:http` hands over at once. The first of a connection in a turn begins at once, where nothing
 * is before it. Law: K3.
 */
export const oneAtATime = () => {
  const waiting = new WeakMap<Socket, number>()
  const due: Array<() => void> = []
  /** Those of which a request began in this turn: one that is answered at once would be followed by the next. */
  const begun = new Set<Socket>()

  const beginNext = () => {
    if (due.length > 1) setImmediate(beginNext)
    due.shift()!()
  }

  const beginAtOnce = (socket: Socket, begin: () => void) => {
    if (begun.size === 0) setImmediate(() => begun.clear())
    begun.add(socket)
    begin()
  }

  return (socket: Read, response: ServerResponse, begin: () => void): void => {
    // `node:http` gives an answer its socket once those before it have ended. One that is gone has none either.
    const isFirst = response.socket !== null || response.destroyed
    if (isFirst && !begun.has(socket)) return beginAtOnce(socket, begin)
    const now = (waiting.get(socket) ?? 0) + 1
    if (now > waitingAhead) return void socket.destroy()
    if (now === waitingAhead) {
      response.shouldKeepAlive = false
      if (socket.parser?.onIncoming) socket.parser.onIncoming = noMore
    }
    waiting.set(socket, now)
    const wait = () => {
      const length = due.push(() => {
        waiting.set(socket, waiting.get(socket)! - 1)
        if (!response.destroyed) begin()
      })
      if (length === 1) setImmediate(beginNext)
    }
    if (isFirst) wait()
    else response.once("socket", wait)
  }
}
