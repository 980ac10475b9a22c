import { createHash, timingSafeEqual } from "node:crypto"
import { newTypeId } from "@agent-operations/database"
import { Context, DateTime, Effect, Layer, Redacted, Ref } from "effect"
import { mintSecret } from "../tokens/secrets.ts"
import { headersOf } from "./headers.ts"
import { Mail, type Message } from "./Mail.ts"

/** A mail that was kept instead of sent. */
export interface OutboxMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly sentAt: string
}

const kept = 100

const make = Effect.fnUntraced(function* (key: Redacted.Redacted) {
  const digest = createHash("sha256").update(Redacted.value(key)).digest()
  const mails = yield* Ref.make<ReadonlyArray<OutboxMail>>([])
  const send = Effect.fnUntraced(function* (message: Message) {
    const { to, subject } = yield* headersOf(message)
    const sentAt = DateTime.formatIso(yield* DateTime.now)
    const mail = { id: newTypeId("mail"), to, subject, text: message.text, sentAt }
    yield* Ref.update(mails, (all) => [mail, ...all].slice(0, kept))
    const link = /https?:\/\/\S+/.exec(message.text)?.[0] ?? "(no link)"
    yield* Effect.logInfo(`Mail to ${to}: ${subject}: ${link}`)
  })
  const opensWith = (text: string) => timingSafeEqual(createHash("sha256").update(text).digest(), digest)
  const outbox = { enabled: true, key, opensWith, list: Ref.get(mails) }
  return Context.make(Mail, { enabled: true, send }).pipe(Context.add(Outbox, outbox))
})

/**
 * For development: mail that goes nowhere. The last 100 are kept in memory, and the log has a line for each with its
 * first link, so that whoever reads the log can sign in as anybody. So can whoever reads the outbox: show it only to a
 * browser that has the key, which only the terminal tells.
 */
export class Outbox extends Context.Service<
  Outbox,
  {
    readonly enabled: boolean
    /** What whoever starts the server is told, and opens the outbox with. */
    readonly key: Redacted.Redacted
    readonly opensWith: (text: string) => boolean
    /** Newest first. */
    readonly list: Effect.Effect<ReadonlyArray<OutboxMail>>
  }
>()("@agent-operations/identity/Outbox") {
  /** Both the outbox and the `Mail` that fills it, with a key of its own. */
  static readonly layer = Layer.effectContext(Effect.suspend(() => make(Redacted.make(mintSecret()))))

  /** With a key that is known before. */
  static readonly layerWith = (key: Redacted.Redacted) => Layer.effectContext(make(key))

  /** Keeps nothing, for where mail is really sent, or none at all. */
  static readonly disabled = Layer.succeed(Outbox, {
    enabled: false,
    key: Redacted.make(""),
    opensWith: () => false,
    list: Effect.succeed([])
  })
}
