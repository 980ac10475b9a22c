import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { placeOf } from "@agent-operations/database"

/** Whose connections are counted together: an address, or the first 64 bits of IPv6. */
interface Place {
  readonly name: string
  open: number
  /** Its connections without a request under way that may be closed, the longest idle first. */
  readonly idle: Set<Socket>
}

/**
 * Shares so many connections among the addresses that they come from. One that is opened beyond them has another closed
 * without a word: of the address that has the most idle ones, that which is idle for longest. Where none is idle, an address
 * that has more than half of all gets no more. None with a request under way is closed. Law: K3.
 *
 * @param keepsUsed - Whether none is closed on which there was a request: a proxy may be sending the next.
 */
export const shareConnections = (limit: number, keepsUsed: boolean) => {
  const places = new Map<string, Place>()
  const connections = new WeakMap<Socket, { readonly place: Place; underWay: number }>()
  /** The places by how many idle connections they have, each step of which is by one: the most is found without a search. */
  const byIdle: Array<Set<Place>> = [new Set()]
  let most = 0
  let open = 0

  const setIdle = (place: Place, socket: Socket, isIdle: boolean) => {
    const before = place.idle.size
    if (isIdle) place.idle.add(socket)
    else place.idle.delete(socket)
    const now = place.idle.size
    if (now === before) return
    byIdle[before]!.delete(place)
    byIdle[now] ??= new Set()
    byIdle[now].add(place)
    if (now > most || (before === most && byIdle[before]!.size === 0)) most = now
  }

  const placeAt = (name: string): Place => {
    const known = places.get(name)
    if (known !== undefined) return known
    const place: Place = { name, open: 0, idle: new Set() }
    places.set(name, place)
    byIdle[0]!.add(place)
    return place
  }

  const forget = (socket: Socket) => {
    const place = connections.get(socket)?.place
    if (place === undefined) return
    connections.delete(socket)
    setIdle(place, socket, false)
    open--
    if (--place.open > 0) return
    places.delete(place.name)
    byIdle[0]!.delete(place)
  }

  /** Whether there is room for one more from there. */
  const makeRoom = (name: string): boolean => {
    if (open < limit) return true
    const [fullest] = byIdle[most]!
    const [oldest] = fullest?.idle ?? []
    if (oldest === undefined) return (places.get(name)?.open ?? 0) <= open / 2
    // It tells of its end only later, and more may come until then.
    forget(oldest)
    oldest.destroy()
    return true
  }

  return {
    /** Takes note of a connection. */
    opened: (socket: Socket): void => {
      const name = placeOf(socket.remoteAddress ?? "unknown")
      if (!makeRoom(name)) return void socket.destroy()
      const place = placeAt(name)
      open++
      place.open++
      connections.set(socket, { place, underWay: 0 })
      setIdle(place, socket, true)
      socket.once("close", () => forget(socket))
    },
    /** Takes note of a request, and of the end of its answer. */
    requested: ({ socket }: IncomingMessage, response: ServerResponse): void => {
      const connection = connections.get(socket)
      if (connection === undefined) return
      if (connection.underWay++ === 0) setIdle(connection.place, socket, false)
      response.once("close", () => {
        if (--connection.underWay === 0 && !keepsUsed && connections.has(socket))
          setIdle(connection.place, socket, true)
      })
    }
  }
}
