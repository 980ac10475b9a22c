import { readText, UnreadableBody } from "@agent-operations/identity/http"
import { inTurn } from "@agent-operations/operations"
import { Effect } from "effect"
import type { Context } from "hono"
import type { Visit } from "./context.ts"
import { type Form, hasTooManyFields, parseForm, withoutNul } from "./form.ts"
import type { Site } from "./site.ts"
import { maxBodyBytes } from "./security.ts"

/** A request as pages see it, before it is known who makes it and what they posted. */
export const startVisit = (exchange: Context, site: Site): Visit => {
  const { raw: request } = exchange.req
  const url = new URL(request.url)
  return {
    request,
    url,
    site,
    requestId: exchange.env.requestId,
    address: exchange.env.address,
    session: undefined,
    param: (name) => withoutNul(exchange.req.param(name) ?? ""),
    query: (name) => {
      const value = url.searchParams.get(name)
      return value === null ? undefined : withoutNul(value)
    },
    form: parseForm("")
  }
}

/** What was posted. */
export const readForm = Effect.fnUntraced(function* ({ request }: Visit): Effect.fn.Return<Form, UnreadableBody> {
  if (request.method !== "POST") return parseForm("")
  const body = yield* readText(request, maxBodyBytes)
  const form = yield* inTurn(() => (hasTooManyFields(body) ? undefined : parseForm(body)))
  return form ?? (yield* new UnreadableBody({ reason: "too large" }))
})
