import { createServer, type AddressInfo, type Socket } from "node:net"
import { assert, it } from "@effect/vitest"
import { Context, Duration, Effect, Layer, Redacted } from "effect"
import { Mail } from "../src/mail/Mail.ts"
import * as Smtp from "../src/mail/Smtp.ts"

/** The port of a server of mail that behaves so with each connection. */
const serving = (behave: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const open = new Set<Socket>()
      const server = createServer((socket) => {
        open.add(socket.on("error", () => {}))
        behave(socket)
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return { server, open, port: (server.address() as AddressInfo).port }
    }),
    ({ server, open }) =>
      Effect.sync(() => {
        for (const socket of open) socket.destroy()
        server.close()
      })
  )

const trickle = (socket: Socket) => {
  socket.write("220 hi\r\n")
  socket.once("data", () => {
    const timer = setInterval(() => socket.write("250-more\r\n"), 50)
    socket.on("close", () => clearInterval(timer))
  })
}

const timeOf = (port: number, timeout: Duration.Input, mails: number) =>
  Effect.gen(function* () {
    const url = Redacted.make(`smtp://127.0.0.1:${port}`)
    const services = yield* Layer.build(Smtp.layer({ url, from: "Agent Operations <login@example.com>", timeout }))
    const mail = { to: "ada@example.com", subject: "Hello", text: "Hello.", html: "<p>Hello.</p>" }
    const sent = Effect.flip(Context.get(services, Mail).send(mail))
    const [took] = yield* Effect.timed(
      Effect.all(
        Array.from({ length: mails }, () => sent),
        { concurrency: "unbounded" }
      )
    )
    return Duration.toMillis(took)
  })

it.live.each<readonly [string, (socket: Socket) => void]>([
  ["says nothing", () => {}],
  ["says something for ever", trickle],
  ["is another kind of server", (socket) => void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n")]
])("a mail to a server that %s fails soon", ([_, behave]) =>
  Effect.gen(function* () {
    const { port } = yield* serving(behave)
    assert.isBelow(yield* timeOf(port, "500 millis", 1), 2000)
  })
)

it.live("a mail that hangs holds no other up", () =>
  Effect.gen(function* () {
    const { port } = yield* serving(trickle)
    assert.isBelow(yield* timeOf(port, "300 millis", 12), 1500)
  })
)
