import { once } from "node:events"
import { Agent, createServer, type IncomingHttpHeaders, IncomingMessage, request, ServerResponse } from "node:http"
import { type AddressInfo, connect, Socket } from "node:net"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "vitest"
import { shareConnections } from "../src/connection-shares.ts"

const from = (address: string): Socket => Object.defineProperty(new Socket(), "remoteAddress", { value: address })

const stranger = "203.0.113.9"

const sharing = (limit: number, keepsUsed = false) => {
  const { opened, requested } = shareConnections(limit, keepsUsed)
  return {
    open: (address: string, count = 1) =>
      Array.from({ length: count }, () => {
        const socket = from(address)
        opened(socket)
        return socket
      }),
    /** Begins a request, and returns what ends its answer. */
    ask: (socket: Socket, headers: IncomingHttpHeaders = {}) => {
      const request = Object.assign(new IncomingMessage(socket), { headers })
      const response = new ServerResponse(request)
      requested(request, response)
      return Object.assign(() => response.emit("close"), { request })
    }
  }
}

const closed = (sockets: ReadonlyArray<Socket>) => sockets.map(({ destroyed }) => destroyed)

/** For so many sockets, that the first of them are closed. */
const first = (count: number, of: number) => Array.from({ length: of }, (_, at) => at < count)

describe("connections are shared among addresses", () => {
  it("K3: who has all with half of a request on each keeps no other out, nor ends what others do", async () => {
    const { opened, requested } = shareConnections(20, false)
    const server = createServer((request, response) => void request.resume().on("end", () => response.end("answered")))
    server.on("connection", opened).on("request", requested)
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const attacker = () =>
      new Promise<Socket>((resolve) => {
        const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.1.2" }, () => {
          socket.write("POST / HTTP/1.1\r\nhost: test\r\ncontent-length: 9\r\n\r\nhalf", () => resolve(socket))
        }).on("error", () => {})
      })
    const agent = new Agent({ keepAlive: true, localAddress: "127.0.0.1" })
    const ask = async (of: Agent | undefined) => {
      const sent = request({ port, host: "127.0.0.1", agent: of, method: "POST", localAddress: "127.0.0.1" })
      sent.write("first")
      // The rest comes later than more of the attacker's connections.
      await flood()
      sent.end("second")
      const [response] = await once(sent, "response")
      return text(response)
    }
    const sockets: Array<Socket> = []
    const flood = async () => void sockets.push(...(await Promise.all(Array.from({ length: 30 }, attacker))))
    await flood()
    for (let round = 0; round < 3; round++) {
      assert.strictEqual(await ask(agent), "answered")
      assert.strictEqual(await ask(new Agent()), "answered")
    }
    agent.destroy()
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  it("K3: the longest idle one of the address that has the most gives way", () => {
    const { open } = sharing(10)
    const few = open("198.51.100.1", 3)
    const many = open(stranger, 7)
    const others = ["198.51.100.2", "198.51.100.3"].flatMap((address) => open(address))
    assert.deepStrictEqual(closed(many), first(2, 7))
    const again = open(stranger, 100)
    assert.deepStrictEqual(closed([...many, ...again]), first(102, 107))
    assert.deepStrictEqual(closed([...few, ...others]), first(0, 5))
  })

  it("counts 64 bits of IPv6 as one address", () => {
    const { open } = sharing(3)
    const one = open("198.51.100.1")
    const many = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:3::1"].flatMap((address) => open(address))
    assert.deepStrictEqual(closed([...one, ...many]), [false, true, false, false])
  })

  it("K3: counts 48 bits of IPv6, and 24 of IPv4, as one network", () => {
    for (const addressOf of [(n: number) => `2001:db8:1:${n}::1`, (n: number) => `203.0.113.${n}`]) {
      const { open } = sharing(6)
      const one = open("198.51.100.1", 3)
      const many = Array.from({ length: 9 }, (_, n) => open(addressOf(n))).flat()
      assert.deepStrictEqual(closed(one), [false, false, false])
      assert.strictEqual(many.filter(({ destroyed }) => destroyed).length, 6)
    }
  })

  it("counts one as idle from the end of its answers", () => {
    const { open, ask } = sharing(3)
    const [asking, between, idle] = open(stranger, 3)
    const ends = [ask(asking!), ask(asking!)]
    ask(between!)()
    open("198.51.100.1")
    assert.deepStrictEqual(closed([asking!, between!, idle!]), [false, false, true])
    ends[0]!()
    open(stranger)
    assert.deepStrictEqual(closed([asking!, between!]), [false, true])
    ends[1]!()
    open(stranger, 2)
    assert.isTrue(asking!.destroyed)
  })

  it("K3: one that has all under way gives up what is still coming for others, before what is answered", () => {
    const { open, ask } = sharing(4)
    const [whole, ...coming] = open(stranger, 4)
    ask(whole!)
    for (const socket of coming) ask(socket, { "content-length": "9" })
    const [refused] = open(stranger)
    const others = ["198.51.100.1", "198.51.101.1", "198.51.102.1"].flatMap((address) => open(address))
    assert.deepStrictEqual(closed([refused!, ...coming]), first(4, 4))
    assert.deepStrictEqual(closed([whole!, ...others]), first(0, 4))
  })

  it("K3: a request is still coming until its body has ended, however it is framed", () => {
    const { open, ask } = sharing(3)
    const sockets = open(stranger, 3)
    const [cut, come] = sockets.map((socket, at) =>
      ask(socket, at === 0 ? { "transfer-encoding": "chunked" } : { "content-length": "9" })
    )
    come!.request.emit("end")
    open("198.51.100.1")
    assert.deepStrictEqual(closed(sockets), [true, false, false])
    cut!()
  })

  it("gives up one that was used last where a proxy may send the next request on it", () => {
    const { open, ask } = sharing(3, true)
    const [used, silent, coming] = open(stranger, 3)
    ask(used!)()
    ask(coming!, { "content-length": "9" })
    const [refused] = open(stranger)
    assert.deepStrictEqual(closed([used!, silent!, coming!, refused!]), [false, true, false, false])
    ask(refused!)()
    open("198.51.100.1")
    assert.deepStrictEqual(closed([used!, coming!]), [false, true])
    open(stranger, 2)
    assert.isFalse(used!.destroyed)
  })

  it("forgets those that are closed", () => {
    const { open, ask } = sharing(2)
    const sockets = open(stranger, 2)
    const [end] = sockets.map((socket) => ask(socket))
    for (const socket of sockets) socket.emit("close")
    // The end of an answer may be told after that of its connection.
    end!()
    assert.deepStrictEqual(closed(open("198.51.100.1", 3)), first(1, 3))
  })
})
