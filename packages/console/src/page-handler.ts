import { strangerAt, WorkFor } from "@agent-operations/database"
import { Timeout } from "@agent-operations/error-envelope"
import { inTurn } from "@agent-operations/operations"
import type { UnreadableBody } from "@agent-operations/identity/http"
import { type Cause, type Context, type Duration, Effect, Result } from "effect"
import type { Answer, CommonFailure, Handler, Page, PageHandler, Session, Visit } from "./context.ts"
import type { Form } from "./form.ts"
import { pageOfCause, PageTooLarge, unreadable } from "./failures.ts"
import { layout, type Place } from "./html/layout.ts"
import { pageHeaders } from "./security.ts"
import type { Site } from "./site.ts"
import { readForm, startVisit } from "./visit.ts"

/** No page is larger. Each part bounds itself; this is for the one that does not. */
const maxPageBytes = 2_000_000

const encoder = new TextEncoder()

const markupOf = (page: Page, place: Place) => encoder.encode(String(layout(page, place)))

const respond = (page: Page, markup: Uint8Array<ArrayBuffer>, site: Place["site"]) =>
  new Response(markup, {
    status: page.status ?? 200,
    headers: { "content-type": "text/html; charset=utf-8", ...pageHeaders(page, site), ...page.headers }
  })

/** Puts the layout around a page. */
export const render = (page: Page, place: Place): Response => respond(page, markupOf(page, place), place.site)

/** Puts the layout around a page, which must not come out too large; a response stays as it is. */
const renderAnswer = Effect.fnUntraced(function* (answer: Answer, place: Place) {
  if (answer instanceof Response) return answer
  const markup = yield* inTurn(() => markupOf(answer, place))
  return markup.length > maxPageBytes ? yield* new PageTooLarge() : respond(answer, markup, place.site)
})

/** A page without a layout, which takes nothing to make. */
const bare = (status: number, title: string, text: string) =>
  new Response(
    `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main></html>`,
    { status, headers: { "content-type": "text/html; charset=utf-8" } }
  )

/** The page of last resort, for when even a page of a failure can't be made. */
const barePage = (requestId: string) =>
  bare(500, "Something went wrong", `The server failed. Try again, or give its operator the request ID: ${requestId}.`)

/** For a form that came too slowly: thousands may be late at once, whoever sends them. Law: K3. */
const latePage = () => bare(unreadable.late.status, unreadable.late.title, unreadable.late.text)

/** Who opens pages, and how pages are run for them. */
export interface PageRunner<R, S extends Session> {
  readonly services: Context.Context<R>
  readonly site: Site
  readonly deadline: Duration.Input
  /** Whose browser sent the request, if anybody is signed in with it. */
  readonly session: (visit: Visit) => Effect.Effect<S | undefined, CommonFailure, R>
}

/** Lets a visit of somebody, or of nobody known, nearer to a page; a response where it gets no further. */
type Enter<V extends Visit, R, S> = (
  visit: Visit,
  session: S | undefined
) => Effect.Effect<V | Response, CommonFailure, R>

/** Does work for whom a visit is, as far as that is known: its organization, its person, or a stranger. Law: K3. */
const forParty = <A, E, R>(work: Effect.Effect<A, E, R>, { membership, session, address }: Visit) => {
  const person = session === undefined ? strangerAt(address) : `person ${session.user.id}`
  return Effect.provideService(work, WorkFor, membership?.organizationId ?? person)
}

/** Makes Hono handlers that run their pages' effects over the services. */
export const makePageHandler = <R, S extends Session>({ services, site, deadline, session }: PageRunner<R, S>) => {
  const run = Effect.runPromiseWith(services)

  const inTime = Effect.timeoutOrElse({
    duration: deadline,
    orElse: () => Effect.fail(new Timeout({ message: "The page took longer than its deadline." }))
  })

  const failed = (cause: Cause.Cause<CommonFailure>, visit: Visit) =>
    Effect.flatMap(pageOfCause(cause, visit), (page) =>
      forParty(
        inTurn(() => render(page, visit)),
        visit
      )
    )

  return <V extends Visit>(enter: Enter<V, R, S>, page: PageHandler<V, R>): Handler =>
    (exchange) => {
      const requestId: string = exchange.env.requestId
      const answer = Effect.suspend(() => {
        // Whatever fails shows as much of where it failed as was known by then.
        let known = startVisit(exchange, site)
        const answered = (form: Result.Result<Form, UnreadableBody>) =>
          Effect.gen(function* () {
            const found = yield* forParty(session(known), known)
            known = { ...known, session: found }
            yield* Effect.fromResult(form)
            const entered = yield* forParty(enter(known, found), known)
            if (entered instanceof Response) return entered
            known = entered
            const answer = yield* forParty(page(entered), entered)
            return yield* forParty(renderAnswer(answer, entered), entered)
          })
        return Effect.result(forParty(readForm(known), known)).pipe(
          Effect.flatMap((form) => {
            if (Result.isSuccess(form)) known = { ...known, form: form.success }
            else if (form.failure.reason === "late") return Effect.sync(latePage)
            return inTime(answered(form))
          }),
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
}
