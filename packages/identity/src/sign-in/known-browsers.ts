import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { Clock, Effect, Redacted } from "effect"
import { cookiePrefixOf, type IdentityOptions } from "../options.ts"
import { cookieOf, hostCookie } from "./cookies.ts"

/** How long a browser stays known after a sign-in, in seconds. */
const lifetime = 365 * 24 * 60 * 60

/** How many people's sign-ins a browser keeps. */
const mostPeople = 5

/** `<id>.<when it ends, in seconds>.<signature>` */
const entry = /^[\w-]{22}\.\d{1,12}\.[\w-]{43}$/

const seconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

/**
 * Remembers in the browser with which addresses somebody has signed in there, by a cookie that nobody else can make. It
 * signs nobody in: it only tells the owner of an address from strangers who ask for mail to it. The address is not in it.
 * Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export const makeKnownBrowsers = (baseUrl: string, secret: IdentityOptions["secret"]) => {
  const name = `${cookiePrefixOf(baseUrl)}.known`

  const sign = (email: string, id: string, end: string) =>
    createHmac("sha256", Redacted.value(secret))
      .update(["known browser", email, id, end].join("\n"))
      .digest("base64url")

  const entriesOf = (headers: Headers, now: number) =>
    (cookieOf(headers, name) ?? "")
      .split(":", mostPeople)
      .filter((text) => entry.test(text))
      .map((text) => text.split(".") as [id: string, end: string, signature: string])
      .filter(([, end]) => Number(end) > now)

  const isOf = (email: string, [id, end, signature]: ReturnType<typeof entriesOf>[number]) =>
    timingSafeEqual(Buffer.from(sign(email, id, end)), Buffer.from(signature))

  return {
    /** What the browser is called, if somebody has signed in with an address there. */
    idOf: (headers: Headers, email: string): Effect.Effect<string | undefined> =>
      Effect.map(seconds, (now) => entriesOf(headers, now).find((entry) => isOf(email, entry))?.[0]),

    /** The cookie to send to a browser in which somebody has just signed in with an address. */
    remember: (headers: Headers, email: string): Effect.Effect<string> =>
      Effect.map(seconds, (now) => {
        const [id, end] = [randomBytes(16).toString("base64url"), String(now + lifetime)]
        const others = entriesOf(headers, now).filter((entry) => !isOf(email, entry))
        const entries = [[id, end, sign(email, id, end)], ...others].slice(0, mostPeople)
        return hostCookie(baseUrl, name, entries.map((parts) => parts.join(".")).join(":"), lifetime)
      })
  }
}
