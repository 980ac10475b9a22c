import { catalogue, type Code, envelopeSchema, type Status, statuses } from "@agent-operations/error-envelope"
import { errorsOf } from "../core/operation.ts"
import type { makeComponents } from "./components.ts"

const requestIdHeader = {
  description: "The request ID that the caller sent, if it is well-formed, else a new one.",
  schema: { type: "string" }
}

const challenge = (description: string) => ({ description, schema: { type: "string" } })

const headersOf: Partial<Record<Status, object>> = {
  401: {
    "WWW-Authenticate": challenge(
      "`Bearer`; if the server accepts access tokens, also the required scopes and where to get a token."
    )
  },
  403: {
    "WWW-Authenticate": challenge("If a scope is missing: `Bearer` with `insufficient_scope` and the required scopes.")
  },
  429: { "Retry-After": { description: "Seconds to wait before retrying.", schema: { type: "string" } } },
  503: { "Retry-After": { description: "Seconds to wait before retrying.", schema: { type: "string" } } }
}

const pascalCase = (code: Code) =>
  code
    .split("_")
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join("")

/**
 * Collects the answers to failures, each set of codes under one status once, by its name: `ConflictOrNameTaken`. Laws:
 * E1, E2.
 */
export const makeErrorResponses = (components: ReturnType<typeof makeComponents>) => {
  const responses = new Map<string, object>()

  const reference = (status: Status, codes: ReadonlyArray<Code>) => {
    const name = codes.map(pascalCase).join("Or")
    if (!responses.has(name)) {
      responses.set(name, {
        description: codes.map((code) => `\`${code}\`: ${catalogue[code].when}`).join(" "),
        headers: { "x-request-id": requestIdHeader, ...headersOf[status] },
        content: { "application/json": { schema: components.result(envelopeSchema(codes)) } }
      })
    }
    return { $ref: `#/components/responses/${name}` }
  }

  return {
    /** The answers that an operation, or a route that is none, can fail with, by status. */
    of: (operation: Parameters<typeof errorsOf>[0]) => {
      const codes = errorsOf(operation)
      return Object.fromEntries(
        statuses.flatMap((status) => {
          const own = codes.filter((code) => catalogue[code].status === status)
          return own.length === 0 ? [] : [[status, reference(status, own)] as const]
        })
      )
    },
    /** All that were named, by name. */
    all: () => Object.fromEntries([...responses].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

export const successHeaders = { "x-request-id": requestIdHeader }
