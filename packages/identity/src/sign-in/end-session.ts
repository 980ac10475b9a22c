import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { callLibrary } from "../library/ambient.ts"
import type { Library } from "../library/library.ts"

/** The session that a `cookie` header proves, read from the database each time and never renewed. */
export const findSession = (library: Library, cookie: string) =>
  callLibrary(() =>
    library.api.getSession({
      headers: new Headers({ cookie }),
      query: { disableCookieCache: true, disableRefresh: true }
    })
  )

/**
 * Ends the session of a browser, if it has one, and gives the cookies with which the browser forgets it. Programs that
 * the person let in stay connected: left to the library, their access tokens would end too.
 */
export const endSession = Effect.fnUntraced(function* (sql: SqlClient, library: Library, cookie: string) {
  const found = yield* findSession(library, cookie)
  if (found !== null) yield* sql`delete from agent_operations_identity.sessions where id = ${found.session.id}`
  const { headers } = yield* callLibrary(() =>
    library.api.signOut({ headers: new Headers({ cookie }), returnHeaders: true })
  )
  return headers.getSetCookie()
})
