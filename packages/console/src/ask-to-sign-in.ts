import { safePath } from "@agent-operations/identity/http"
import { Effect } from "effect"
import type { Visit } from "./context.ts"
import { SessionEnded } from "./failures.ts"
import { seeOther } from "./paths.ts"

/** Where somebody who must sign in first is to come back to: for a form, the page that it stood on. */
const comeBack = ({ request, url, site: { origin, prefix } }: Visit) => {
  if (request.method !== "POST") return safePath(`${url.pathname}${url.search}`, prefix)
  const referer = request.headers.get("referer") ?? ""
  return safePath(referer.startsWith(`${origin}/`) ? referer.slice(origin.length) : undefined, prefix)
}

/**
 * Sends somebody to where they sign in, and what they typed stays on a page meanwhile. Where that is not known, a page
 * says so.
 */
export const askToSignIn = (
  visit: Visit,
  place: ((returnTo: string) => string) | undefined
): Effect.Effect<Response, SessionEnded> => {
  const signIn = place?.(comeBack(visit))
  return signIn === undefined || visit.form.fields.length > 0
    ? Effect.fail(new SessionEnded({ signIn }))
    : Effect.succeed(seeOther(signIn))
}
