import { Caller } from "@agent-operations/auth"
import { type Context, Effect } from "effect"
import type { Context as Exchange } from "hono"
import type { Answer, CommonFailure, ConsoleServices, InProject, PageHandler, Pages, Visit } from "./context.ts"
import { pagesOfFailures } from "./failures.ts"
import { layout, type Place } from "./html/layout.ts"
import { pageHeaders } from "./security.ts"
import { BrowserSessions } from "@agent-operations/identity"
import { inOrganization, inProject, readVisit, signedIn } from "./visit.ts"

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

/** Makes handlers that run their pages' effects over the services. */
export const makePages = (services: Context.Context<ConsoleServices>, origin: string): Pages => {
  const run = Effect.runPromiseWith(services)

  const handler =
    <V extends Visit>(enter: Enter<V>, page: PageHandler<V>) =>
    async (exchange: Exchange): Promise<Response> => {
      const requestId: string = exchange.env.requestId
      const visit = await readVisit(exchange, origin, requestId)
      // Whatever fails shows as much of where it failed as was known by then.
      const shown = <R>(place: Place, answer: Effect.Effect<Answer, CommonFailure, R>) =>
        Effect.map(pagesOfFailures(requestId)(answer), (answer) => render(answer, place))
      const inside = (entered: V | Response) =>
        entered instanceof Response ? Effect.succeed(entered) : shown(entered, page(entered))
      const known = (visitor: Visit) => shown(visitor, Effect.flatMap(enter(visitor), inside))
      const response = await run(
        shown(
          visit,
          Effect.flatMap(
            BrowserSessions.use((sessions) => sessions.current(visit.request.headers)),
            (session) => known({ ...visit, session })
          )
        )
      )
      response.headers.set("x-request-id", requestId)
      return response
    }

  return {
    open: (page) => handler(Effect.succeed, page),
    signedIn: (page) => handler((visit) => Effect.succeed(signedIn(visit)), page),
    organization: (page) => handler(inOrganization, page),
    project: (page) => handler(inProject, asSignedIn(page))
  }
}
