import { Caller } from "@agent-operations/auth"
import { Timeout } from "@agent-operations/error-envelope"
import { type Cause, type Context, type Duration, Effect, Result } from "effect"
import type { Context as Exchange } from "hono"
import type { Answer, CommonFailure, ConsoleServices, InProject, Page, PageHandler, Pages, Visit } from "./context.ts"
import { pageOfCause, PageTooLarge } from "./failures.ts"
import { layout, type Place } from "./html/layout.ts"
import { pageHeaders } from "./security.ts"
import type { Site } from "./site.ts"
import { BrowserSessions } from "@agent-operations/identity"
import { inOrganization, inProject, readForm, signedIn, startVisit } from "./visit.ts"

/** No page is larger. Each part bounds itself; this is for the one that does not. */
const maxPageBytes = 2_000_000

const encoder = new TextEncoder()

const markupOf = (page: Page, place: Place) => encoder.encode(String(layout(page, place)))

const respond = (page: Page, markup: Uint8Array<ArrayBuffer>) =>
  new Response(markup, {
    status: page.status ?? 200,
    headers: { "content-type": "text/html; charset=utf-8", ...pageHeaders(page), ...page.headers }
  })

/** Puts the layout around a page. */
export const render = (page: Page, place: Place): Response => respond(page, markupOf(page, place))

/** Puts the layout around a page, which must not come out too large; a response stays as it is. */
const renderAnswer = (answer: Answer, place: Place): Effect.Effect<Response, PageTooLarge> => {
  if (answer instanceof Response) return Effect.succeed(answer)
  const markup = markupOf(answer, place)
  return markup.length > maxPageBytes ? Effect.fail(new PageTooLarge()) : Effect.succeed(respond(answer, markup))
}

type Enter<V extends Visit> = (visit: Visit) => Effect.Effect<V | Response, CommonFailure, ConsoleServices>

const asSignedIn =
  (handler: PageHandler<InProject, Caller>): PageHandler<InProject> =>
  (visit) =>
    Effect.provideService(handler(visit), Caller, {
      actor: { type: "user", id: visit.session.user.id, name: visit.session.user.name },
      scopes: "all",
      credential: { type: "session", id: visit.session.id },
      organizationId: visit.project.organizationId,
      projectId: visit.project.id
    })

/** The page of last resort, for when even a page of a failure can't be made. */
const barePage = (requestId: string) =>
  new Response(
    `<!doctype html><html lang="en"><title>Something went wrong</title><main><h1>Something went wrong</h1><p>The server failed. Try again, or give its operator the request ID: ${requestId}.</p></main></html>`,
    { status: 500, headers: { "content-type": "text/html; charset=utf-8" } }
  )

/** Makes handlers that run their pages' effects over the services. */
export const makePages = (services: Context.Context<ConsoleServices>, site: Site, deadline: Duration.Input): Pages => {
  const run = Effect.runPromiseWith(services)

  const inTime = Effect.timeoutOrElse({
    duration: deadline,
    orElse: () => Effect.fail(new Timeout({ message: "The page took longer than its deadline." }))
  })

  const failed = (cause: Cause.Cause<CommonFailure>, visit: Visit) =>
    Effect.map(pageOfCause(cause, visit), (page) => render(page, visit))

  const handler =
    <V extends Visit>(enter: Enter<V>, page: PageHandler<V>) =>
    (exchange: Exchange): Promise<Response> => {
      const requestId: string = exchange.env.requestId
      const answer = Effect.suspend(() => {
        // Whatever fails shows as much of where it failed as was known by then.
        let known = startVisit(exchange, site)
        const answered = Effect.gen(function* () {
          const form = yield* Effect.result(readForm(known))
          if (Result.isSuccess(form)) known = { ...known, form: form.success }
          const session = yield* BrowserSessions.use((sessions) => sessions.current(known.request.headers))
          known = { ...known, session }
          yield* Effect.fromResult(form)
          const entered = yield* enter(known)
          if (entered instanceof Response) return entered
          known = entered
          return yield* page(entered)
        })
        return inTime(answered).pipe(
          Effect.flatMap((answer) => renderAnswer(answer, known)),
          Effect.catchCause((cause) => failed(cause, known)),
          Effect.catchCause((cause) => failed(cause, { ...startVisit(exchange, site), form: known.form }))
        )
      }).pipe(
        Effect.catchCause((cause) =>
          Effect.as(Effect.logError("A page of a failure failed", cause), barePage(requestId))
        ),
        Effect.annotateLogs("requestId", requestId)
      )
      return run(answer)
    }

  return {
    open: (page) => handler(Effect.succeed, page),
    signedIn: (page) => handler(signedIn, page),
    organization: (page) => handler(inOrganization, page),
    project: (page) => handler(inProject, asSignedIn(page))
  }
}
