import { translateSqlErrors } from "@agent-operations/database"
import { renameMember, Unknown } from "@agent-operations/auth"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { isStorable } from "../consent/storable.ts"
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

/** A session as its person sees it. */
export interface ListedSession {
  readonly id: string
  readonly createdAt: string
  readonly expiresAt: string
  /** About when a page was last opened with it: up to 10 minutes behind. */
  readonly lastSeenAt: string
  /** The header `User-Agent` of that browser, 300 characters at most; null where there was none. */
  readonly userAgent: string | null
}

interface SessionRow {
  readonly id: string
  readonly created_at: Date
  readonly expires_at: Date
  readonly updated_at: Date
  readonly user_agent: string | null
}

const toListedSession = (row: SessionRow): ListedSession => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastSeenAt: row.updated_at.toISOString(),
  userAgent: row.user_agent === null || row.user_agent === "" ? null : row.user_agent
})

/** How far behind what is kept of the last visit may be. */
const seenEvery = Duration.toMillis(Duration.minutes(10))

const longestUserAgent = 300

const unknownSession = new Unknown({ message: "You have no such session." })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { library, admission } = yield* LibraryService

  /** Notes that a session is in use, and by which browser, where what is kept of that is old. */
  const noteSeen = Effect.fnUntraced(function* (
    {
      id,
      updatedAt,
      userAgent
    }: { readonly id: string; readonly updatedAt: Date; readonly userAgent?: string | null | undefined },
    headers: Headers
  ) {
    const now = yield* Clock.currentTimeMillis
    const agent = (headers.get("user-agent") ?? "").slice(0, longestUserAgent)
    const tellsMore = (userAgent ?? "") === "" && agent !== ""
    if (!tellsMore && now - updatedAt.getTime() < seenEvery) return
    yield* sql`
      update agent_operations_identity.sessions set updated_at = ${new Date(now)}, user_agent = ${agent}
      where id = ${id} and updated_at = ${updatedAt}`
  })

  const current = Effect.fnUntraced(function* (headers: Headers) {
    const cookie = headers.get("cookie")
    if (cookie === null) return undefined
    const found = yield* findSession(library, cookie)
    if (found === null || !admission.allows(found.user.email)) return undefined
    yield* noteSeen(found.session, headers)
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

    /** The sessions of a person that have not ended, the one last seen first; 100 at most. */
    list: Effect.fnUntraced(function* (userId: string) {
      const now = new Date(yield* Clock.currentTimeMillis)
      const rows = yield* translateSqlErrors(sql<SessionRow>`
        select id, created_at, expires_at, updated_at, user_agent from agent_operations_identity.sessions
        where user_id = ${userId} and expires_at > ${now} order by updated_at desc, id desc limit 100`)
      return rows.map(toListedSession)
    }),

    /** Signs a person out of one browser. */
    endOne: Effect.fnUntraced(function* ({ userId, id }: { readonly userId: string; readonly id: string }) {
      if (!isStorable(id)) return yield* unknownSession
      const ended = yield* translateSqlErrors(sql`
        delete from agent_operations_identity.sessions where user_id = ${userId} and id = ${id} returning id`)
      if (ended.length === 0) return yield* unknownSession
    }),

    /** Signs a person out of every browser but one. */
    endOthers: ({ userId, id }: { readonly userId: string; readonly id: string }) =>
      translateSqlErrors(
        Effect.asVoid(sql`delete from agent_operations_identity.sessions where user_id = ${userId} and id <> ${id}`)
      ),

    /**
     * Gives a person another name: in their sessions, and in the organizations that they are in, whose audit logs tell. What
     * they did before stays signed with the name that they had.
     */
    rename: Effect.fnUntraced(
      function* ({ userId, name }: { readonly userId: string; readonly name: string }) {
        yield* renameMember(sql, { userId, name })
        yield* sql`
          update agent_operations_identity.users set name = ${name}, updated_at = ${new Date(yield* Clock.currentTimeMillis)}
          where id = ${userId}`
      },
      sql.withTransaction,
      translateSqlErrors
    ),

    /** Signs a person out of every browser. */
    endAll: (userId: string) =>
      translateSqlErrors(Effect.asVoid(sql`delete from agent_operations_identity.sessions where user_id = ${userId}`))
  }
})

/** The browser sessions of people: finds the one of a request, lists a person's, and ends one or all. */
export class BrowserSessions extends Context.Service<BrowserSessions, Effect.Success<typeof make>>()(
  "@agent-operations/identity/BrowserSessions"
) {
  static readonly layer = Layer.effect(BrowserSessions, make)
}
