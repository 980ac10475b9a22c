import type { IncomingHttpHeaders } from "node:http"
import type { Redactor } from "../../secrets/index.ts"

/** What is kept of a call beside its output. */
export interface Exchange {
  request: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    /** What was sent, where that is not what the target has: a prompt as it was rendered. */
    readonly body?: string
  }
  response?: {
    readonly status: number
    readonly headers: IncomingHttpHeaders
    /** From the begin of the call to the head and to the first byte of the body, in milliseconds. */
    readonly headMs: number
    firstByteMs?: number
    endMs?: number
    /** The first of what was too large. */
    body?: string
  }
  usage?: unknown
}

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

/** The JSON text of an exchange, bounded, with secrets taken out. Law: G2. */
export const exchangeText = ({ request, response, ...rest }: Exchange, { json }: Redactor): string =>
  JSON.stringify(
    json({
      request: { ...request, headers: bounded(request.headers) },
      ...(response && { response: { ...response, headers: bounded(response.headers) } }),
      ...rest
    })
  )
