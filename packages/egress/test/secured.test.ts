import { once } from "node:events"
import { Agent, type RequestOptions } from "node:https"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import type { Duplex } from "node:stream"
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from "node:tls"
import { Effect } from "effect"
import { afterEach, assert, describe, it } from "vitest"
import { exchange } from "../src/request.ts"
import { secured } from "../src/secured.ts"
import { cert, key, rsa, toHere } from "./client-test.ts"

const servers: Array<Server> = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const listening = async (server: Server) => {
  servers.push(server)
  await once(server.listen(0, "127.0.0.1"), "listening")
  return (server.address() as AddressInfo).port
}

/** Asks a server that answers every request with `ok`, after it did something to the connection. */
const ask = async (options: TlsOptions, before: (socket: TLSSocket) => Promise<void> = () => Promise.resolve()) => {
  const port = await listening(
    createTlsServer({ key, cert, ...options }, (socket) => {
      socket.on("error", () => {})
      socket.once("data", () => {
        void before(socket).then(() => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"))
      })
    }).on("tlsClientError", () => {})
  )
  const network = { lookup: toHere, ca: cert + rsa.cert }
  const asked = exchange(`https://client.test:${port}/`, { timeoutMillis: 30_000 }, network)
  return Effect.runPromise(
    Effect.match(asked, { onFailure: (error) => error, onSuccess: ({ body }) => body.toString() })
  )
}

describe("K3: a server that is to be trusted", () => {
  it.each([["TLSv1.2"], ["TLSv1.3"]] as const)("is asked over %s", async (version) => {
    assert.strictEqual(await ask({ minVersion: version, maxVersion: version }), "ok")
  })

  it("has no group of its own computed with", async () => {
    const old = { ...rsa, maxVersion: "TLSv1.2" } as const
    assert.strictEqual(await ask({ ...old, ciphers: "ECDHE-RSA-AES128-GCM-SHA256" }), "ok")
    const group = await ask({ ...old, ciphers: "DHE-RSA-AES128-GCM-SHA256", dhparam: "auto" })
    assert.propertyVal(group, "reason", "connection")
  })

  it("sends no more than 32 KiB for it", async () => {
    const chainOf = (certificates: number) => ({ cert: Array.from({ length: certificates }, () => cert).join("") })
    assert.strictEqual(await ask(chainOf(8)), "ok")
    const refused = await ask(chainOf(80))
    assert.propertyVal(refused, "reason", "connection")
    assert.include((refused as Error).message, "32 KiB")
  })

  it("does not begin anew once it is trusted", async () => {
    const begunAnew = (socket: TLSSocket) =>
      new Promise<void>((resolve) => {
        socket.on("error", () => resolve()).renegotiate({}, () => resolve())
      })
    assert.propertyVal(await ask({ maxVersion: "TLSv1.2" }, begunAnew), "reason", "connection")
  })
})

/** An agent whose connections are what comes before they are secure, as it comes. */
const bare = () => {
  const made: Array<Duplex> = []
  class Bare extends Agent {
    override createConnection(options: RequestOptions & { readonly socket?: Duplex }) {
      made.push(options.socket!)
      return options.socket
    }
  }
  return { agent: secured(new Bare()), made }
}

describe("K3: what comes before a connection is secure", () => {
  it("is read in slices, in turns with others, and at once after that", async () => {
    const sockets: Array<Socket> = []
    const port = await listening(createServer((socket) => void sockets.push(socket)))
    const { agent, made } = bare()
    for (let n = 0; n < 2; n++) agent.createConnection({ port, host: "127.0.0.1" })
    const pieces: Array<readonly [connection: number, bytes: number]> = []
    made.forEach((connection, n) => connection.on("data", ({ length }: Buffer) => void pieces.push([n, length])))
    const come = () => pieces.reduce((sum, [, bytes]) => sum + bytes, 0)
    const until = async (bytes: number) => {
      while (come() < bytes) await new Promise((resolve) => void setImmediate(resolve))
    }
    while (sockets.length < 2) await new Promise((resolve) => void setImmediate(resolve))
    for (const socket of sockets) socket.write(Buffer.alloc(30_000))
    await until(60_000)
    for (const [, bytes] of pieces) assert.isAtMost(bytes, 2048)
    const [first, last] = [0, 1].map((one) => pieces.findIndex(([n]) => n === one)).toSorted((a, b) => a - b)
    assert.isBelow(
      last!,
      pieces.findLastIndex(([n]) => n === pieces[first!]![0])
    )
    pieces.length = 0
    made[0]!.emit("secureConnect")
    made[1]!.emit("secureConnect")
    for (const socket of sockets) socket.write(Buffer.alloc(200_000))
    await until(400_000)
    assert.isAbove(Math.max(...pieces.map(([, bytes]) => bytes)), 2048)
    for (const connection of made) connection.destroy()
    for (const socket of sockets) socket.destroy()
  })
})
