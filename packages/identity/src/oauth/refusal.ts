import { type OAuthErrorCode, toOAuthAnswer } from "@agent-operations/error-envelope"
import { Data } from "effect"

/** What an OAuth endpoint refuses, by its standard code. Source: RFC 6749 section 5.2 and those that add to it. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly code: OAuthErrorCode
  readonly description: string
  /** Where it is not the code's own. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}> {}

export const refuse = (code: OAuthErrorCode, description: string) => new Refusal({ code, description })

/** Of a request whose body did not come whole in time. Source: RFC 9110, 15.5.9. */
export const late = new Refusal({
  code: "invalid_request",
  description: "The body did not arrive completely in time.",
  status: 408
})

/** Programs in browsers of other origins may call; nothing here depends on cookies. */
export const openToAll = { "access-control-allow-origin": "*" } as const

/** The refusal as the endpoints answer it. */
export const toResponse = (refusal: Refusal): Response => {
  const { status, headers, body } = toOAuthAnswer(refusal.code, refusal.description)
  // RFC 9110 section 15.5.2 wants it with each 401, also where the client did not try Basic.
  const challenge = status === 401 ? { "www-authenticate": 'Basic realm="oauth"' } : {}
  return Response.json(body, {
    status: refusal.status ?? status,
    headers: { ...headers, ...openToAll, ...challenge, ...refusal.headers }
  })
}
