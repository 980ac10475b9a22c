import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
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
    ask: (socket: Socket) => {
      const request = new IncomingMessage(socket)
      const response = new ServerResponse(request)
      requested(request, response)
      return () => response.emit("close")
    }
  }
}

const closed = (sockets: ReadonlyArray<Socket>) => sockets.map(({ destroyed }) => destroyed)

/** For so many sockets, that the first of them are closed. */
const first = (count: number, of: number) => Array.from({ length: of }, (_, at) => at < count)

describe("connections are shared among addresses", () => {
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

  it("closes none that has a request under way, and counts one as idle from the end of its answers", () => {
    const { open, ask } = sharing(3)
    const [asking, between, idle] = open(stranger, 3)
    const ends = [ask(asking!), ask(asking!)]
    ask(between!)()
    open("198.51.100.1")
    assert.deepStrictEqual(closed([asking!, between!, idle!]), [false, false, true])
    open("198.51.100.2")
    assert.deepStrictEqual(closed([asking!, between!]), [false, true])
    ends[0]!()
    open("198.51.100.3", 3)
    assert.isFalse(asking!.destroyed)
    ends[1]!()
    for (const address of ["198.51.100.4", "198.51.100.5"]) open(address)
    assert.isTrue(asking!.destroyed)
  })

  it("gives an address that has more than half no more where none is idle, and others what is left", () => {
    const { open, ask } = sharing(4)
    for (const socket of open(stranger, 4)) ask(socket)
    const [refused] = open(stranger)
    const [taken] = open("198.51.100.1")
    assert.deepStrictEqual(closed([refused!, taken!]), [true, false])
  })

  it("closes none that was used where a proxy may send the next request on it", () => {
    const { open, ask } = sharing(2, true)
    const [used, silent] = open(stranger, 2)
    ask(used!)()
    open("198.51.100.1", 5)
    assert.deepStrictEqual(closed([used!, silent!]), [false, true])
  })

  it("forgets those that are closed", () => {
    const { open, ask } = sharing(2)
    const sockets = open(stranger, 2)
    const [end] = sockets.map(ask)
    for (const socket of sockets) socket.emit("close")
    // The end of an answer may be told after that of its connection.
    end!()
    assert.deepStrictEqual(closed(open("198.51.100.1", 3)), first(1, 3))
  })
})
