import { Caller } from "@agent-operations/auth"
import { type Context, Effect, Result } from "effect"
import type { Context as Exchange } from "hono"
import type { Answer, CommonFailure, ConsoleServices, InProject, PageHandler, Pages, Visit } from "./context.ts"
import { pageOfCause } from "./failures.ts"
import { layout, type Place } from "./html/layout.ts"
import { pageHeaders } from "./security.ts"
import { BrowserSessions } from "@agent-operations/identity"
import { inOrganization, inProject, readForm, signedIn, startVisit } from "./visit.ts"

/** Puts the layout around a page; a response stays as it is. */
export const render = (answer: Answer, place: Place): Response => {
  if (answer instanceof Response) return answer
  return new Response(String(layout(answer, place)), {
    status: answer.status ?? 200,
    headers: { "content-type": "text/html; charset=utf-8", ...pageHeaders(answer), ...answer.headers }
  })
}

type Enter<V extends Visit> = (visit: Visit) => Effect.Effect<V | Response, CommonFailure, ConsoleServices>

const asSignedIn =
  (handler: PageHandler<InProject, Caller>): PageHandler<InProject> =>
  (visit) =>
    Effect.provideService(handler(visit), Caller, {
      actor: { type: "user", id: visit.session.user.id, name: visit.session.user.name },
      organizationId: visit.project.organizationId,
      projectId: visit.project.id
    })

/** The page of last resort, for when even a page of a failure can't be made. */
const barePage = (requestId: string) =>
  new Response(
    `<!doctype html><html lang="en"><title>Something went wrong</title><main><h1>Something went wrong</h1><p>The server failed. Try again, or tell its operator the request's ID: ${requestId}.</p></main></html>`,
    { status: 500, headers: { "content-type": "text/html; charset=utf-8" } }
  )

/** Makes handlers that run their pages' effects over the services. */
export const makePages = (services: Context.Context<ConsoleServices>, origin: string): Pages => {
  const run = Effect.runPromiseWith(services)

  // Whatever fails shows as much of where it failed as was known by then.
  const shown = <R>(visit: Visit, answer: Effect.Effect<Answer, CommonFailure, R>) =>
    answer.pipe(
      Effect.map((answer) => render(answer, visit)),
      Effect.catchCause((cause) => Effect.map(pageOfCause(cause, visit), (page) => render(page, visit)))
    )

  const handler =
    <V extends Visit>(enter: Enter<V>, page: PageHandler<V>) =>
    (exchange: Exchange): Promise<Response> => {
      const requestId: string = exchange.env.requestId
      const inside = (entered: V | Response) =>
        entered instanceof Response ? Effect.succeed(entered) : shown(entered, page(entered))
      const answer = Effect.gen(function* () {
        const started = startVisit(exchange, origin)
        const form = yield* Effect.result(readForm(started))
        const visit = Result.isSuccess(form) ? { ...started, form: form.success } : started
        const current = BrowserSessions.use((sessions) => sessions.current(visit.request.headers))
        const entered = (visitor: Visit) =>
          Effect.andThen(Effect.fromResult(form), Effect.flatMap(enter(visitor), inside))
        return yield* shown(
          visit,
          Effect.flatMap(current, (session) => {
            const visitor = { ...visit, session }
            return shown(visitor, entered(visitor))
          })
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
