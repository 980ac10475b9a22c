import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { ConfigProvider, Effect, Logger } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { clientAddress, makeClientAddress } from "../../src/identity/client-address.ts"
import type { Sent } from "../../src/identity/forwarding.ts"
import { readSettings } from "../../src/settings.ts"

const settingsOf = (env: Readonly<Record<string, string>>) =>
  Effect.provideService(readSettings, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))

describe("the address that limits count", () => {
  let received: Sent
  const server = createServer((message, response) => {
    // A socket forgets its address when it closes.
    const headers = new Headers()
    for (const [name, values] of Object.entries(message.headersDistinct)) {
      for (const value of values ?? []) headers.append(name, value)
    }
    received = { headers, peer: message.socket.remoteAddress }
    response.end()
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
  afterAll(() => void server.close())

  /** A request with these lines, as Node reads it. */
  const sent = async (...lines: ReadonlyArray<string>) => {
    const { port } = server.address() as AddressInfo
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1")
      socket.on("close", () => resolve()).resume()
      socket.write(["GET / HTTP/1.1", "Host: x", "Connection: close", ...lines, "", ""].join("\r\n"))
    })
    return received
  }

  /** The addresses of requests, and what the log said meanwhile. */
  const counted = async (env: Readonly<Record<string, string>>, ...messages: ReadonlyArray<Sent>) => {
    const said: Array<string> = []
    const addressOf = makeClientAddress(await Effect.runPromise(settingsOf(env)))
    const logger = Logger.layer([Logger.make(({ message }) => void said.push(String(message)))])
    const addresses = await Effect.runPromise(Effect.provide(Effect.forEach(messages, addressOf), logger))
    return { addresses, said }
  }

  const list = { CLIENT_ADDRESS_HEADER: "X-Forwarded-For" }
  it.each([
    ["one", ["203.0.113.7"], 1, "203.0.113.7"],
    ["the last, which the proxy added", ["6.6.6.6, 198.51.100.1, 203.0.113.7"], 1, "203.0.113.7"],
    ["the last but one of two proxies", ["6.6.6.6, 203.0.113.7, 10.0.0.2"], 2, "203.0.113.7"],
    ["the first that there is, where fewer came by", ["203.0.113.7"], 3, "203.0.113.7"],
    ["the last of repeated headers", ["6.6.6.6", "198.51.100.1,203.0.113.7"], 1, "203.0.113.7"],
    ["one with a port", ["6.6.6.6, 203.0.113.7:4711"], 1, "203.0.113.7"],
    ["IPv6", ["6.6.6.6, 2001:db8::1"], 1, "2001:db8::1"],
    ["IPv6 in brackets", ["[2001:db8::1]"], 1, "2001:db8::1"],
    ["IPv6 in brackets with a port", ["[2001:db8::1]:4711"], 1, "2001:db8::1"],
    ["nothing of what is empty", ["6.6.6.6, , 203.0.113.7 , "], 1, "203.0.113.7"]
  ])("is %s", async (_, lines, proxies, expected) => {
    const message = await sent(...lines.map((line) => `x-forwarded-for: ${line}`))
    const found = await counted({ ...list, TRUSTED_PROXIES: String(proxies) }, message)
    assert.deepStrictEqual(found, { addresses: [expected], said: [] })
  })

  it.each(["unknown", "_hidden", "203.0.113.7.9", "[203.0.113.7", "6.6.6.6, <script>", "203.0.113.999", "[]:1", ","])(
    "is the connection's where the last is %s, and the log says so once",
    async (text) => {
      const message = await sent(`x-forwarded-for: ${text}`)
      const { addresses, said } = await counted(list, message, await sent(), message)
      assert.deepStrictEqual(addresses, ["127.0.0.1", "127.0.0.1", "127.0.0.1"])
      assert.lengthOf(said, 1)
      assert.match(said[0]!, /no address in x-forwarded-for.*CLIENT_ADDRESS_HEADER/)
    }
  )

  it("is kept as where a key was used, by the same rules", async () => {
    const header = (name: string) => (name === "x-forwarded-for" ? ["198.51.100.7, 203.0.113.9"] : [])
    for (const [env, expected] of [
      [{}, "127.0.0.1"],
      [{ CLIENT_ADDRESS_HEADER: "X-Forwarded-For" }, "203.0.113.9"],
      [{ CLIENT_ADDRESS_HEADER: "X-Forwarded-For", TRUSTED_PROXIES: "2" }, "198.51.100.7"],
      [{ CLIENT_ADDRESS_HEADER: "x-real-ip" }, "127.0.0.1"]
    ] as const) {
      const addressOf = clientAddress(await Effect.runPromise(settingsOf(env)))
      assert.strictEqual(addressOf({ peer: () => "127.0.0.1", header }), expected)
    }
  })

  it("is the connection's where no header is named, and the log says once that there seems to be a proxy", async () => {
    const { addresses, said } = await counted(
      {},
      await sent(),
      await sent("X-Real-IP: 203.0.113.7"),
      await sent("Via: 1")
    )
    assert.deepStrictEqual(addresses, ["127.0.0.1", "127.0.0.1", "127.0.0.1"])
    assert.lengthOf(said, 1)
    assert.match(said[0]!, /x-real-ip, and CLIENT_ADDRESS_HEADER is not set/)
  })

  it.each([
    ["CLIENT_ADDRESS_HEADER", "x real ip"],
    ["CLIENT_ADDRESS_HEADER", "Forwarded"],
    ["TRUSTED_PROXIES", "0"],
    ["TRUSTED_PROXIES", "all"],
    ["OWNER_EMAIL", "a..b@example.com"]
  ])("is not to be had by %s=%s, which the start refuses", async (name, value) => {
    const { message } = await Effect.runPromise(Effect.flip(settingsOf({ [name]: value })))
    assert.include(message, `${name} is not valid`)
  })
})
