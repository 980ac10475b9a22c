import { Context, Data, Effect, Layer } from "effect"

/** A mail to one person. */
export interface Message {
  /** One address, without a name. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A mail could not be sent. `message` says why in one line, with neither the mail's content nor a password. */
export class MailFailed extends Data.TaggedError("MailFailed")<{ readonly message: string }> {}

/** Sends mail, each to one person. A host may provide its own. */
export class Mail extends Context.Service<
  Mail,
  {
    /** False where this installation sends no mail: then what needs it is not offered. */
    readonly enabled: boolean
    /** Succeeds once the mail server has accepted the mail. */
    readonly send: (message: Message) => Effect.Effect<void, MailFailed>
  }
>()("@agent-operations/identity/Mail") {
  /** For an installation without a mail server. */
  static readonly absent = Layer.succeed(Mail, {
    enabled: false,
    send: () => Effect.fail(new MailFailed({ message: "This installation sends no mail." }))
  })
}
