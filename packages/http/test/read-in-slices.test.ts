import { once } from "node:events"
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { text } from "node:stream/consumers"
import { readInSlices, refuseInEnvelope } from "@agent-operations/http/node"
import { assert, describe, it, onTestFinished } from "vitest"

/** What a server answers to bodies, which tells how many bytes it read of each; and sends it some text. */
const send = async (sent: string) => {
  const server = readInSlices(
    refuseInEnvelope(
      createServer((request, response) => {
        let bytes = 0
        request.on("data", ({ length }: Buffer) => void (bytes += length))
        request.on("end", () => response.end(`read ${bytes}`))
      })
    )
  )
  await once(server.listen(0, "127.0.0.1"), "listening")
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  socket.write(sent)
  return await text(socket)
}

const head = (framing: string) => `POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${framing}\r\n\r\n`
const chunked = (chunks: number, bytes: number) =>
  `${head("transfer-encoding: chunked")}${`${bytes.toString(16)}\r\n${"\n".repeat(bytes)}\r\n`.repeat(chunks)}0\r\n\r\n`

describe("E3, K3: a body that comes in pieces", () => {
  it.each([
    ["a few that are small", 4000, 1],
    ["many that are not small", 8000, 64]
  ] as const)("is read: %s", async (_, chunks, bytes) => {
    assert.match(await send(chunked(chunks, bytes)), new RegExp(`\nread ${chunks * bytes}$`))
  })

  it("is refused where they are many and small", async () => {
    const answer = await send(chunked(8000, 1))
    assert.match(answer, /^HTTP\/1.1 400 [^]*"VALIDATION_ERROR"/)
    assert.include(answer, "too many chunks")
  })

  it("is read whole where its length is told, whatever it has", async () => {
    assert.match(await send(`${head("content-length: 500000")}${"\n".repeat(500_000)}`), /\nread 500000$/)
  })
})
