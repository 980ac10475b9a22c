import { html as template, raw } from "hono/html"

/** Markup. */
export type Html = Exclude<ReturnType<typeof template>, Promise<unknown>>

/** What a template may hold. Text is escaped; `false` is nothing. */
export type Content = string | number | false | Html | ReadonlyArray<Content>

/** Makes markup, with whatever is put into it escaped, unless it is markup itself. */
export const html = template as (strings: TemplateStringsArray, ...content: ReadonlyArray<Content>) => Html

/** Markup that was made elsewhere, as it is. */
export const made = (markup: string): Html => raw(markup) as Html

/**
 * Text between tags, where quotes need no escaping: of JSON, they are a good part. Not for an attribute.
 */
export const betweenTags = (text: string): Html =>
  made(text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"))

/** Signs that show nothing: of a text of these alone, nobody could see or click anything. */
const blank = /^[\p{C}\p{M}\p{Z}\u034f\u115f\u1160\u2800\u3164\uffa0]+$/u

/** Signs that show nothing, and turn the direction of what stands behind them: for the brackets of an expression. */
export const turningSigns = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`

const turning = new RegExp(`[${turningSigns}]`, "g")

const escaped = (sign: string) => `\\u{${sign.codePointAt(0)!.toString(16)}}`

/** A text that somebody chose: signs that turn its direction as escapes, and all of one that shows nothing. */
export const seen = (text: string): string =>
  blank.test(text) ? [...text].map(escaped).join("") : text.replace(turning, escaped)

/** The same, kept from turning the text around it when it runs from right to left. */
export const bdi = (text: string): Html => html`<bdi>${seen(text)}</bdi>`

const readable = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC"
})

/** An instant, in UTC; a script makes it relative, and shows the exact local time of it. `iso` is RFC 3339. */
export const time = (iso: string): Html =>
  html`<time datetime="${iso}" data-time>${readable.format(new Date(iso))} UTC</time>`

/** Content that depends on a value, where there is one. */
export const when = <T>(value: T | false | null | undefined, content: (value: T) => Html): Html | "" =>
  value == null || value === false ? "" : content(value)

/** Data for a script of the page, which is not run. */
export const jsonBlock = (id: string, data: object): Html => {
  // No `</script>` ends it early.
  const json = made(JSON.stringify(data).replaceAll("<", "\\u003c"))
  return html`<script type="application/json" id="${id}">
    ${json}
  </script>`
}
