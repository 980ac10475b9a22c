import { translateSqlErrors } from "@agent-operations/database"
import { Context, Data, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { isEmailAddress } from "../email-address.ts"
import { callLibrary } from "../library/ambient.ts"
import { IssuerFault } from "../library/issuer.ts"
import { hashToken, mintSecret } from "../tokens/secrets.ts"
import { LibraryService } from "../library/LibraryService.ts"
import { Mail } from "../mail/Mail.ts"
import { cookiePrefixOf, prefixOf, secondsOf } from "../options.ts"
import { makeAllowances } from "./allowances.ts"
import { cookieOf, type Cookies, hostCookie } from "./cookies.ts"
import { endSession } from "./end-session.ts"
import { linkMail } from "./link-mail.ts"
import { safePath } from "../http/return-to.ts"

/** The text is not an e-mail address. Nothing was sent. */
export class InvalidEmail extends Data.TaggedError("InvalidEmail")<{ readonly message: string }> {}

/** The address is of a domain that may not sign in here. */
export class EmailDomainDenied extends Data.TaggedError("EmailDomainDenied")<{ readonly message: string }> {}

/**
 * The link does not sign anybody in. `unknown`: it was used before, or never sent; `late`: it has expired;
 * `other_browser`: another browser asked for it.
 */
export class LinkRefused extends Data.TaggedError("LinkRefused")<{
  readonly reason: "unknown" | "late" | "other_browser"
  readonly message: string
}> {}

/** No identity provider with this ID is set up. */
export class UnknownProvider extends Data.TaggedError("UnknownProvider")<{ readonly message: string }> {}

const token = /^[A-Za-z0-9_-]{43}$/

const refusals = {
  unknown: "This link was already used, or this server did not send it.",
  late: "This link is too old.",
  other_browser: "This link was asked for in another browser. Open it there, or ask for a new one here."
} as const

const refused = (reason: keyof typeof refusals) => new LinkRefused({ reason, message: refusals[reason] })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mail = yield* Mail
  const { library, admission, knownBrowsers, origin, baseUrl, options } = yield* LibraryService
  const prefix = prefixOf(baseUrl)
  const providers = (options.providers ?? []).map(({ id, name }) => ({ id, name }))
  const lifetime = secondsOf(options.lifetimes).signInLink
  const browserCookie = `${cookiePrefixOf(baseUrl)}.browser`
  const allow = makeAllowances()

  const store = Effect.fnUntraced(function* (email: string, browser: string, returnTo: string) {
    const secret = mintSecret()
    const expiresAt = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { seconds: lifetime }))
    yield* sql`
      insert into agent_operations_identity.sign_in_links (token_hash, browser_hash, email, return_to, expires_at)
      values (${hashToken(secret)}, ${hashToken(browser)}, ${email}, ${returnTo}, ${expiresAt})`
    return secret
  })

  /** Uses a link up, in one statement: of two who try, one wins. */
  const use = Effect.fnUntraced(function* (secret: string, browser: string) {
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const [used] = yield* sql<{ email: string; return_to: string }>`
      update agent_operations_identity.sign_in_links set used_at = ${now}
      where token_hash = ${hashToken(secret)} and browser_hash = ${hashToken(browser)}
        and used_at is null and expires_at > ${now}
      returning email, return_to`
    if (used !== undefined) return used
    const [link] = yield* sql<{ used: boolean; late: boolean; elsewhere: boolean }>`
      select used_at is not null as used, expires_at <= ${now} as late, browser_hash <> ${hashToken(browser)} as elsewhere
      from agent_operations_identity.sign_in_links where token_hash = ${hashToken(secret)}`
    if (link === undefined || link.used) return yield* refused("unknown")
    return yield* refused(link.late ? "late" : "other_browser")
  })

  /**
   * Whether a text is the token of a link that was mailed to an address within the last day; that it signs nobody in any
   * more, or elsewhere, does not matter.
   */
  const isEarlierLink = Effect.fnUntraced(function* (secret: string, email: string) {
    if (!token.test(secret)) return false
    const yesterday = DateTime.toDateUtc(DateTime.subtract(yield* DateTime.now, { days: 1 }))
    const found = yield* sql`
      select 1 from agent_operations_identity.sign_in_links
      where token_hash = ${hashToken(secret)} and email = ${email} and expires_at > ${yesterday}`
    return found.length > 0
  })

  const forget = (secret: string) =>
    sql`delete from agent_operations_identity.sign_in_links where token_hash = ${hashToken(secret)}`

  const open = Effect.fnUntraced(function* (secret: string, headers: Headers) {
    if (!token.test(secret)) return yield* refused("unknown")
    const link = yield* use(secret, cookieOf(headers, browserCookie) ?? "")
    if (!admission.allows(link.email)) return yield* refused("unknown")
    // A session that the browser had is not carried over: who holds its cookie stays out.
    const previous = headers.get("cookie")
    if (previous !== null) yield* endSession(sql, library, previous)
    const { headers: answer } = yield* callLibrary(() =>
      library.api.signInPerson({ body: { email: link.email }, headers: new Headers(), returnHeaders: true })
    )
    const cookies: Cookies = [...answer.getSetCookie(), yield* knownBrowsers.remember(headers, link.email)]
    return { cookies, returnTo: link.return_to }
  })

  return {
    /** How people may sign in here. */
    ways: { email: mail.enabled, providers },

    /**
     * Mails a link that signs in, once, within its lifetime, in the browser that gets these cookies. The answer does not
     * tell whether the address is known. How many links an address gets is limited for strangers, and for its owner by
     * themselves: in a browser that `openLink` has signed in before, or with `earlierLink`.
     */
    sendLink: Effect.fnUntraced(function* (input: {
      readonly email: string
      readonly returnTo: string
      /** The IP address that asks. */
      readonly address: string
      readonly headers: Headers
      /** The token of a link that the address got within a day: it counts once, whatever browser it was for. */
      readonly earlierLink?: string | undefined
    }) {
      const email = input.email.trim().toLowerCase()
      if (!isEmailAddress(email)) return yield* new InvalidEmail({ message: "That is not an e-mail address." })
      if (!admission.allows(email)) {
        return yield* new EmailDomainDenied({ message: "Addresses of this domain may not sign in here." })
      }
      const { address, earlierLink = "" } = input
      const knownBrowser = yield* knownBrowsers.idOf(input.headers, email)
      const readsMail = knownBrowser === undefined && (yield* translateSqlErrors(isEarlierLink(earlierLink, email)))
      yield* allow({ email, address, knownBrowser, readsMail })
      const known = cookieOf(input.headers, browserCookie)
      const browser = known !== undefined && token.test(known) ? known : mintSecret()
      const secret = yield* translateSqlErrors(store(email, browser, safePath(input.returnTo, prefix)))
      yield* mail.send({ to: email, ...linkMail(`${baseUrl}/sign-in/link?token=${secret}`, lifetime) })
      // Only now: without a mail, its reader has nothing else to show.
      if (readsMail) yield* translateSqlErrors(forget(earlierLink))
      return [hostCookie(baseUrl, browserCookie, browser, lifetime)] as Cookies
    }),

    /** Signs in with a link: all of it or nothing. */
    openLink: (input: { readonly token: string; readonly headers: Headers }) =>
      open(input.token, input.headers).pipe(sql.withTransaction, translateSqlErrors),

    /** Where to send a browser that wants to sign in with another issuer's account. */
    startProvider: Effect.fnUntraced(function* (input: {
      readonly provider: string
      readonly returnTo: string
      readonly headers: Headers
    }) {
      if (!providers.some(({ id }) => id === input.provider)) {
        return yield* new UnknownProvider({ message: "There is no such way to sign in." })
      }
      const returnTo = safePath(input.returnTo, prefix)
      const signInPage = `${baseUrl}/sign-in?returnTo=${encodeURIComponent(returnTo)}`
      const away = (fault: unknown) => {
        if (fault instanceof IssuerFault) return undefined
        throw fault
      }
      const begun = yield* translateSqlErrors(
        callLibrary(() =>
          library.api
            .signInSocial({
              body: {
                provider: input.provider,
                callbackURL: returnTo,
                errorCallbackURL: signInPage,
                disableRedirect: true,
                additionalData: { provider: input.provider }
              },
              headers: new Headers({ origin, cookie: input.headers.get("cookie") ?? "" }),
              returnHeaders: true
            })
            .catch(away)
        )
      )
      return {
        location: begun?.response.url ?? `${signInPage}&error=provider_unavailable`,
        cookies: (begun?.headers.getSetCookie() ?? []) as Cookies
      }
    })
  }
})

/** Signs people in: by a mailed link, or through an OpenID Connect issuer. There are no passwords. */
export class SignIn extends Context.Service<SignIn, Effect.Success<typeof make>>()(
  "@agent-operations/identity/SignIn"
) {
  static readonly layer = Layer.effect(SignIn, make)
}
