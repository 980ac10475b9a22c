import { Effect } from "effect"

const set = "For people on other computers, set PUBLIC_URL, SMTP_URL and OWNER_EMAIL."
const description = `This server is set up for development, and answers only its own computer. ${set}`

/** Refuses a request of somebody on another computer, and says in the log, once, why and what to do about it. */
export const makeRefuseOutsider = (prefix: string | undefined) => {
  let said = false
  return Effect.fnUntraced(function* (who: "pages" | "programs", request: Request, requestId: string, why: string) {
    if (!said) {
      said = true
      yield* Effect.logWarning(
        `A request for a page or to sign in was refused, since ${why}: while mail goes to the outbox, anybody on this computer can sign in, so no other computer is served. ${set}`
      )
    }
    if (who === "programs") {
      return Response.json({ error: "access_denied", error_description: description }, { status: 403 })
    }
    const { developmentOnly } = yield* Effect.promise(() => import("@agent-operations/console"))
    return developmentOnly(request, requestId, prefix)
  })
}
