import { Unknown } from "@agent-operations/auth"
import { Effect } from "effect"
import type { Visit } from "../context.ts"
import { elsewhere } from "../paths.ts"
import { SignIn } from "@agent-operations/identity"
import { returnToOf } from "./form.ts"

/** Sends the browser to an identity provider. */
export const startProvider = (visit: Visit) =>
  SignIn.use((signIn) =>
    signIn.startProvider({
      provider: visit.param("provider"),
      returnTo: returnToOf(visit),
      headers: visit.request.headers
    })
  ).pipe(
    Effect.map(({ location, cookies }) => elsewhere(location, cookies)),
    Effect.catchTag("UnknownProvider", ({ message }) => new Unknown({ message }))
  )
