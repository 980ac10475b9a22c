import { Data, Duration, Effect, Layer, Redacted } from "effect"
import { createTransport } from "nodemailer"
import { isEmailAddress } from "../email-address.ts"
import { headersOf, oneLine } from "./headers.ts"
import { Mail, type Message } from "./Mail.ts"
import { refusal } from "./refusal.ts"

/** Which mail server to use, and how. */
export interface SmtpConfig {
  /**
   * `smtp://user:password@host:587` (TLS by STARTTLS) or `smtps://…:465`, user and password percent-encoded. Without
   * `?requireTLS=false` a password goes over TLS only, except to this machine.
   */
  readonly url: Redacted.Redacted
  /** Who the mail is from: `login@example.com` or `Agent Operations <login@example.com>`. */
  readonly from: string
  /** How long sending one mail may take, in all. Default: 10 seconds. */
  readonly timeout?: Duration.Input | undefined
}

/** A setting of the mail server that can't be used. `message` says why in one line, without the password. */
export class InvalidMailSetting extends Data.TaggedError("InvalidMailSetting")<{
  readonly setting: "url" | "from"
  readonly message: string
}> {}

const parseUrl = Effect.fnUntraced(function* (redacted: Redacted.Redacted) {
  const url = URL.parse(Redacted.value(redacted))
  // A password with an unencoded # or / ends up in the path.
  const bare = url !== null && ["", "/"].includes(url.pathname) && url.hash === "" && url.hostname !== ""
  if (!bare || !["smtp:", "smtps:"].includes(url.protocol)) {
    return yield* new InvalidMailSetting({
      setting: "url",
      message: "The mail server is not a URL such as smtp://user:password@host:587 or smtps://host, percent-encoded."
    })
  }
  return url
})

const parseFrom = Effect.fnUntraced(function* (from: string) {
  const named = /^(?<name>[^<>]*)<(?<address>[^<>]*)>\s*$/u.exec(from)?.groups
  const address = (named?.["address"] ?? from).trim()
  if (isEmailAddress(address)) return { name: oneLine(named?.["name"] ?? ""), address }
  return yield* new InvalidMailSetting({
    setting: "from",
    message: "The sender of mails must be an address, or of the form Name <address>."
  })
})

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

const make = Effect.fnUntraced(function* (config: SmtpConfig) {
  const url = yield* parseUrl(config.url)
  const from = yield* parseFrom(config.from)
  const timeout = Duration.fromInputUnsafe(config.timeout ?? "10 seconds")
  const millis = Duration.toMillis(timeout)
  const open = () =>
    createTransport({
      pool: true,
      // What the URL says comes before the options here.
      url: url.href,
      requireTLS: url.password !== "" && !isLoopback(url.hostname),
      dnsTimeout: millis,
      connectionTimeout: millis,
      greetingTimeout: millis,
      socketTimeout: millis,
      maxRequeues: 1,
      disableFileAccess: true,
      disableUrlAccess: true
    })
  const transport = yield* Effect.acquireRelease(Effect.sync(open), (transport) => Effect.sync(() => transport.close()))
  const failed = refusal(url.host, timeout)

  const send = Effect.fnUntraced(function* ({ text, html, ...rest }: Message) {
    const { to, subject } = yield* headersOf(rest)
    // So that nobody's holiday answers.
    const headers = { "Auto-Submitted": "auto-generated" }
    const mail = { from, to: { name: "", address: to }, subject, text, html, headers }
    yield* Effect.tryPromise({
      // The signal ends the connection of a mail that is given up.
      try: (signal) => transport.sendMail({ ...mail, signal }),
      catch: failed
    }).pipe(
      Effect.timeoutOrElse({
        duration: timeout,
        orElse: () => Effect.fail(failed({ code: "ETIMEDOUT" }))
      })
    )
  })
  return { enabled: true, send }
})

/**
 * Sends mail through an SMTP server, over a few connections that stay open until the layer's scope closes. It does not
 * ask the server anything before the first mail.
 *
 * @example
 * Smtp.layer({ url: Redacted.make("smtps://user:password@mail.example.com"), from: "Kit <kit@example.com>" })
 */
export const layer = (config: SmtpConfig): Layer.Layer<Mail, InvalidMailSetting> => Layer.effect(Mail, make(config))
