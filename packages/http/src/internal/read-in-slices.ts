import type { Server } from "node:http"
import type { Socket } from "node:net"
import { placeOf } from "@agent-operations/database"
import { SlicedConnection } from "@agent-operations/egress/connection"

/**
 * Has a server read its connections in slices, where what they send has many lines: `node:http` would parse all that was read
 * of each at once, and chunks of one byte from a hundred clients stop a process for seconds. Call it once every listener of
 * `connection` is there; requests have as their socket a `Duplex` with the addresses of a socket. Not for `node:https`, whose
 * connections are of its own. Law: K3.
 *
 * @example
 * readInSlices(refuseInEnvelope(createServer({ requireHostHeader: false }, kit.listener))).listen(4400)
 */
export const readInSlices = (server: Server): Server => {
  const listeners = server.listeners("connection")
  return server.removeAllListeners("connection").on("connection", (socket: Socket) => {
    const connection = new SlicedConnection(socket, placeOf)
    for (const listener of listeners) Reflect.apply(listener, server, [connection])
  })
}
