import { Effect } from "effect"
import { type Parameters } from "./parameters.ts"
import { refuse, type Refusal } from "./refusal.ts"

const basic = /^Basic +([A-Za-z0-9+/]+=*)$/i

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return undefined
  }
}

/** Which client a request says it is from: in the form, or in the header that authenticates it. RFC 6749 section 2.3.1. */
export const clientIdOf = (request: Request, form: Parameters): Effect.Effect<string, Refusal> => {
  const named = form.get("client_id")
  const header = request.headers.get("authorization")
  if (header === null) {
    return named === undefined
      ? Effect.fail(refuse("invalid_request", "The parameter client_id is missing."))
      : Effect.succeed(named)
  }
  if (form.has("client_secret")) {
    return Effect.fail(refuse("invalid_request", "Send the client's secret in one way only."))
  }
  const pair = Buffer.from(basic.exec(header)?.[1] ?? "", "base64").toString()
  const id = pair.includes(":") ? decode(pair.slice(0, pair.indexOf(":"))) : undefined
  if (id === undefined || (named !== undefined && named !== id)) {
    return Effect.fail(refuse("invalid_client", "The client's credentials cannot be read, or name another client."))
  }
  return Effect.succeed(id)
}
