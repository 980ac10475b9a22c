import type { lookup } from "node:dns"
import type { LookupFunction } from "node:net"
import { getJson, isPublicAddress, request } from "@agent-operations/egress"
import { describe, it as live } from "@effect/vitest"
import { Effect } from "effect"
import { assert, test } from "vitest"
import { makePublicLookup } from "../src/public-address.ts"

const inner = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:a9fe:a9fe",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::7f00:1",
  "100::1",
  "2001::1",
  "2001:2::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fec0::1",
  "ff02::1"
]

describe("OWASP API7:2023: which hosts are asked", () => {
  test.each(inner)("%s is not of the public internet", (address) => assert.isFalse(isPublicAddress(address)))
  test.each(["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])("%s is", (address) =>
    assert.isTrue(isPublicAddress(address))
  )

  live.live.each(inner.filter((address) => !address.startsWith("0.")))("nothing is asked of %s", (address) =>
    Effect.gen(function* () {
      const host = address.includes(":") ? `[${address}]` : address
      const { message } = yield* Effect.flip(getJson(`https://${host}/metadata`))
      assert.strictEqual(message, "its host is not on the public internet")
    })
  )

  live.live("nothing is asked of localhost, whatever it is called", () =>
    Effect.gen(function* () {
      for (const host of ["localhost", "localhost.", "LOCALHOST"]) {
        const { message } = yield* Effect.flip(getJson(`https://${host}:1/metadata`))
        assert.match(message, /^its host is not on the public internet$|ENOTFOUND/, host)
      }
    })
  )

  test.each([
    "http://client.example/",
    "ftp://client.example/",
    "file:///etc/passwd",
    "https://user@client.example/",
    "https://user:secret@client.example/",
    "//client.example/",
    "client.example",
    ""
  ])("nothing is sent to %s, which is no address that may be asked", async (address) => {
    const { reason } = await Effect.runPromise(Effect.flip(request(address)))
    assert.strictEqual(reason, "address")
  })

  const resolvesTo = (addresses: ReadonlyArray<string>) =>
    makePublicLookup(((_hostname: string, _options: object, done: (error: null, all: unknown) => void) => {
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
      )
    }) as typeof lookup)

  const resolved = (lookup: LookupFunction, all: boolean) =>
    new Promise((resolve) => lookup("x", { all }, (error, address) => resolve(error?.message ?? address)))

  test.each([...inner.map((address) => [address]), ["8.8.8.8", "127.0.0.1"], ["::1", "8.8.8.8"], []])(
    "a name that stands for %s, %s is not connected to",
    async (...addresses) => {
      for (const all of [true, false]) {
        assert.strictEqual(
          await resolved(resolvesTo(addresses.filter((one) => typeof one === "string")), all),
          "its host is not on the public internet"
        )
      }
    }
  )

  test("a name that stands for public addresses is connected to by these, and not looked up again", async () => {
    assert.deepStrictEqual(await resolved(resolvesTo(["8.8.8.8", "2606:4700::1"]), true), [
      { address: "8.8.8.8", family: 4 },
      { address: "2606:4700::1", family: 6 }
    ])
    assert.strictEqual(await resolved(resolvesTo(["8.8.8.8"]), false), "8.8.8.8")
  })
})
