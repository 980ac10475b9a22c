import { type AddressInfo, connect, createServer, type Socket } from "node:net"

const sleep = (millis: number) =>
  millis === 0 ? Promise.resolve() : new Promise<void>((resolve) => setTimeout(resolve, millis))

/** What a proxy does to what it passes on. */
export type Disturbance = "none" | "cut" | "slow" | "reset"

/** How long a slow network holds each piece, in milliseconds. */
const delayMillis = 30

/**
 * Passes TCP on to a port of this machine, and can stop passing anything on (cut), hold each piece for a while (slow), or
 * reset connections as they answer (reset). `onPiece` hears of each piece that comes, with how many there were.
 */
export const startProxy = async (to: number, onPiece: (pieces: number) => void = () => {}) => {
  let disturbance: Disturbance = "none"
  let pieces = 0
  const open = new Set<Socket>()

  const pass = (from: Socket, other: Socket) => {
    // Pieces keep their order, as TCP's do, also when a slow network gets well.
    let last = Promise.resolve()
    const deliver = (piece: Buffer, afterMillis: number) => {
      last = last.then(() => sleep(afterMillis)).then(() => void (other.writable && other.write(piece)))
    }
    from.on("data", (piece: Buffer) => {
      onPiece(++pieces)
      switch (disturbance) {
        case "none":
          return deliver(piece, 0)
        case "slow":
          return deliver(piece, delayMillis)
        case "reset":
          // Half of an answer, and then nothing more.
          other.write(piece.subarray(0, Math.floor(piece.length / 2)))
          other.resetAndDestroy()
          return void from.destroy()
        case "cut":
      }
    })
    from.on("error", () => other.destroy())
    from.on("close", () => {
      open.delete(from)
      other.destroy()
    })
  }
  const server = createServer((client) => {
    const upstream = connect(to, "127.0.0.1")
    open.add(client).add(upstream)
    pass(client, upstream)
    pass(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.address() as AddressInfo).port,
    disturb: (next: Disturbance) => {
      // What a cut swallowed never comes: those connections are dead, as after a lost route.
      if (disturbance === "cut") for (const socket of open) socket.destroy()
      disturbance = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      })
  }
}
