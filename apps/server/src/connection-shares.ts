import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { networkOf, placeOf } from "@agent-operations/database"
import { sharePlaces } from "./shared-places.ts"

interface UnderWay {
  /** Its requests that are not answered yet, and how many of them are still coming. */
  requests: number
  coming: number
}

/** Whether nothing comes behind the head of a request. It is not `complete` yet in the turn in which it is told of. */
const hasNoBody = ({ complete, headers }: IncomingMessage) =>
  complete || (headers["transfer-encoding"] === undefined && headers["content-length"] === undefined)

/**
 * Shares so many connections among the addresses that they come from, and among their networks. What is closed for another
 * is closed without a word. Law: K3.
 *
 * @param keepsUsed - Whether one on which there was a request is not idle between its requests: a proxy may be sending
 * the next.
 */
export const shareConnections = (limit: number, keepsUsed: boolean) => {
  const shares = sharePlaces<Socket>(limit)
  const underWay = new WeakMap<Socket, UnderWay>()

  const tell = (socket: Socket, { requests, coming }: UnderWay) => {
    if (requests === 0) shares.set(socket, keepsUsed ? "held" : "idle")
    else shares.set(socket, coming === requests ? "coming" : "held")
  }

  return {
    /** Takes note of a connection. */
    opened: (socket: Socket): void => {
      const address = socket.remoteAddress ?? "unknown"
      shares.add(socket, placeOf(address), networkOf(address))?.destroy()
      socket.once("close", () => shares.remove(socket))
    },
    /** Takes note of a request, and of the end of its body and of its answer. */
    requested: (request: IncomingMessage, response: ServerResponse): void => {
      const { socket } = request
      const now = underWay.get(socket) ?? { requests: 0, coming: 0 }
      underWay.set(socket, now)
      let isComing = !hasNoBody(request)
      const come = () => {
        if (!isComing) return
        isComing = false
        now.coming--
        tell(socket, now)
      }
      now.requests++
      if (isComing) {
        now.coming++
        request.once("end", come)
      }
      tell(socket, now)
      response.once("close", () => {
        come()
        now.requests--
        tell(socket, now)
      })
    }
  }
}
