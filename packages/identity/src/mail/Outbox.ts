import { newTypeId } from "@agent-operations/database"
import { Context, DateTime, Effect, Layer, Ref } from "effect"
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

const make = Effect.gen(function* () {
  const mails = yield* Ref.make<ReadonlyArray<OutboxMail>>([])
  const send = Effect.fnUntraced(function* (message: Message) {
    const { to, subject } = yield* headersOf(message)
    const sentAt = DateTime.formatIso(yield* DateTime.now)
    const mail = { id: newTypeId("mail"), to, subject, text: message.text, sentAt }
    yield* Ref.update(mails, (all) => [mail, ...all].slice(0, kept))
    const link = /https?:\/\/\S+/.exec(message.text)?.[0] ?? "(no link)"
    yield* Effect.logInfo(`Mail to ${to}: ${subject}: ${link}`)
  })
  return Context.make(Mail, { enabled: true, send }).pipe(Context.add(Outbox, { enabled: true, list: Ref.get(mails) }))
})

/**
 * For development: mail that goes nowhere. The last 100 are kept in memory, and the log has a line for each with its
 * first link, so that whoever reads the log can sign in as anybody.
 */
export class Outbox extends Context.Service<
  Outbox,
  {
    readonly enabled: boolean
    /** Newest first. */
    readonly list: Effect.Effect<ReadonlyArray<OutboxMail>>
  }
>()("@agent-operations/identity/Outbox") {
  /** Both the outbox and the `Mail` that fills it. */
  static readonly layer = Layer.effectContext(make)

  /** Keeps nothing, for where mail is really sent, or none at all. */
  static readonly disabled = Layer.succeed(Outbox, { enabled: false, list: Effect.succeed([]) })
}
