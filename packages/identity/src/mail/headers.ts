import { Effect } from "effect"
import { MailFailed } from "./Mail.ts"

/** An address that is a list, carries a name or breaks a line would reach others than it says. */
const address = /^[^\s\p{Cc}"(),:;<>@[\\\]]+@[^\s\p{Cc}"(),:;<>@[\\\]]+$/u

/** Whether a text is one bare address of at most 254 characters (RFC 5321 section 4.5.3.1.3). */
export const isMailAddress = (text: string): boolean => text.length <= 254 && address.test(text)

/** A text fit for a header: line breaks, other control characters and runs of spaces become one space. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim()

/** What goes into the header of a mail, unable to add a line to it. */
export const headersOf = Effect.fnUntraced(function* (mail: { readonly to: string; readonly subject: string }) {
  if (!isMailAddress(mail.to)) return yield* new MailFailed({ message: "The recipient is not a mail address." })
  return { to: mail.to, subject: oneLine(mail.subject) }
})
