import { type AddressInfo, createServer, type Socket } from "node:net"
import { eventually } from "@agent-operations/testing/eventually"
import { describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted, type Scope } from "effect"
import * as fc from "fast-check"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { assert } from "vitest"
import { Mail, type Message } from "../src/mail/Mail.ts"
import { Outbox } from "../src/mail/Outbox.ts"
import * as Smtp from "../src/mail/Smtp.ts"

interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly user: unknown
  readonly raw: string
}

interface SmtpServer {
  readonly port: number
  readonly received: Array<Received>
  readonly connections: () => number
}

const close = (server: { close: (closed: () => void) => unknown }) =>
  Effect.promise(() => new Promise<void>((resolve) => void server.close(resolve)))

/** A real mail server that keeps what it gets. */
const smtpServer = (options: SMTPServerOptions = {}): Effect.Effect<SmtpServer, never, Scope.Scope> =>
  Effect.gen(function* () {
    const received: Array<Received> = []
    const server = new SMTPServer({
      logger: false,
      closeTimeout: 100,
      authOptional: options.onAuth === undefined,
      allowInsecureAuth: true,
      disabledCommands: ["STARTTLS"],
      onData(stream, { envelope, user }, done) {
        const chunks: Array<Buffer> = []
        stream.on("data", (chunk: Buffer) => chunks.push(chunk))
        stream.on("end", () => {
          const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address
          const to = envelope.rcptTo.map(({ address }) => address)
          received.push({ from, to, user, raw: Buffer.concat(chunks).toString("latin1") })
          done()
        })
      },
      ...options
    })
    // A client that goes in the middle of TLS is no concern of ours; without a listener it would end the process.
    server.on("error", () => {})
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))),
      () => close(server)
    )
    const { port } = server.server.address() as AddressInfo
    return { port, received, connections: () => server.connections.size }
  })

/** A server that does with each connection what it likes. */
const socketServer = (behave: (socket: Socket) => void): Effect.Effect<number, never, Scope.Scope> =>
  Effect.gen(function* () {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket.on("error", () => {}))
      behave(socket)
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))),
      () => {
        for (const socket of sockets) socket.destroy()
        return close(server)
      }
    )
    return (server.address() as AddressInfo).port
  })

/** Greets, then answers without end: never silent for long. */
const trickle = (socket: Socket): void => {
  socket.write("220 hi\r\n")
  socket.once("data", () => {
    const timer = setInterval(() => socket.write("250-more\r\n"), 50)
    socket.on("close", () => clearInterval(timer))
  })
}

const from = "Agent Operations <login@example.com>"
const mail = { to: "ada@example.com", subject: "Sign in", text: "Open https://x.test/t?token=s3", html: "<p>Open</p>" }

const send = (url: string, message: Partial<Message> = {}, options: Partial<Smtp.SmtpConfig> = {}) =>
  Mail.use((service) => service.send({ ...mail, ...message })).pipe(
    Effect.provide(Smtp.layer({ url: Redacted.make(url), from, ...options }))
  )

/** The names of a mail's header fields, and the fields unfolded. */
const headerOf = (raw: string) => {
  const lines = raw
    .slice(0, raw.indexOf("\r\n\r\n"))
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.replace(/^[^:]*: ?/, "")]))
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    "latin1"
  ).toString("utf8")

/** Encoded words: `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`. Source: RFC 2047. */
const decoded = (field = ""): string =>
  field
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/g, (_, way: string, word: string) =>
      way === "B" ? Buffer.from(word, "base64").toString("utf8") : quotedPrintable(word.replaceAll("_", " "))
    )

/** The decoded bodies of a mail's parts. */
const partsOf = (raw: string): ReadonlyArray<string> => {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? ""
  return raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const body = part.slice(part.indexOf("\r\n\r\n") + 4)
      if (/transfer-encoding: base64/i.test(part)) return Buffer.from(body, "base64").toString("utf8")
      return /transfer-encoding: quoted-printable/i.test(part) ? quotedPrintable(body) : body
    })
}

const fields = ["from", "to", "subject", "auto-submitted", "message-id", "date", "mime-version", "content-type"]

describe("mail through a mail server", () => {
  it.live("arrives with its subject and both bodies, whatever the language", () =>
    Effect.gen(function* () {
      const server = yield* smtpServer()
      const subject =
        "Anmeldung bestätigen – 登录确认 🔑 für die Organisation mit einem wirklich langen Namen, größer als eine Zeile"
      const text = "Grüße!\n.\n登录 👋 https://x.test/t?token=aäö"
      yield* send(`smtp://127.0.0.1:${server.port}`, { subject, text, html: "<p>Grüße 登录</p>" })
      const [received] = server.received
      assert.deepEqual([received?.from, received?.to], ["login@example.com", ["ada@example.com"]])
      const header = headerOf(received?.raw ?? "")
      assert.sameMembers([...header.keys()], fields)
      assert.strictEqual(decoded(header.get("subject")), subject)
      assert.strictEqual(header.get("from"), from)
      assert.strictEqual(header.get("to"), "ada@example.com")
      const [plain, html] = partsOf(received?.raw ?? "")
      assert.strictEqual(plain?.trim().replaceAll("\r\n", "\n"), text)
      assert.strictEqual(html?.trim(), "<p>Grüße 登录</p>")
    })
  )

  it.live("goes to an address in any script, from a name in any script", () =>
    Effect.gen(function* () {
      const server = yield* smtpServer()
      const url = `smtp://127.0.0.1:${server.port}`
      yield* send(url, { to: "jürgen@example.com" }, { from: 'Jür "X", Ltd. <login@example.com>' })
      assert.deepEqual(server.received[0]?.to, ["jürgen@example.com"])
      assert.strictEqual(server.received[0]?.from, "login@example.com")
    })
  )

  it.live("signs in with the user and password of the URL, percent-encoded", () =>
    Effect.gen(function* () {
      const server = yield* smtpServer({
        onAuth: ({ username, password }, _session, done) =>
          username === "me@x" && password === "p:/@%#" ? done(null, { user: username }) : done(new Error("no"))
      })
      yield* send(`smtp://me%40x:p%3A%2F%40%25%23@127.0.0.1:${server.port}`)
      assert.strictEqual(server.received[0]?.user, "me@x")
    })
  )

  it.live("goes over TLS when the URL says smtps, to a certificate that is trusted", () =>
    Effect.gen(function* () {
      const server = yield* smtpServer({ secure: true })
      yield* send(`smtps://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`)
      assert.strictEqual(server.received.length, 1)
      const failure = yield* Effect.flip(send(`smtps://127.0.0.1:${server.port}`))
      assert.match(failure.message, /can't be reached: .*certificate/)
      assert.strictEqual(server.received.length, 1)
    })
  )

  it.live("a password goes to another machine over TLS only, unless the URL says otherwise", () =>
    Effect.gen(function* () {
      const passwords: Array<unknown> = []
      const server = yield* smtpServer({
        onAuth: ({ password }, _session, done) => {
          passwords.push(password)
          done(null, { user: "me" })
        }
      })
      // To the code that decides, an address that is not this machine's.
      const url = `smtp://me:secret@[::ffff:127.0.0.1]:${server.port}`
      const failure = yield* Effect.flip(send(url))
      assert.match(failure.message, /does not offer TLS/)
      assert.deepEqual(passwords, [])
      yield* send(`${url}?requireTLS=false`)
      assert.deepEqual(passwords, ["secret"])
    })
  )

  it.live("many at once share a few connections, which close with the layer", () =>
    Effect.gen(function* () {
      const server = yield* smtpServer()
      let most = 0
      yield* Effect.gen(function* () {
        const { enabled, send } = yield* Mail
        assert.isTrue(enabled)
        yield* Effect.forEach(
          Array.from({ length: 30 }, (_, index) => `p${index}@example.com`),
          (to) => Effect.map(send({ ...mail, to }), () => (most = Math.max(most, server.connections()))),
          { concurrency: "unbounded" }
        )
      }).pipe(Effect.provide(Smtp.layer({ url: Redacted.make(`smtp://127.0.0.1:${server.port}`), from })))
      assert.strictEqual(new Set(server.received.flatMap(({ to }) => to)).size, 30)
      assert.isAtLeast(most, 1)
      assert.isAtMost(most, 5)
      yield* eventually(
        "every connection to be closed",
        Effect.sync(() => server.connections() === 0)
      )
    })
  )
})

describe("a line break adds no header, no recipient and no command", () => {
  const hostile = [
    "ada@example.com\r\nBcc: eve@example.com",
    "ada@example.com\nBcc: eve@example.com",
    "ada@example.com\r\n",
    "ada@example.com, eve@example.com",
    "ada@example.com eve@example.com",
    "Ada <ada@example.com>",
    "group: eve@example.com;",
    "ada@example.com>\r\nRCPT TO:<eve@example.com",
    "<ada@example.com> NOTIFY=SUCCESS",
    '"ada\\"@example.com',
    "ada@example.com\u2028Bcc: eve@example.com",
    "ada@example.com\u0085Bcc: eve@example.com",
    "ada@example.com\0",
    "ada",
    "@example.com",
    "",
    `${"a".repeat(250)}@example.com`
  ]

  it.live("in the recipient: nothing but one bare address is accepted", () =>
    Effect.gen(function* () {
      const server = yield* smtpServer()
      for (const to of hostile) {
        const failure = yield* Effect.flip(send(`smtp://127.0.0.1:${server.port}`, { to }))
        assert.strictEqual(failure.message, "The recipient is not a mail address.", to)
      }
      assert.strictEqual(server.received.length, 0)
    })
  )

  it.live("in the subject: it becomes a space", () =>
    Effect.gen(function* () {
      const server = yield* smtpServer()
      const breaks = ["\r\n", "\n", "\r", "\n\n", "\r\n\r\n", "\r\n ", "\u2028", "\u0085", "\v", "\0"]
      const generated = fc.sample(fc.string({ unit: "binary", maxLength: 200 }), 20)
      const subjects = [...breaks.map((between) => `Hi${between}Bcc: eve@example.com`), ...generated]
      const service = yield* Layer.build(Smtp.layer({ url: Redacted.make(`smtp://127.0.0.1:${server.port}`), from }))
      yield* Effect.forEach(
        subjects,
        (subject) =>
          Effect.provide(
            Mail.use((mailer) => mailer.send({ ...mail, subject })),
            service
          ),
        { concurrency: 5 }
      )
      assert.strictEqual(server.received.length, subjects.length)
      for (const { raw, to } of server.received) {
        assert.deepEqual(to, ["ada@example.com"])
        assert.sameMembers(
          [...headerOf(raw).keys()].filter((name) => name !== "subject"),
          fields.filter((name) => name !== "subject")
        )
        assert.match(partsOf(raw)[0]?.trim() ?? "", /^Open /)
      }
      const plain = server.received.filter(
        ({ raw }) => decoded(headerOf(raw).get("subject")) === "Hi Bcc: eve@example.com"
      )
      assert.strictEqual(plain.length, breaks.length)
    })
  )

  it.live("in the sender's name it becomes a space, in the sender's address it is refused", () =>
    Effect.gen(function* () {
      const server = yield* smtpServer()
      const url = `smtp://127.0.0.1:${server.port}`
      yield* send(url, {}, { from: "Kit\r\nBcc: eve@example.com <login@example.com>" })
      const header = headerOf(server.received[0]?.raw ?? "")
      assert.sameMembers([...header.keys()], fields)
      assert.strictEqual(header.get("from"), '"Kit Bcc: eve@example.com" <login@example.com>')
      // Those that are right for a sender, with a name or once trimmed.
      const fine = ["Ada <ada@example.com>", "ada@example.com\r\n"]
      for (const bad of [...hostile.filter((text) => !fine.includes(text)), "Kit <a@b>\r\nBcc: <e@x>"]) {
        const failure = yield* Effect.flip(send(url, {}, { from: bad }))
        assert.strictEqual(failure._tag, "InvalidMailSetting", bad)
      }
      assert.strictEqual(server.received.length, 1)
    })
  )
})

describe("a mail that can't be sent says why in one line, without the password or the link", () => {
  const secrets = ["hunter2", "s3cr3t-token", Buffer.from("\0me\0hunter2").toString("base64")]
  const message = { text: "https://x.test/sign-in?token=s3cr3t-token" }

  const refused = (said: string, code: number) => Object.assign(new Error(said), { responseCode: code })
  const cases: ReadonlyArray<readonly [string, SMTPServerOptions, RegExp]> = [
    [
      "the password is wrong",
      { onAuth: ({ password }, _session, done) => done(refused(`5.7.8 ${password} ${secrets[2]}`, 535)) },
      /refused the user name or the password \(535 5\.7\.8\)/
    ],
    [
      "the sender is refused",
      { onMailFrom: (_address, _session, done) => done(refused("5.7.1 not yours", 553)) },
      /refused the sender \(553 5\.7\.1\)/
    ],
    [
      "the recipient is refused",
      { onRcptTo: (_address, _session, done) => done(refused("5.1.1 who?", 550)) },
      /refused the recipient \(550 5\.1\.1\)/
    ],
    [
      "the mail is refused for its link",
      {
        onData: (stream, _session, done) => {
          stream.resume().on("end", () => done(refused("listed: https://x.test/sign-in?token=s3cr3t-token", 554)))
        }
      },
      /refused the mail \(554\)/
    ],
    [
      "the server is not accepting mail",
      { onConnect: (_session, done) => done(refused("busy", 421)) },
      /does not answer as a mail server does \(421\)/
    ]
  ]
  for (const [name, options, said] of cases) {
    it.live(name, () =>
      Effect.gen(function* () {
        const { port } = yield* smtpServer(options)
        const user = options.onAuth === undefined ? "" : "me:hunter2@"
        const failure = yield* Effect.flip(send(`smtp://${user}127.0.0.1:${port}`, message))
        assert.strictEqual(failure._tag, "MailFailed")
        assert.match(failure.message, said)
        assert.include(failure.message, `127.0.0.1:${port}`)
        assert.notInclude(failure.message, "\n")
        for (const secret of secrets) assert.notInclude(`${failure.message} ${JSON.stringify(failure)}`, secret)
      })
    )
  }

  const hangs = /did not answer within 500ms/
  const sockets: ReadonlyArray<readonly [string, (socket: Socket) => void, RegExp]> = [
    ["the server accepts and says nothing", () => {}, hangs],
    ["the server greets and falls silent", (socket) => void socket.write("220 hi\r\n"), hangs],
    ["the server trickles an answer that never ends", trickle, hangs],
    ["the server closes at once", (socket) => void socket.end(), /closed the connection/],
    [
      "the server closes midway",
      (socket) => {
        const answers = ["250 hi\r\n", "250 ok\r\n", "250 ok\r\n", "354 go\r\n"]
        socket.write("220 hi\r\n")
        socket.on("data", () => {
          const answer = answers.shift()
          if (answer === undefined) socket.destroy()
          else socket.write(answer)
        })
      },
      /closed the connection/
    ],
    [
      "the server is another kind of server",
      (socket) => void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"),
      /does not answer as a mail server does/
    ]
  ]
  for (const [name, behave, said] of sockets) {
    it.live(name, () =>
      Effect.gen(function* () {
        const port = yield* socketServer(behave)
        const timeout = said === hangs ? "500 millis" : "1 minute"
        const failure = yield* Effect.flip(send(`smtp://127.0.0.1:${port}`, message, { timeout }))
        assert.strictEqual(failure._tag, "MailFailed")
        assert.match(failure.message, said)
      })
    )
  }

  it.live("nobody listens, or the port speaks no TLS", () =>
    Effect.gen(function* () {
      assert.match((yield* Effect.flip(send("smtp://127.0.0.1:1"))).message, /can't be reached: .*ECONNREFUSED/)
      const { port } = yield* smtpServer()
      const failure = yield* Effect.flip(send(`smtps://127.0.0.1:${port}`))
      assert.match(failure.message, /does not speak TLS on this port/)
    })
  )

  it.live("a mail that hangs ends its connection when its time is over", () =>
    Effect.gen(function* () {
      const open = new Set<Socket>()
      const port = yield* socketServer((socket) => {
        open.add(socket)
        socket.on("close", () => open.delete(socket))
        trickle(socket)
      })
      const context = yield* Layer.build(
        Smtp.layer({ url: Redacted.make(`smtp://127.0.0.1:${port}`), from, timeout: "300 millis" })
      )
      const attempt = Effect.flip(
        Effect.provide(
          Mail.use((service) => service.send(mail)),
          context
        )
      )
      yield* Effect.all(
        Array.from({ length: 12 }, () => attempt),
        { concurrency: "unbounded" }
      )
      yield* eventually(
        "every connection to be closed",
        Effect.sync(() => open.size === 0)
      )
    })
  )

  it.live("a URL that is none is refused when the layer is built, and not repeated", () =>
    Effect.gen(function* () {
      const urls = [
        "",
        "mail.example.com",
        "http://me:hunter2@x",
        "smtp://",
        "smtp://me:hunt/er2@x",
        "smtp://me:1#hunter2@x"
      ]
      for (const url of [...urls, "smtp://me:1/hunter2@x"]) {
        const failure = yield* Effect.flip(send(url))
        assert.strictEqual(failure._tag === "InvalidMailSetting" && failure.setting, "url", url)
        assert.notInclude(failure.message, "hunter2")
      }
    })
  )
})

describe("without a mail server", () => {
  it.effect("mail is not enabled, and sending says so", () =>
    Effect.gen(function* () {
      const { enabled, send } = yield* Mail
      assert.isFalse(enabled)
      assert.strictEqual((yield* Effect.flip(send(mail))).message, "This installation sends no mail.")
    }).pipe(Effect.provide(Mail.absent))
  )

  it.effect("the disabled outbox has nothing", () =>
    Effect.gen(function* () {
      const { enabled, list } = yield* Outbox
      assert.isFalse(enabled)
      assert.deepEqual(yield* list, [])
    }).pipe(Effect.provide(Outbox.disabled))
  )

  it.effect("in development the outbox keeps the last 100, newest first, and logs each with its link", () => {
    const lines: Array<string> = []
    const logger = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
    return Effect.gen(function* () {
      const mailer = yield* Mail
      const outbox = yield* Outbox
      assert.isTrue(mailer.enabled && outbox.enabled)
      for (let n = 1; n <= 103; n++) yield* mailer.send({ ...mail, subject: `Sign in\nnow ${n}` })
      const mails = yield* outbox.list
      assert.deepEqual([mails.length, mails[0]?.subject, mails[99]?.subject], [100, "Sign in now 103", "Sign in now 4"])
      assert.strictEqual(new Set(mails.map(({ id }) => id)).size, 100)
      assert.deepInclude(mails[0], { to: mail.to, text: mail.text, sentAt: "1970-01-01T00:00:00.000Z" })
      assert.strictEqual(lines.length, 103)
      assert.strictEqual(lines[0], "Mail to ada@example.com: Sign in now 1: https://x.test/t?token=s3")
      assert.strictEqual((yield* Effect.flip(mailer.send({ ...mail, to: "a@b\nc" })))._tag, "MailFailed")
    }).pipe(Effect.provide(Layer.mergeAll(Outbox.layer, logger)))
  })
})
