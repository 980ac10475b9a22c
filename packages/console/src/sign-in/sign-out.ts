import { Effect } from "effect"
import type { Visit } from "../context.ts"
import { path, seeOther } from "../paths.ts"
import { BrowserSessions } from "@agent-operations/identity"

/** Ends this browser's session. */
export const signOut = ({ request, site }: Visit) =>
  Effect.map(
    BrowserSessions.use((sessions) => sessions.end(request.headers)),
    (cookies) => seeOther(path(site, "sign-in"), "signed-out", cookies)
  )
