import { once } from "node:events"
import { createServer } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { text } from "node:stream/consumers"
import { refuseInEnvelope } from "@agent-operations/http/node"
import { assert, describe, it } from "vitest"
import { doneATurn } from "../src/internal/few-a-turn.ts"

const turn = () => new Promise((resolve) => void setImmediate(resolve))

/** As node:http has it where the time of a request is over. */
const expire = (sockets: ReadonlyArray<Socket>) => {
  for (const socket of sockets) {
    socket.emit("error", Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }))
  }
}

/** Connections that sent half a head, as a server has them and as their clients do. None is late by itself. */
const withHalfHeads = async (
  count: number,
  use: (sockets: ReadonlyArray<Socket>, clients: ReadonlyArray<Socket>) => Promise<void>
) => {
  let carriedOut = 0
  const options = { headersTimeout: 0, requestTimeout: 0 }
  const server = refuseInEnvelope(createServer(options, (_, response) => void response.end(String(carriedOut++))))
  const sockets: Array<Socket> = []
  server.on("connection", (socket: Socket) => void sockets.push(socket))
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  const clients = Array.from({ length: count }, () => connect(port, "127.0.0.1"))
  try {
    for (const client of clients) client.write("GET / HTTP/1.1\r\nhost: a\r\n")
    while (sockets.length < count || sockets.some(({ bytesRead }) => bytesRead === 0)) await turn()
    await use(sockets, clients)
    assert.strictEqual(carriedOut, 0)
  } finally {
    for (const client of clients) client.destroy()
    server.close()
  }
}

describe("requests that are late at once", () => {
  it("K3: are answered a few in each turn of the loop, and each of them with 408", () =>
    withHalfHeads(5 * doneATurn, async (sockets, clients) => {
      const answers = clients.map((client) => text(client))
      expire(sockets)
      for (let turns = 1; turns <= 5; turns++) {
        await turn()
        const answered = sockets.filter(({ writableEnded }) => writableEnded).length
        assert.isAtMost(answered, turns * doneATurn, `in ${turns} turns`)
      }
      const told = await Promise.all(answers)
      assert.lengthOf(told, 5 * doneATurn)
      for (const answer of told) assert.match(answer, /^HTTP\/1\.1 408 [^]*"VALIDATION_ERROR"/)
    }))

  it("E1: are not carried out where the rest of them comes before their answer or after it", () =>
    withHalfHeads(2 * doneATurn, async (sockets, clients) => {
      const answers = clients.map((client) => text(client))
      const [some, others] = [clients.slice(doneATurn), clients.slice(0, doneATurn)]
      for (const client of some) client.write("\r\n")
      expire(sockets)
      while (sockets.some(({ writableEnded }) => !writableEnded)) await turn()
      for (const client of others) client.write("\r\n")
      const told = await Promise.all(answers)
      assert.lengthOf(told, 2 * doneATurn)
      for (const answer of told) assert.match(answer, /^HTTP\/1\.1 408 /)
      for (let turns = 0; turns < 20; turns++) await turn()
    }))
})
