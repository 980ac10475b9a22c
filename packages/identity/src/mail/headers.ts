import { Effect } from "effect"
import { isEmailAddress } from "../email-address.ts"
import { MailFailed } from "./Mail.ts"

/** A text fit for a header: line breaks, other control characters and runs of spaces become one space. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim()

/** What goes into the header of a mail, unable to add a line to it. */
export const headersOf = Effect.fnUntraced(function* (mail: { readonly to: string; readonly subject: string }) {
  if (!isEmailAddress(mail.to)) return yield* new MailFailed({ message: "The recipient is not a mail address." })
  return { to: mail.to, subject: oneLine(mail.subject) }
})
