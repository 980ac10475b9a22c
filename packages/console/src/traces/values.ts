/** How the values of traces are written for people. */
import { type Html, html, turningSigns } from "../html/html.ts"

const whole = new Intl.NumberFormat("en-US")
const six = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 6 })
const short = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 })

/** `count(12345)` is "12,345". */
export const count = (number: number): string => whole.format(number)

/** A number of any size: `number(0.123456789)` is "0.123457". */
export const number = (value: number): string => six.format(value)

/** A duration in milliseconds: "0.25 ms", "1.53 s", "2 min 5 s", "3 h 4 min". */
export const elapsed = (ms: number): string => {
  if (ms < 1000) return ms > 0 && ms < 0.01 ? "< 0.01 ms" : `${short.format(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 59.95) return `${short.format(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (seconds < 3599.5) {
    const rounded = Math.round(seconds)
    return `${Math.floor(rounded / 60)} min ${rounded % 60} s`
  }
  return `${whole.format(Math.floor(minutes / 60))} h ${minutes % 60} min`
}

const cents = { style: "currency", currency: "USD", minimumFractionDigits: 2 } as const

/** By how many digits they show behind the point. */
const currencies = [2, 3, 4, 5, 6].map(
  (digits) => new Intl.NumberFormat("en-US", { ...cents, maximumFractionDigits: digits })
)

/** US dollars, with as many digits as a small amount needs: "$1.23", "$0.000036". */
export const dollars = (amount: number): string => {
  if (amount > 0 && amount < 0.000_001) return "< $0.000001"
  const digits = amount === 0 ? 2 : Math.min(6, 2 - Math.floor(Math.log10(amount)))
  return currencies[Math.max(2, digits) - 2]!.format(amount)
}

const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" })

/** An instant to the second, in UTC. `iso` is RFC 3339. */
export const second = (iso: string): Html => html`<time datetime="${iso}">${exact.format(new Date(iso))} UTC</time>`

/** The same, to the millisecond. */
export const instant = (iso: string): Html => {
  const millis = /\.(\d{3})/.exec(iso)?.[1] ?? "000"
  return html`<time datetime="${iso}">${exact.format(new Date(iso))}.${millis} UTC</time>`
}

/** What stands where there is no value. */
export const none: Html = html`<span class="quiet">none</span>`

const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`

const unprintable = new RegExp(String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f${turningSigns}]`, "g")
const turning = new RegExp(String.raw`[\u007f-\u009f\u2028\u2029${turningSigns}]`, "g")

/** A text with its control characters as escapes, and those that turn the direction of what they stand before. */
export const visible = (text: string): string => text.replace(unprintable, escaped)

/** JSON with all characters as escapes that show nothing, or something else than what is there. It says the same. */
export const visibleJson = (json: string): string => json.replace(turning, escaped)
