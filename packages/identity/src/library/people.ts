import type { BetterAuthPlugin } from "better-auth"
import { createAuthEndpoint } from "better-auth/api"
import { setSessionCookie } from "better-auth/cookies"
import * as z from "zod"

/** What proved an address: our own links. The library's plugin for them knows neither browsers nor confirmations. */
export const people = {
  id: "people",
  endpoints: {
    /** Signs the owner of an address in, making the person if there is none. For the server itself only. */
    signInPerson: createAuthEndpoint(
      "/sign-in/person",
      { method: "POST", requireHeaders: true, body: z.object({ email: z.string() }), metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const { email } = ctx.body
        const found = await internalAdapter.findUserByEmail(email)
        const user =
          found?.user ??
          (await internalAdapter.createUser(
            { email, emailVerified: true, name: email.slice(0, email.lastIndexOf("@")) },
            { method: "link" }
          ))
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ userId: user.id })
      }
    )
  }
} satisfies BetterAuthPlugin
