import { catalogue, codes, envelopeSchema, type Status, statuses } from "@agent-operations/error-envelope"
import type { makeComponents } from "./components.ts"

const requestIdHeader = {
  description: "The caller's request ID, if it sent a well-formed one, else a new one.",
  schema: { type: "string" }
}

const challenge = (description: string) => ({ description, schema: { type: "string" } })

const headersOf: Partial<Record<Status, object>> = {
  401: {
    "WWW-Authenticate": challenge("`Bearer`, and where there are access tokens: the scopes it takes, who gives them.")
  },
  403: {
    "WWW-Authenticate": challenge("Where a scope is missing: `Bearer` with `insufficient_scope` and what it takes.")
  },
  429: { "Retry-After": { description: "Seconds to wait before retrying.", schema: { type: "string" } } },
  503: { "Retry-After": { description: "Seconds to wait before retrying.", schema: { type: "string" } } }
}

const codesOf = (status: Status) => codes.filter((code) => catalogue[code].status === status)

/** The answer to each status of failure, the same for every operation: its codes in the envelope. Laws: E1, E2. */
export const errorResponses = (components: ReturnType<typeof makeComponents>) =>
  Object.fromEntries(
    statuses.map((status) => [
      `Error${status}`,
      {
        description: codesOf(status)
          .map((code) => `\`${code}\`: ${catalogue[code].when}`)
          .join(" "),
        headers: { "x-request-id": requestIdHeader, ...headersOf[status] },
        content: { "application/json": { schema: components.result(envelopeSchema(codesOf(status))) } }
      }
    ])
  )

/** References to the answers above, by status. */
export const errorReferences = Object.fromEntries(
  statuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }])
)

export const successHeaders = { "x-request-id": requestIdHeader }
