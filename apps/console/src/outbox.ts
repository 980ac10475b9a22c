import { Unknown } from "@agent-operations/auth"
import { Effect } from "effect"
import type { Visit } from "./context.ts"
import { facts, empty } from "./html/table.ts"
import { html, time } from "./html/html.ts"
import { notice } from "./html/notice.ts"
import { Outbox, type OutboxMail } from "@agent-operations/identity"

const address = /(https?:\/\/[^\s<>"]+)/

/** The text of a mail, in which addresses of this server are links. */
const text = ({ text }: OutboxMail, origin: string) =>
  text
    .split(address)
    .map((part) => (URL.canParse(part) && new URL(part).origin === origin ? html`<a href="${part}">${part}</a>` : part))

const mail = (origin: string) => (each: OutboxMail) =>
  html`<article>
    <h2>${each.subject}</h2>
    ${facts([
      ["To", each.to],
      ["Sent", time(each.sentAt)]
    ])}
    <pre class="wrap" tabindex="0" role="region" aria-label="Text of the mail">${text(each, origin)}</pre>
  </article>`

/** What would have been mailed, for whoever develops. There is no such page where mail is sent. */
export const outbox = Effect.fnUntraced(function* ({ origin }: Visit) {
  const { enabled, list } = yield* Outbox
  if (!enabled) return yield* new Unknown({ message: "There is no outbox." })
  const mails = yield* list
  return {
    title: "Outbox",
    body: html`${notice("plain", "This server sends no mail. What it would have sent stays here until it stops.")}
    ${mails.length === 0 ? empty("No mail yet. Sign in by e-mail, or invite somebody.") : mails.map(mail(origin))}`
  }
})
