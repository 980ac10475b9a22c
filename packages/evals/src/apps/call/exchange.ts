import type { IncomingHttpHeaders } from "node:http"
import type { Redactor } from "../../secrets/index.ts"

/** What is kept of a call beside its output. */
export interface Exchange {
  request: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    /** What was sent, where that is not what the target has: a prompt as it was rendered. The first of it is kept. */
    readonly body?: string
  }
  response?: {
    readonly status: number
    readonly headers: IncomingHttpHeaders
    /** From the begin of the call to the head and to the first byte of the body, in milliseconds. */
    readonly headMs: number
    firstByteMs?: number
    endMs?: number
    /** What was too large, of which the first is kept. */
    body?: string
  }
  usage?: unknown
}

/** How much of a request and of an answer that is too large is kept, in bytes of UTF-8. */
const [keptRequest, keptAnswer] = [24 * 1024, 64 * 1024]

/** How much of the headers of a request or an answer is kept, in UTF-16 code units. */
const maxHead = 16 * 1024

/** As many headers as are kept, with a mark where there were more. */
const bounded = (headers: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const kept: Record<string, unknown> = {}
  let left = maxHead
  for (const [name, value] of Object.entries(headers)) {
    left -= JSON.stringify([name, value]).length
    if (left < 0) return { ...kept, "…": "cut" }
    kept[name] = value
  }
  return kept
}

/** A request or an answer as much as is kept of it. */
function* kept<M extends { readonly headers: Readonly<Record<string, unknown>>; readonly body?: string }>(
  message: M,
  bytes: number,
  { start }: Redactor
): Generator<void, unknown> {
  const body = message.body === undefined ? {} : { body: yield* start(message.body, bytes) }
  return { ...message, headers: bounded(message.headers), ...body }
}

/** The JSON text of an exchange, bounded, with secrets taken out, by steps. Law: G2. */
export function* exchangeText({ request, response, ...rest }: Exchange, redactor: Redactor): Generator<void, string> {
  const json = {
    request: yield* kept(request, keptRequest, redactor),
    ...(response && { response: yield* kept(response, keptAnswer, redactor) }),
    ...rest
  }
  return JSON.stringify(yield* redactor.json(json))
}
