import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"
import fc from "fast-check"
import { afterEach, assert, describe, it } from "vitest"
import { bodyFollows, inSlices } from "../src/connection.ts"

const servers: Array<Server> = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** The connection of a server that is read in slices, and its client. */
const pair = async (allowHalfOpen = true) => {
  const server = createServer({ allowHalfOpen })
  servers.push(server)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const accepted = once(server, "connection") as Promise<[Socket]>
  const client = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true })
  const [socket] = await accepted
  return { client, connection: inSlices(socket) }
}

/** All that a connection brings until its end, and the most that came in one turn of the loop. */
const readAll = async (connection: Socket) => {
  const all: Array<Buffer> = []
  let [now, most] = [0, 0]
  let isOver = false
  const turn = () => {
    most = Math.max(most, now)
    now = 0
    if (!isOver) setImmediate(turn)
  }
  turn()
  connection.on("data", (chunk: Buffer) => {
    all.push(chunk)
    now += chunk.toString("latin1").split("\n").length
  })
  await once(connection, "end")
  isOver = true
  return { bytes: Buffer.concat(all), most: Math.max(most, now), pieces: all.length }
}

describe("K3: a connection that is read in slices", () => {
  it("brings what was sent, in its order, to its end", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom("\n", "1\r\n \r\n", "x", "text without lines ".repeat(400)), fc.nat(3000)), {
          maxLength: 6
        }),
        async (parts) => {
          const { client, connection } = await pair()
          const sent = parts.map(([text, times]) => text.repeat(times % (text.length > 100 ? 20 : 3001)))
          const reading = readAll(connection)
          for (const text of sent) client.write(text)
          client.end()
          assert.strictEqual((await reading).bytes.toString(), sent.join(""))
          connection.destroy()
        }
      ),
      // runs: each opens connections
      { numRuns: 15 }
    ))

  it("brings all that came before a connection was closed", async () => {
    const { client, connection } = await pair(false)
    const text = "1\r\n \r\n".repeat(10_000)
    const reading = readAll(connection)
    client.end(text)
    client.resume()
    assert.strictEqual((await reading).bytes.length, text.length)
  })

  it("passes on at once what has few lines, as it came", async () => {
    const { client, connection } = await pair()
    const text = "x".repeat(40_000)
    const reading = readAll(connection)
    client.end(text)
    const { bytes, pieces } = await reading
    assert.strictEqual(bytes.length, text.length)
    assert.isAtMost(pieces, 4)
    connection.destroy()
  })

  it("brings a few lines in each turn of the loop, of many that came at once", async () => {
    const { client, connection } = await pair()
    const lines = 200_000
    client.end("\n".repeat(lines))
    // A parser that takes a while for each slice.
    connection.on("data", () => void Array.from({ length: 100_000 }, (_, n) => Math.sqrt(n)))
    const { bytes, most } = await readAll(connection)
    assert.strictEqual(bytes.length, lines)
    // A turn is 5 ms, and some slices of 256.
    assert.isAtMost(most, 5000)
    assert.isFalse(connection.destroyed)
    connection.destroy()
  })

  it("is not read further than its reader asks for", async () => {
    const { client, connection } = await pair()
    client.end("\n".repeat(1_000_000))
    const pieces = connection[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    let read = (await pieces.next()).value!.length
    // Turns in which it could read on.
    for (let turn = 0; turn < 1000; turn++) await new Promise((resolve) => setImmediate(resolve))
    assert.isAtMost(connection.bytesRead, 512 * 1024)
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) read += next.value.length
    assert.strictEqual(read, 1_000_000)
    connection.destroy()
  })

  it("ends as it did before, either way", async () => {
    const one = await pair(false)
    one.connection.resume()
    one.client.destroy()
    await once(one.connection, "close")
    const other = await pair()
    other.client.resume()
    const ended = Promise.all([once(other.client, "end"), once(other.connection, "close")])
    other.connection.end("last words")
    other.connection.destroySoon()
    await ended
    assert.strictEqual(other.client.bytesRead, 10)
    other.client.destroy()
  })

  it("tells in several turns of the loop that many are gone", async () => {
    const pairs = await Promise.all(Array.from({ length: 40 }, () => pair()))
    const begun = Promise.all(pairs.map(({ connection }) => once(connection, "data")))
    for (const { client } of pairs) client.write("x")
    await begun
    let isOver = false
    const turns = [0]
    const turn = () => {
      turns.push(0)
      if (!isOver) setImmediate(turn)
    }
    turn()
    const closed = pairs.map(
      ({ connection }) =>
        new Promise<void>((resolve) =>
          connection
            .on("error", () => {})
            .on("close", () => {
              turns[turns.length - 1]!++
              // What ends with it takes a while.
              Array.from({ length: 100_000 }, (_, n) => Math.sqrt(n))
              resolve()
            })
        )
    )
    for (const { client } of pairs) client.resetAndDestroy()
    await Promise.all(closed)
    isOver = true
    assert.isAtMost(Math.max(...turns), 20)
  })

  it("tells what waits behind it of a write that could not be made", async () => {
    const { client, connection } = await pair(false)
    client.destroy()
    connection.resume()
    await once(connection, "close")
    const error = await new Promise<Error | null | undefined>((resolve) => connection.write("late", resolve))
    assert.instanceOf(error, Error)
  })
})

describe("K3: a body that is told of", () => {
  const head = (bytes: number) => `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${bytes}\r\n\r\n`

  /** Has a connection told of the body of its one head, as a parser does while it is given the end of that. */
  const told = (connection: Socket, bytes: number) => {
    let text: string | undefined = ""
    connection.prependListener("data", (chunk: Buffer) => {
      if (text === undefined) return
      text += chunk.toString("latin1")
      if (!text.includes("\r\n\r\n", 4)) return
      text = undefined
      bodyFollows(connection, bytes)
    })
  }

  it("waits for nobody, however many lines it has", async () => {
    const { client, connection } = await pair()
    const lines = 300_000
    client.end(`${head(lines)}${"\n".repeat(lines)}`)
    told(connection, lines)
    const { bytes, pieces } = await readAll(connection)
    assert.strictEqual(bytes.length, head(lines).length + lines)
    // In slices of 256 lines they would be a thousand.
    assert.isAtMost(pieces, 100)
    connection.destroy()
  })

  it("is over there, too, where the end of its head came by itself, and it ends as a head does", async () => {
    const { client, connection } = await pair()
    const text = `${"x".repeat(50_000)}\r\n\r\n`
    const chunks = "1\r\n \r\n".repeat(20_000)
    told(connection, text.length)
    const begun = once(connection, "data")
    client.write(head(text.length).slice(0, -1))
    await begun
    client.end(`\n${text}${chunks}`)
    connection.on("data", () => void Array.from({ length: 100_000 }, (_, n) => Math.sqrt(n)))
    const { bytes, most } = await readAll(connection)
    assert.strictEqual(bytes.toString("latin1").slice(-chunks.length), chunks)
    assert.isAtMost(most, 5000)
    connection.destroy()
  })

  it("is over where what follows it begins, which is read in slices again", async () => {
    const { client, connection } = await pair()
    const text = "x".repeat(100_000)
    const chunks = "1\r\n \r\n".repeat(20_000)
    // A parser takes no line feeds before a head for its end.
    client.end(`\r\n\r\n${head(text.length)}${text}${chunks}`)
    told(connection, text.length)
    connection.on("data", () => void Array.from({ length: 100_000 }, (_, n) => Math.sqrt(n)))
    const { bytes, most } = await readAll(connection)
    assert.strictEqual(bytes.toString("latin1").slice(-chunks.length), chunks)
    assert.isAtMost(most, 5000)
    connection.destroy()
  })
})

describe("K3: many connections that bring much at once", () => {
  it("have no more lines of it read in a turn than some, however few each brings", async () => {
    const pairs = await Promise.all(Array.from({ length: 300 }, () => pair()))
    const lines = "1\r\na\r\n".repeat(30)
    const turns = [0]
    let come = 0
    const over = new Promise<void>((resolve) => {
      const turn = () => {
        turns.push(0)
        if (come < 300 * lines.length) setImmediate(turn)
        else resolve()
      }
      turn()
    })
    // All of it waits to be read in the same turn.
    for (const { client } of pairs) client.write(lines)
    await Promise.all(pairs.map(({ client }) => new Promise<void>((resolve) => void client.write("", () => resolve()))))
    for (const { connection } of pairs) {
      connection.on("data", (chunk: Buffer) => {
        come += chunk.length
        turns[turns.length - 1]! += chunk.length
        // What is read of it takes a while.
        Array.from({ length: chunk.length * 100 }, (_, n) => Math.sqrt(n))
      })
    }
    await over
    // 1,024 lines of three bytes at once, and the rest in turns of 5 ms.
    assert.isAtMost(Math.max(...turns), 3 * 1024 + 3000)
    for (const { client, connection } of pairs) for (const socket of [client, connection]) socket.destroy()
  })

  it("have no more of it read in a turn than a few milliseconds take, but what is short", async () => {
    const pairs = await Promise.all(Array.from({ length: 60 }, () => pair()))
    const turns = [0]
    const all = 60 * 64 * 1024
    let come = 0
    const over = new Promise<void>((resolve) => {
      const turn = () => {
        turns.push(0)
        if (come < all) setImmediate(turn)
        else resolve()
      }
      turn()
    })
    for (const { connection } of pairs) {
      connection.on("data", (chunk: Buffer) => {
        come += chunk.length
        turns[turns.length - 1]! += chunk.length
        // What is read of it takes a while.
        Array.from({ length: chunk.length }, (_, n) => Math.sqrt(n))
      })
    }
    for (const { client } of pairs) client.write("x".repeat(64 * 1024))
    await over
    // A megabyte at once, and the rest in turns of 5 ms.
    assert.isAtMost(Math.max(...turns), 2 * 1024 * 1024)
    for (const { client, connection } of pairs) for (const socket of [client, connection]) socket.destroy()
  })
})
