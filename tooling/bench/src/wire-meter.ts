import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** What went to and fro between a server and PostgreSQL. */
export interface Traffic {
  /** `Execute` and `Query` messages. */
  readonly statements: number
  readonly bytesTo: number
  readonly bytesFrom: number
}

const execute = "E".charCodeAt(0)
const query = "Q".charCodeAt(0)

/** Counts the statements in what a client sends, whose messages may come in any pieces. */
const statementCounter = (count: () => void) => {
  let rest = Buffer.alloc(0)
  let started = false
  return (piece: Buffer) => {
    rest = Buffer.concat([rest, piece])
    for (;;) {
      // The first message of a connection has no type.
      const head = started ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      if (started && (rest[0] === execute || rest[0] === query)) count()
      started = true
      rest = rest.subarray(length)
    }
  }
}

/** Passes TCP on to PostgreSQL, and counts what it is asked. */
export const startMeter = async (to: URL) => {
  let [statements, bytesTo, bytesFrom] = [0, 0, 0]
  const open = new Set<Socket>()
  // As PostgreSQL sends: else the second of two answers waits for the first to be acknowledged, tens of milliseconds.
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: Number(to.port), host: to.hostname, noDelay: true })
    const counted = statementCounter(() => statements++)
    for (const socket of [client, upstream]) open.add(socket.on("error", () => socket.destroy()))
    client.on("data", (piece: Buffer) => {
      bytesTo += piece.length
      counted(piece)
    })
    upstream.on("data", (piece: Buffer) => (bytesFrom += piece.length))
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = new URL(to)
  url.hostname = "127.0.0.1"
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    /** What went to and fro since this was asked last. */
    take: (): Traffic => {
      const traffic = { statements, bytesTo, bytesFrom }
      statements = bytesTo = bytesFrom = 0
      return traffic
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      })
  }
}
