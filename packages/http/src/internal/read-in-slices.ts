import type { Server } from "node:http"
import type { Socket } from "node:net"
import { placeOf } from "@agent-operations/database"
import { inSlices } from "@agent-operations/egress/connection"

const ignore = () => {}

/**
 * Has a server read its connections in slices, where what they send has many lines: `node:http` would parse all that was read
 * of each at once, and chunks of one byte from a hundred clients stop a process for seconds. Not for `node:https`, whose
 * connections are of its own. Law: K3.
 *
 * @example
 * readInSlices(refuseInEnvelope(createServer({ requireHostHeader: false }, kit.listener))).listen(4400)
 */
export const readInSlices = (server: Server): Server => {
  server.on("connection", (socket: Socket) => {
    // Whoever listens has the parser no longer read from the system by itself.
    inSlices(socket, placeOf).on("data", ignore).off("data", ignore)
  })
  return server
}
