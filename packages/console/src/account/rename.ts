import { BrowserSessions } from "@agent-operations/identity"
import { Effect } from "effect"
import type { SignedIn } from "../context.ts"
import { withName } from "../name-form.ts"
import { path, seeOther } from "../paths.ts"
import { accountPage } from "./account.ts"

/** Gives the person another name, everywhere. */
export const renamePerson = (visit: SignedIn) =>
  withName(
    visit,
    (value, error) => accountPage(visit, value, error),
    Effect.fnUntraced(function* (name) {
      yield* BrowserSessions.use((sessions) => sessions.rename({ userId: visit.session.user.id, name }))
      return seeOther(path(visit.site, "account"), "renamed")
    })
  )
