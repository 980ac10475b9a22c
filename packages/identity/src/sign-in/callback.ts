import { isUniqueViolation } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { callLibrary } from "../library/ambient.ts"
import type { LibraryService } from "../library/LibraryService.ts"
import { endSession, findSession } from "./end-session.ts"

const isSession = (cookie: string) => /session_token=[^;]/.test(cookie)

const again = "/sign-in?error=try_again"
const wrong = "/sign-in?error=invalid_callback_request"

type Used = Pick<LibraryService["Service"], "library" | "knownBrowsers" | "baseUrl">

/**
 * What a person brings back from another issuer. It always answers with a redirect on this server: to where the sign-in
 * began, or to its page with what went wrong. A session that the browser had before ends. There is no transaction: the
 * other issuer may take its time.
 */
export const makeCallback = (sql: SqlClient, { library, knownBrowsers, baseUrl }: Used) =>
  Effect.fnUntraced(function* (request: Request) {
    const { origin } = new URL(baseUrl)
    const { pathname, search } = new URL(request.url)
    const cookie = request.headers.get("cookie")
    const answer = yield* callLibrary(() =>
      library.handler(new Request(`${origin}${pathname}${search}`, { headers: cookie === null ? {} : { cookie } }))
    ).pipe(
      // Of two first sign-ins of one person at once, one makes the person. The other's code is spent.
      Effect.catchIf(isUniqueViolation, () =>
        Effect.succeed(new Response(null, { headers: { location: `${baseUrl}${again}` } }))
      )
    )
    const cookies = answer.headers.getSetCookie()
    if (cookies.some(isSession)) {
      if (cookie !== null) yield* endSession(sql, library, cookie)
      const begun = yield* findSession(library, cookies.map((value) => value.split(";")[0]).join("; "))
      if (begun !== null) cookies.push(yield* knownBrowsers.remember(request.headers, begun.user.email))
    }
    const location = URL.parse(answer.headers.get("location") ?? `${baseUrl}${wrong}`, origin)
    const isOwn = location !== null && `${location.origin}${location.pathname}/`.startsWith(`${baseUrl}/`)
    const headers = new Headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" })
    headers.set("location", isOwn ? location.href : `${baseUrl}${wrong}`)
    for (const value of cookies) headers.append("set-cookie", value)
    return new Response(null, { status: 302, headers })
  })
