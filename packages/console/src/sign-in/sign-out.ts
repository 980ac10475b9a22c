import { Effect } from "effect"
import type { Visit } from "../context.ts"
import { seeOther } from "../paths.ts"
import { BrowserSessions } from "@agent-operations/identity"

/** Ends this browser's session. */
export const signOut = ({ request }: Visit) =>
  Effect.map(
    BrowserSessions.use((sessions) => sessions.end(request.headers)),
    (cookies) => seeOther("/sign-in", "signed-out", cookies)
  )
