import type { IncomingMessage, Server } from "node:http"
import type { Socket } from "node:net"
import { placeOf } from "@agent-operations/database"
import { bodyFollows, inSlices } from "@agent-operations/egress/connection"
import { chunksTooSmall } from "./refuse-in-envelope.ts"

const ignore = () => {}

/** How many chunks a body may have of fewer bytes than that on average: parsing one takes as long as some kilobytes. */
const smallChunks = { most: 4096, bytes: 64 } as const

/** Ends a request whose chunks are many and small. */
const boundChunks = (server: Server, request: IncomingMessage) => {
  const push = request.push.bind(request)
  let left = smallChunks.most * smallChunks.bytes
  request.push = (chunk: Buffer | null) => {
    const before = left
    left += (chunk?.length ?? 0) - smallChunks.bytes
    if (left < 0 && before >= 0) {
      const error = Object.assign(new Error("Its chunks are too small"), { code: chunksTooSmall })
      server.emit("clientError", error, request.socket)
    }
    return push(chunk)
  }
}

/**
 * Has a server read its connections in slices, where what they send has many lines: `node:http` would parse all that was read
 * of each at once, and chunks of one byte from a hundred clients stop a process for seconds. A body of more than 4,096 chunks
 * of fewer than 64 bytes is an error of its client. Not for `node:https`, whose connections are of its own. Law: K3.
 *
 * @example
 * readInSlices(refuseInEnvelope(createServer({ requireHostHeader: false }, kit.listener))).listen(4400)
 */
export const readInSlices = (server: Server): Server => {
  server.on("connection", (socket: Socket) => {
    // Whoever listens has the parser no longer read from the system by itself.
    inSlices(socket, placeOf).on("data", ignore).off("data", ignore)
  })
  return server.prependListener("request", (request: IncomingMessage) => {
    const { headers, socket } = request
    if (headers["transfer-encoding"] !== undefined) boundChunks(server, request)
    else bodyFollows(socket, Number(headers["content-length"]) || 0)
  })
}
