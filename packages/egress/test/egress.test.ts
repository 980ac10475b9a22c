import type { lookup } from "node:dns"
import { ClientRequest, createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net"
import {
  Egress,
  type EgressOptions,
  type EgressReason,
  isPublicAddress,
  type PooledRequest
} from "@agent-operations/egress"
import { describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import fc from "fast-check"
import { assert, vi } from "vitest"
import { limits } from "../../../tooling/readme/src/limits.ts"
import { eventually } from "../../../tooling/testing/src/eventually.ts"
import { cert, key } from "./client-test.ts"

/** A server of plain connections, and how many it got. */
const listening = (onConnection: (socket: Socket) => void, host = "127.0.0.1") =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sockets: Array<Socket> = []
      const server = createTcpServer((socket) => {
        sockets.push(socket.on("error", () => undefined))
        onConnection(socket)
      })
      await new Promise<void>((resolve) => void server.listen(0, host, resolve))
      return { server, sockets, port: (server.address() as AddressInfo).port }
    }),
    ({ server, sockets }) =>
      Effect.promise(() => {
        for (const socket of sockets) socket.destroy()
        return new Promise<void>((resolve) => void server.close(() => resolve()))
      })
  )

/** A server of HTTP whose origin may be allowed. */
const serving = (answer: (response: ServerResponse, request: IncomingMessage) => void) =>
  Effect.gen(function* () {
    const http = createServer((request, response) => answer(response, request))
    const { port, sockets } = yield* listening((socket) => http.emit("connection", socket))
    return { origin: `http://127.0.0.1:${port}`, sockets }
  })

const read = (address: string, asked?: PooledRequest) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { status, body } = yield* (yield* Egress).send(address, asked)
      return { status, text: Buffer.concat(yield* Stream.runCollect(body)).toString() }
    })
  )

const through = <A, E>(options: EgressOptions, effect: Effect.Effect<A, E, Egress>) =>
  Effect.provide(effect, Egress.layer(options))

/** Resolves names to these addresses, one answer after the other. */
const answering = (answers: ReadonlyArray<ReadonlyArray<string>>) => {
  let next = 0
  return ((_hostname: string, options: { all?: boolean }, done: (...result: Array<unknown>) => void) => {
    const all = answers[next++ % answers.length]!.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
    return options.all === true ? done(null, all) : done(null, all[0]?.address, all[0]?.family)
  }) as typeof lookup
}

describe("G1 Nothing is sent to an address that is not public or allowed; redirects, DNS answers that change and IPv6 forms included", () => {
  // Each of these is this computer: what is connected to would be seen.
  const here = [
    "127.0.0.1",
    "127.0.0.2",
    "127.255.255.254",
    "0.0.0.0",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::"
  ]
  const spelled = ["127.1", "0x7f000001", "2130706433", "017700000001", "[::1]", "[::ffff:127.0.0.1]", "[::]", "0"]
  const answers = fc.array(fc.subarray([...here, "8.8.8.8", "2606:4700::1111"], { minLength: 1 }), {
    minLength: 1,
    maxLength: 4
  })

  it.live("whatever a name is resolved to, now or the next time", () =>
    Effect.gen(function* () {
      const { port, sockets } = yield* listening(() => undefined, "::")
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(answers, fc.array(fc.boolean(), { maxLength: 3 }), async (resolved, again) => {
            // An answer of public addresses alone is connected to, which a test can't.
            fc.pre(resolved.every((addresses) => !addresses.every(isPublicAddress)))
            const asks = [true, ...again].map(() => Effect.flip(read(`https://app.test:${port}/run`)))
            const allow = [`http://app.test:${port}`, "https://app.test", `https://127.0.0.1:${port}`]
            const all = await Effect.runPromise(through({ allow, resolve: answering(resolved) }, Effect.all(asks)))
            for (const { reason, sent } of all) assert.deepStrictEqual([reason, sent ?? false], ["address", false])
          }),
          { numRuns: 100 }
        )
      )
      assert.strictEqual(sockets.length, 0)
    })
  )

  it.live("however an address is spelled, and whatever else is allowed", () =>
    Effect.gen(function* () {
      const { port, sockets } = yield* listening(() => undefined, "::")
      const allow = [`http://127.0.0.1:${port + 1}`, `http://app.test:${port}`, `http://127.0.0.1`]
      for (const scheme of ["http", "https"]) {
        for (const host of [...spelled, "localhost", "127.0.0.1"]) {
          const { reason } = yield* through({ allow }, Effect.flip(read(`${scheme}://${host}:${port}/run`)))
          assert.strictEqual(reason, "address", `${scheme} ${host}`)
        }
      }
      assert.strictEqual(sockets.length, 0)
    })
  )

  it.live("an origin is asked if it is allowed, and if a narrower list of a call has it too", () =>
    Effect.gen(function* () {
      const { origin, sockets } = yield* serving((response) => response.end("yes"))
      const ask = (narrowed?: ReadonlyArray<string>) =>
        read(`${origin}/run`, narrowed === undefined ? {} : { allow: narrowed }).pipe(
          Effect.match({ onFailure: ({ reason }) => reason, onSuccess: ({ text }) => text })
        )
      const asked = Effect.all([ask(), ask([origin]), ask([]), ask(["http://other.test"])])
      assert.deepStrictEqual(yield* through({ allow: [origin] }, asked), ["yes", "yes", "address", "address"])
      // A call's own list adds nothing.
      assert.deepStrictEqual(yield* through({}, asked), ["address", "address", "address", "address"])
      assert.strictEqual(sockets.length, 1)
    })
  )

  it.live("a redirect is an answer, and is not followed", () =>
    Effect.gen(function* () {
      let asked = 0
      const { origin } = yield* serving((response, { headers }) => {
        asked++
        response.writeHead(307, { location: `http://${headers.host}/secret` }).end()
      })
      assert.strictEqual((yield* through({ allow: [origin] }, read(`${origin}/run`))).status, 307)
      assert.strictEqual(asked, 1)
    })
  )

  it.live("an allowed origin with a user or a password in the address is refused", () =>
    Effect.gen(function* () {
      const allow = ["http://127.0.0.1:9"]
      const { reason } = yield* through({ allow }, Effect.flip(read("http://ada:secret@127.0.0.1:9/")))
      assert.strictEqual(reason, "address")
    })
  )
})

describe("Connections are kept for the next request, unless an answer was not read to its end", () => {
  it.live("requests share a connection, one after the other", () =>
    Effect.gen(function* () {
      const { origin, sockets } = yield* serving((response) => response.end("yes"))
      const asks = Array.from({ length: 5 }, () => read(`${origin}/run`, { method: "POST", body: "{}" }))
      yield* through({ allow: [origin] }, Effect.all(asks))
      assert.strictEqual(sockets.length, 1)
    })
  )

  it.live("what is not read closes its connection", () =>
    Effect.gen(function* () {
      const { origin, sockets } = yield* serving((response) => void response.write("x".repeat(100)))
      const head = Effect.scoped(Effect.flatMap(Egress, ({ send }) => send(`${origin}/run`)))
      const closed = Effect.promise(
        () => new Promise<void>((resolve) => (sockets[0]!.destroyed ? resolve() : sockets[0]!.on("close", resolve)))
      )
      yield* through({ allow: [origin] }, Effect.andThen(head, closed))
    })
  )

  const allClosed = (sockets: ReadonlyArray<Socket>) =>
    eventually(
      "every connection to be closed",
      Effect.sync(() => sockets.length > 0 && sockets.every(({ closed }) => closed))
    )

  const answered = (head: string) =>
    Effect.map(
      listening((socket) => socket.on("data", () => socket.write(`HTTP/1.1 ${head}\r\ncontent-length: 2\r\n\r\nno`))),
      ({ port, sockets }) => ({ origin: `http://127.0.0.1:${port}`, sockets })
    )

  it.live("what came whole and is not read leaves no connection behind", () =>
    Effect.gen(function* () {
      const { origin, sockets } = yield* answered("404 No")
      // The body comes between the head and the end of the scope.
      const head = Effect.scoped(
        Effect.andThen(
          Effect.flatMap(Egress, ({ send }) => send(origin)),
          // clock: one that comes later is left unread as well
          Effect.sleep("20 millis")
        )
      )
      yield* through(
        { allow: [origin] },
        Effect.gen(function* () {
          yield* Effect.all(Array.from({ length: 3 }, () => head))
          yield* allClosed(sockets)
        })
      )
    })
  )

  it.live("what is packed, and so refused, leaves no connection behind", () =>
    Effect.gen(function* () {
      const { origin, sockets } = yield* answered("200 OK\r\ncontent-encoding: gzip")
      yield* through(
        { allow: [origin] },
        Effect.gen(function* () {
          yield* Effect.all(Array.from({ length: 3 }, () => Effect.flip(read(origin))))
          yield* allClosed(sockets)
        })
      )
    })
  )

  it.live("a request that waits for a connection is given up in time, and was not sent", () =>
    Effect.gen(function* () {
      const { port, sockets } = yield* listening(() => undefined)
      const origin = `http://127.0.0.1:${port}`
      const hanging = Effect.ignore(read(origin, { timeoutMillis: 60_000 }))
      yield* through(
        { allow: [origin] },
        Effect.gen(function* () {
          for (let n = 0; n < 1000; n++) yield* Effect.forkChild(hanging)
          yield* eventually(
            "a thousand connections",
            Effect.sync(() => sockets.length === 1000)
          )
          const { reason, sent } = yield* Effect.flip(read(origin, { timeoutMillis: 100 })).pipe(
            Effect.timeout("50 seconds")
          )
          assert.deepStrictEqual([reason, sent, sockets.length], ["timeout", false, 1000])
        })
      )
    })
  )
})

describe("What was not sent is told so", () => {
  it.live("to a server whose certificate nobody vouches for", () =>
    Effect.gen(function* () {
      const tls = createTlsServer({ key, cert })
      const { port } = yield* listening((socket) => tls.emit("connection", socket))
      const origin = `https://127.0.0.1:${port}`
      const { reason, sent } = yield* through({ allow: [origin] }, Effect.flip(read(origin)))
      assert.deepStrictEqual([reason, sent], ["connection", false])
    })
  )
})

const page = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 14\r\n\r\n{"output":"a"}'

describe("Hostile apps: what is sent back is bounded in size and time, and is whole or an error", () => {
  const refused = (
    title: string,
    reason: EgressReason,
    onConnection: (socket: Socket) => void,
    asked: PooledRequest = {}
  ) =>
    it.live(title, () =>
      Effect.gen(function* () {
        const { port, sockets } = yield* listening((socket) => {
          const going = setInterval(() => undefined, 1000)
          socket.on("close", () => clearInterval(going))
          socket.once("data", () => onConnection(socket))
        })
        const origin = `http://127.0.0.1:${port}`
        const ask = Effect.flip(read(origin, { timeoutMillis: reason === "timeout" ? 300 : 60_000, ...asked }))
        const error = yield* through({ allow: [origin] }, ask)
        assert.deepStrictEqual([error.reason, error.sent], [reason, true], error.message)
        assert.strictEqual(sockets.length, 1)
      })
    )
  /** Writes for as long as the connection is there. */
  const endless = (socket: Socket, text: string) => {
    const more = () => {
      while (!socket.destroyed && socket.write(text));
      if (!socket.destroyed) socket.once("drain", more)
    }
    more()
  }

  refused("a hang before the body", "timeout", () => undefined)
  refused("a hang in the head", "timeout", (socket) => socket.write("HTTP/1.1 200 OK\r\nx-"))
  refused("a hang in the body", "timeout", (socket) => socket.write(page.slice(0, -3)))
  refused("100 Continue without end", "timeout", (socket) => {
    const timer = setInterval(() => socket.write("HTTP/1.1 100 Continue\r\n\r\n"), 5)
    socket.on("close", () => clearInterval(timer))
  })
  refused("interim answers without end", "connection", (socket) =>
    endless(socket, "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1000))
  )
  refused("a body without end", "size", (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n")
    endless(socket, "x".repeat(10_000))
  })
  refused("100,000 headers", "connection", (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n")
    endless(socket, "x: y\r\n".repeat(1000))
  })
  refused("a packed body", "answer", (socket) =>
    socket.write("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc")
  )
  refused("a head and a body that contradict each other", "connection", (socket) =>
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\nabc")
  )
  refused("what is no HTTP", "connection", (socket) => socket.write("SSH-2.0-OpenSSH_9.9\r\n"))
  refused("another protocol", "connection", (socket) =>
    socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n")
  )

  it.live("K3: what comes with the last of too many interim answers is not parsed", () =>
    Effect.gen(function* () {
      const emit = yield* Effect.acquireRelease(
        Effect.sync(() => vi.spyOn(ClientRequest.prototype, "emit")),
        (emit) => Effect.sync(() => emit.mockRestore())
      )
      const { port } = yield* listening((socket) => {
        socket.once("data", () => socket.write("HTTP/1.1 100\r\n\r\n".repeat(4000)))
      })
      const origin = `http://127.0.0.1:${port}`
      const { message } = yield* through({ allow: [origin] }, Effect.flip(read(origin, { timeoutMillis: 60_000 })))
      assert.strictEqual(message, "it sends more than 100 interim answers")
      const parsed = emit.mock.calls.filter(([name]) => name === "information").length
      assert.isAtMost(parsed, 101 + 128, "of 4,000 that came at once")
    })
  )

  it.live("a hundred interim answers may come before the answer", () =>
    Effect.gen(function* () {
      const { origin } = yield* serving((response) => {
        for (let n = 0; n < 100; n++) response.writeProcessing()
        response.end("yes")
      })
      assert.strictEqual((yield* through({ allow: [origin] }, read(origin))).text, "yes")
    })
  )

  it.live("a head is read up to its limit", () =>
    Effect.gen(function* () {
      const { most } = limits.apps["head of an answer"]
      let bytes = most - 1024
      const { origin } = yield* serving((response) => response.writeHead(200, { x: "y".repeat(bytes) }).end("yes"))
      assert.strictEqual((yield* through({ allow: [origin] }, read(origin))).text, "yes")
      bytes = most
      assert.strictEqual((yield* through({ allow: [origin] }, Effect.flip(read(origin)))).reason, "connection")
    })
  )

  it.live("what is within the bound has come before the error tells that there is more", () =>
    Effect.gen(function* () {
      const { origin } = yield* serving((response) => response.end("x".repeat(1000)))
      let bytes = 0
      const counted = Effect.scoped(
        Effect.gen(function* () {
          const { body } = yield* (yield* Egress).send(origin, { maxBytes: 100 })
          return yield* Effect.flip(Stream.runForEach(body, (chunk) => Effect.sync(() => (bytes += chunk.byteLength))))
        })
      )
      assert.strictEqual((yield* through({ allow: [origin] }, counted)).reason, "size")
      assert.strictEqual(bytes, 100)
    })
  )

  it.live("a socket that closes after any byte of an answer is an error, and never part of an answer", () =>
    Effect.gen(function* () {
      let bytes = 0
      const { port } = yield* listening((socket) => socket.once("data", () => socket.end(page.slice(0, bytes))))
      const origin = `http://127.0.0.1:${port}`
      yield* through(
        { allow: [origin] },
        Effect.gen(function* () {
          for (; bytes < page.length; bytes++) {
            const { reason } = yield* Effect.flip(read(origin))
            assert.strictEqual(reason, "connection", `after ${bytes} bytes`)
          }
          assert.strictEqual((yield* read(origin)).text, '{"output":"a"}')
        })
      )
    })
  )
})
