import { Unknown } from "@agent-operations/auth"
import { Effect } from "effect"
import { parse, serialize } from "hono/utils/cookie"
import type { Page, Visit } from "./context.ts"
import { facts, empty } from "./html/table.ts"
import { html, time } from "./html/html.ts"
import type { Site } from "./site.ts"
import { notice } from "./html/notice.ts"
import { Outbox, type OutboxMail } from "@agent-operations/identity"
import { path } from "./paths.ts"

const address = /(https?:\/\/[^\s<>"]+)/

/** The text of a mail, in which addresses of this server are links. */
const text = ({ text }: OutboxMail, { baseUrl }: Site) =>
  text.split(address).map((part) => (part.startsWith(`${baseUrl}/`) ? html`<a href="${part}">${part}</a>` : part))

const mail = (site: Site) => (each: OutboxMail, index: number) =>
  html`<article>
    <h2>${each.subject}</h2>
    ${facts([
      ["To", each.to],
      ["Sent", time(each.sentAt)]
    ])}
    <pre class="wrap" tabindex="0" role="region" aria-label="Text of mail ${index + 1}">${text(each, site)}</pre>
  </article>`

const cookie = "agent-operations.outbox"

/**
 * The cookies for a browser that opened the address with the outbox's key: the outbox opens there until the browser is
 * closed.
 */
export const openOutbox = Effect.fnUntraced(function* (key: string, site: Site) {
  const { opensWith } = yield* Outbox
  const secure = site.origin.startsWith("https:")
  return opensWith(key)
    ? [serialize(cookie, key, { path: path(site, "outbox"), httpOnly: true, sameSite: "Strict", secure })]
    : []
})

const locked = (site: Site): Page => ({
  status: 403,
  title: "The outbox is locked",
  narrow: true,
  body: html`<p>
      Anyone who reads it can sign in as anybody. Open the address that the server showed in its terminal when it
      started:
      <code>${path(site, "sign-in")}?key=…</code>. Then the outbox opens in this browser.
    </p>
    <p><a href="${path(site, "sign-in")}">Sign in</a></p>`
})

/**
 * What would have been mailed, for whoever develops, in a browser that was given the key. There is no such page where
 * mail is sent.
 */
export const outbox = Effect.fnUntraced(function* ({ site, request }: Visit) {
  const { enabled, list, opensWith } = yield* Outbox
  if (!enabled) return yield* new Unknown({ message: "There is no outbox." })
  const key = parse(request.headers.get("cookie") ?? "", cookie)[cookie]
  if (key === undefined || !opensWith(key)) return locked(site)
  const mails = yield* list
  return {
    title: "Outbox",
    alone: true,
    body: html`${notice("plain", "This server sends no mail. What it would have sent stays here until it stops.")}
    ${mails.length === 0 ? empty("No mail yet. Sign in by e-mail, or invite somebody.") : mails.map(mail(site))}`
  }
})
