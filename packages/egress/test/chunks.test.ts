import { createServer } from "node:https"
import type { AddressInfo, Socket } from "node:net"
import { describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Stream } from "effect"
import { assert, vi } from "vitest"
import { collect } from "../src/collect.ts"
import type { Network } from "../src/network.ts"
import { open } from "../src/open.ts"
import { cert, key, toHere } from "./client-test.ts"

const written = (socket: Socket, text: string) =>
  new Promise<void>((resolve) => void socket.write(text, () => resolve()))

/** A server that answers in so many records of one byte each, as fast as they are taken, and says when all are on the way. */
const serving = Effect.fnUntraced(function* (records: number) {
  const sent = yield* Deferred.make<void>()
  const answer = async (socket: Socket) => {
    await written(socket, `HTTP/1.1 200 OK\r\ncontent-length: ${records}\r\n\r\n`)
    for (let n = 0; n < records; n++) await written(socket, "x")
    Deferred.doneUnsafe(sent, Exit.void)
  }
  const server = createServer({ key, cert }, (_, response) => void answer(response.socket!))
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))),
    () =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise<void>((resolve) => void server.close(() => resolve()))
      })
  )
  const { port } = server.address() as AddressInfo
  const network: Network = { lookup: toHere, ca: cert }
  return { sent, answer: open(`https://client.test:${port}/`, { maxBytes: records, timeoutMillis: 60_000 }, network) }
})

/** Tells of each call of `Buffer.concat` how much was joined. */
const joined = Effect.acquireRelease(
  Effect.sync(() => vi.spyOn(Buffer, "concat")),
  (concat) => Effect.sync(() => concat.mockRestore())
)

describe("K3: an answer in chunks of one byte", () => {
  it.live("is read in turns with others, whatever of it is there", () =>
    Effect.gen(function* () {
      const records = 20_000
      const { answer, sent } = yield* serving(records)
      const { body } = yield* answer
      yield* Deferred.await(sent)
      let [atOnce, most, isOver] = [0, 0, false]
      const turn = () => {
        most = Math.max(most, atOnce)
        atOnce = 0
        if (!isOver) setImmediate(turn)
      }
      turn()
      let bytes = 0
      yield* Stream.runForEach(body, (chunk) =>
        Effect.sync(() => {
          bytes += chunk.length
          atOnce += chunk.length
        })
      )
      isOver = true
      assert.strictEqual(bytes, records)
      assert.isAtMost(Math.max(most, atOnce), 5000)
    }).pipe(Effect.scoped)
  )

  it.live("is kept as a few", () =>
    Effect.gen(function* () {
      const records = 5000
      const { answer } = yield* serving(records)
      const concat = yield* joined
      const { body } = yield* collect(answer)
      const lengths = concat.mock.calls.map(([list]) => list.length)
      assert.strictEqual(body.length, records)
      assert.isAbove(lengths.length, 0)
      assert.isAtMost(Math.max(...lengths), 500)
    }).pipe(Effect.scoped)
  )
})
