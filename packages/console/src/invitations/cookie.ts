import { cookiePrefixOf } from "@agent-operations/identity"
import { Redacted } from "effect"
import { parse, serialize } from "hono/utils/cookie"
import type { Visit } from "../context.ts"

const nameFor = ({ site: { baseUrl } }: Visit) => `${cookiePrefixOf(baseUrl)}.invitation`

const token = /^[\w-]{43}$/

const redacted = (text: string | undefined) =>
  text !== undefined && token.test(text) ? Redacted.make(text, { label: "invitation token" }) : undefined

/** The token of an invitation, from the query of its link. */
export const mailedToken = ({ query }: Visit): Redacted.Redacted | undefined => redacted(query("token"))

/** The token of the invitation that the browser opened last. */
export const keptToken = (visit: Visit): Redacted.Redacted | undefined =>
  redacted(parse(visit.request.headers.get("cookie") ?? "")[nameFor(visit)])

/**
 * Has the browser keep the token of an invitation for an hour, or forget it. It is in a cookie so that neither an address
 * nor what signing in keeps to come back to holds it. Law: A4.
 */
export const keepToken = (visit: Visit, token: Redacted.Redacted | undefined): string =>
  serialize(nameFor(visit), token === undefined ? "" : Redacted.value(token), {
    path: "/",
    maxAge: token === undefined ? 0 : 3600,
    httpOnly: true,
    sameSite: "Lax",
    secure: visit.site.origin.startsWith("https:")
  })
