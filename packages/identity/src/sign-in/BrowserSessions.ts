import { translateSqlErrors } from "@agent-operations/database"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { LibraryService } from "../library/LibraryService.ts"
import type { Cookies } from "./cookies.ts"
import { endSession, findSession } from "./end-session.ts"

/** A person who signed in. */
export interface User {
  /** `usr_…` */
  readonly id: string
  readonly name: string
  readonly email: string
}

/** A browser that a person signed in with. */
export interface BrowserSession {
  readonly id: string
  readonly user: User
  readonly createdAt: string
  readonly expiresAt: string
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { library, admission } = yield* LibraryService

  const current = Effect.fnUntraced(function* (headers: Headers) {
    const cookie = headers.get("cookie")
    if (cookie === null) return undefined
    const found = yield* findSession(library, cookie)
    if (found === null || !admission.allows(found.user.email)) return undefined
    return {
      id: found.session.id,
      user: { id: found.user.id, name: found.user.name, email: found.user.email },
      createdAt: found.session.createdAt.toISOString(),
      expiresAt: found.session.expiresAt.toISOString()
    } satisfies BrowserSession as BrowserSession
  })

  return {
    /** Who signed in with the browser that sends these headers, if its session still is. Laws: A5, A7. */
    current: (headers: Headers) => translateSqlErrors(current(headers)),

    /** Signs the browser out. Programs that the person let in stay connected. */
    end: (headers: Headers) =>
      translateSqlErrors(
        Effect.map(endSession(sql, library, headers.get("cookie") ?? ""), (cookies): Cookies => cookies)
      ),

    /** Signs a person out of every browser. */
    endAll: (userId: string) =>
      translateSqlErrors(Effect.asVoid(sql`delete from agent_operations_identity.sessions where user_id = ${userId}`))
  }
})

/** The browser sessions of people: finds the one of a request, and ends one or all. */
export class BrowserSessions extends Context.Service<BrowserSessions, Effect.Success<typeof make>>()(
  "@agent-operations/identity/BrowserSessions"
) {
  static readonly layer = Layer.effect(BrowserSessions, make)
}
