import { createServer, type RequestListener } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { text } from "node:stream/consumers"
import { type Access, CredentialVerifier, OfferedScopes, RateLimit, UsageBudget } from "@agent-operations/auth"
import { family } from "@agent-operations/contract"
import { InternalError } from "@agent-operations/error-envelope"
import { AgentHttp, type HttpEntry, respondWith, webHandler } from "@agent-operations/http"
import { nodeListener } from "@agent-operations/http/node"
import { implement, Invoker } from "@agent-operations/operations"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, afterEach, assert, beforeAll, describe, it, vi } from "vitest"
import { makeBytesLeaving, sharesOf } from "../src/internal/bytes-leaving.ts"
import { waitUntil } from "../../../tooling/testing/src/waitUntil.ts"

const megabytes = (count: number) => count * 1024 * 1024
const page = Buffer.alloc(megabytes(8), "page")
const own = (count: number) =>
  Effect.sync(() => ({ status: 200, headers: {}, body: Buffer.alloc(megabytes(count), "a") }))

/** How many characters of texts were written. */
let written = 0
const piece = `${"a".repeat(64 * 1024 - 1)}😀`
function* texts() {
  for (let n = 0; n < 128; n++) {
    written += piece.length
    yield piece
  }
}
const textsLength = 128 * Buffer.byteLength(piece)
const ofTexts = Effect.sync(() => ({
  ...{ status: 200, headers: {}, body: "é" },
  texts: { pieces: texts(), length: textsLength, holds: textsLength }
}))

const entries: ReadonlyArray<HttpEntry> = [
  { owner: "texts", path: "/texts", run: () => ofTexts },
  { owner: "eight", path: "/eight", run: () => own(8) },
  { owner: "small", path: "/small", run: () => Effect.succeed({ status: 200, headers: {}, body: "small" }) },
  { owner: "page", path: "/page", run: () => Effect.succeed({ status: 200, headers: {}, body: page }) },
  { owner: "long", path: "/long", run: respondWith(() => Effect.sync(() => new Response(longBody(24)))) },
  { owner: "broken", path: "/broken", run: respondWith(() => Effect.sync(() => new Response(longBody(24, 3)))) }
]

/** What is told of each body that is made as it is read: how many megabytes were asked for, and whether it was given up. */
const made: Array<{ megabytes: number; isCancelled: boolean }> = []
function longBody(length: number, brokenAt = length) {
  const told = { megabytes: 0, isCancelled: false }
  made.push(told)
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (told.megabytes === length) return controller.close()
        if (told.megabytes === brokenAt) return controller.error(new Error("The database is gone."))
        told.megabytes++
        controller.enqueue(Buffer.alloc(megabytes(1), "l"))
      },
      cancel: () => void (told.isCancelled = true)
    },
    { highWaterMark: 0 }
  )
}

const system = family("system", { title: "System", scopes: {}, operations: {} })
const statuses: Array<number> = []
const thrown: Array<unknown> = []
const runtime = ManagedRuntime.make(
  AgentHttp.layer({
    entries: Effect.succeed(entries),
    onRequest: ({ status }) => void statuses.push(status),
    onError: (error) => void thrown.push(error)
  }).pipe(
    Layer.provide(Invoker.layer([system])),
    Layer.provide(implement(system, Effect.succeed({}))),
    Layer.provide(
      Layer.mergeAll(
        Layer.succeed(CredentialVerifier, { verify: () => Effect.fail(new InternalError({ message: "unused" })) }),
        Layer.succeed(OfferedScopes, {}),
        RateLimit.unlimited,
        UsageBudget.unlimited
      )
    )
  )
)

const server = createServer()
let answering: RequestListener
let web: ReturnType<typeof webHandler>
beforeAll(async () => {
  const services = await runtime.context()
  web = webHandler(services)
  answering = nodeListener(services)
  server.on("request", answering)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await runtime.dispose()
})

const get = (path: string, key: string) =>
  `GET ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\nconnection: close\r\n\r\n`

const sockets: Array<Socket> = []
/** A connection that asks, and reads nothing. */
const asking = (path: string, key: string) => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").pause()
  socket.on("error", () => {}).write(get(path, key))
  sockets.push(socket)
  return socket
}

/** So many of them, once each is answered. */
const unread = async (count: number, path: string, key: string) => {
  const before = statuses.length
  const asked = Array.from({ length: count }, () => asking(path, key))
  await waitUntil("their answers", () => statuses.length >= before + count)
  return asked
}

const read = async (path: string, key: string) => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  socket.write(get(path, key))
  return text(socket)
}

const statusOf = async (path: string, key: string) => Number((await read(path, key)).slice(9, 12))

afterEach(async () => {
  vi.useRealTimers()
  for (const socket of sockets.splice(0)) socket.destroy()
  await waitUntil("room", async () => (await statusOf("/eight", "slow")) === 200)
})

describe("answers that nobody reads", () => {
  it("E3: are held to 128 MiB of a credential, and are 503 beyond; others are answered, and small ones always", async () => {
    await unread(16, "/eight", "slow")
    const refused = await read("/eight", "slow")
    assert.match(refused, /^HTTP\/1\.1 503 [^]*"UNAVAILABLE"/)
    assert.match(refused, /\r\nretry-after: 1\r\n/i)
    assert.match(refused, /\r\nx-request-id: req_/i)
    assert.strictEqual(statuses.at(-1), 503)
    assert.deepStrictEqual([await statusOf("/small", "slow"), await statusOf("/eight", "other")], [200, 200])
  })

  it("E3: are held to a bound of the process, whoever asks", () => {
    const limits = { perCredential: 300_000, perOrganization: 300_000, perProcess: 500_000, stalledMillis: 20_000 }
    const leave = makeBytesLeaving(limits)
    const asks = (credential: string) =>
      leave("GET", { status: 200, headers: {}, body: "a".repeat(200_000) }, () => ({
        credential,
        organization: undefined
      }))
    const [first, second] = [asks("a"), asks("b")]
    assert.isDefined(second)
    const bytesOf = vi.spyOn(Buffer, "from")
    assert.isUndefined(asks("c"))
    const made = bytesOf.mock.calls.length
    vi.restoreAllMocks()
    assert.strictEqual(made, 0, "what has no room became bytes")
    first!.leaving!.done()
    first!.leaving!.done()
    assert.isDefined(asks("c"))
    assert.isUndefined(asks("d"))
  })

  it("E3: are held to a bound of a credential, by any headers, and without one by the address of the client", () => {
    const limits = { perCredential: 300_000, perOrganization: 500_000, perProcess: 10_000_000, stalledMillis: 20_000 }
    const leave = makeBytesLeaving(limits)
    const body = "a".repeat(200_000)
    const access = (id: string): Access => ({
      actor: { type: "user", id: "usr_1", name: "Ada" },
      organizationId: "org_1",
      projectId: "prj_1",
      scopes: [],
      credential: { type: "session", id }
    })
    const asks = (cookie: string, who: Access | undefined, address = "::1") => {
      const header = (name: string) => (name === "cookie" ? [cookie] : [])
      return leave("GET", { status: 200, headers: {}, body }, () => sharesOf({ header }, who, () => address))
    }
    assert.isDefined(asks("a=1", access("one")))
    assert.isUndefined(asks("a=2", access("one")))
    assert.isDefined(asks("a=1", access("two")))
    // A third would be more than its organization may have.
    assert.isUndefined(asks("a=1", access("three")))
    assert.isDefined(asks("a=1", undefined, "2001:db8::1"))
    assert.isUndefined(asks("a=2", undefined, "2001:db8::1"))
    assert.isDefined(asks("a=1", undefined, "2001:db8::2"))
  })

  it("are sent whole where what compresses answers for a host tells of no piece that was written", async () => {
    const compressing = createServer((request, response) => {
      const write = response.write.bind(response)
      response.write = (chunk: unknown) => write(chunk)
      answering(request, response)
    })
    await new Promise<void>((resolve) => compressing.listen(0, "127.0.0.1", resolve))
    const { port } = compressing.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/eight`)
    assert.lengthOf(await answer.text(), megabytes(8))
    compressing.closeAllConnections()
    compressing.close()
  })

  it("E3: take nothing for what is the same for everybody", async () => {
    await unread(20, "/page", "slow")
    assert.strictEqual(await statusOf("/page", "slow"), 200)
  })

  it("E3: are closed when no piece of 64 KiB has left for 20 seconds, and give back what they held", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const [one] = await unread(16, "/eight", "slow")
    const gone = new Promise<number>((resolve) => {
      one!.once("close", () => resolve(one!.bytesRead))
    })
    assert.strictEqual(await statusOf("/eight", "slow"), 503)
    vi.advanceTimersByTime(20_000)
    assert.strictEqual(await statusOf("/eight", "slow"), 200)
    one!.resume()
    assert.isBelow(await gone, megabytes(8))
  })

  it("are sent whole to who reads, by every way of taking them", async () => {
    const body = "a".repeat(megabytes(8))
    assert.isTrue((await read("/eight", "a")).endsWith(`\r\n\r\n${body}`))
    const response = await web(new Request("http://a/eight"))
    assert.strictEqual(response.headers.get("content-length"), String(body.length))
    assert.isTrue((await response.text()) === body)
  })

  it("E3: break off as a stream of the web when nobody reads them, and hold nothing once they are given up", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const ask = () => web(new Request("http://a/eight", { headers: { authorization: "Bearer web" } }))
    const held = await Promise.all(Array.from({ length: 16 }, ask))
    assert.strictEqual((await ask()).status, 503)
    await held[0]!.body!.cancel()
    const again = await ask()
    assert.strictEqual(again.status, 200)
    vi.advanceTimersByTime(20_000)
    const broken = await again.text().then(
      () => "whole",
      () => "broken"
    )
    assert.strictEqual(broken, "broken")
    assert.strictEqual((await ask()).status, 200)
  })
})

describe("answers whose texts become bytes as they leave", () => {
  it("K3: come whole by every way of taking them, with their length", async () => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/texts`
    for (const ask of [() => fetch(address), () => web(new Request(address))]) {
      const response = await ask()
      assert.strictEqual(response.headers.get("content-length"), String(textsLength + 2))
      assert.isTrue((await response.text()) === `é${piece.repeat(128)}`)
    }
  })

  it("K3, E3: are written no further than somebody reads them, and are held to the bound of a credential", async () => {
    written = 0
    await unread(15, "/texts", "slow")
    assert.isBelow(written, (15 * textsLength) / 2)
    await unread(1, "/texts", "slow")
    assert.strictEqual(statuses.at(-1), 503)
    assert.strictEqual(await statusOf("/texts", "other"), 200)
  })
})

describe("answers that are made as they are read", () => {
  it("E3: are read no further than somebody reads them, and given up with their connection", async () => {
    const [socket] = await unread(1, "/long", "slow")
    const told = made.at(-1)!
    await waitUntil("what a connection holds", () => told.megabytes >= 3)
    // What the kernel holds of a connection, at both of its ends.
    assert.isBelow(told.megabytes, 20)
    assert.isFalse(told.isCancelled)
    socket!.destroy()
    await waitUntil("that it is given up", () => told.isCancelled)
  })

  it("come whole by every way of taking them, without a length", async () => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/long`
    for (const ask of [() => fetch(address), () => web(new Request(address))]) {
      const response = await ask()
      assert.isNull(response.headers.get("content-length"))
      assert.isTrue((await response.text()) === "l".repeat(megabytes(24)))
    }
  })

  it("are given up at a HEAD, which has no length of them", async () => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/long`
    for (const ask of [() => fetch(address, { method: "HEAD" }), () => web(new Request(address, { method: "HEAD" }))]) {
      const response = await ask()
      assert.strictEqual(response.status, 200)
      assert.isNull(response.headers.get("content-length"))
      assert.strictEqual(await response.text(), "")
      await waitUntil("that it is given up", () => made.at(-1)!.isCancelled)
    }
  })

  it("E3: break off where the rest can't be read, which the host is told", async () => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/broken`
    for (const ask of [() => fetch(address), () => web(new Request(address))]) {
      thrown.splice(0)
      const told = await ask()
        .then((response) => response.text())
        .then(
          () => "whole",
          () => "broken"
        )
      assert.strictEqual(told, "broken")
      await waitUntil("what the host is told", () => thrown.length === 1)
      assert.match(String(thrown[0]), /The database is gone/)
    }
  })
})
