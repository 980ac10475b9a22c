import { catalogue, type Code, envelopeSchema, type Status, statuses } from "@agent-operations/error-envelope"
import * as Schema from "effect/Schema"
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

type Failing = Parameters<typeof errorsOf>[0]

/** The envelope under a status for which an operation has no code yet. */
const anyEnvelope = Schema.Struct({
  error: Schema.Struct({
    code: Schema.String.annotate({ description: "What went wrong, as a code." }),
    message: Schema.String.annotate({ description: "What went wrong, for people." }),
    hint: Schema.String.annotate({ description: "What to do next." }),
    details: Schema.optionalKey(Schema.Unknown).annotateKey({ description: "What went wrong, as data." })
  }).annotate({ description: "What went wrong, and what to do next." })
})

/**
 * Collects the answers to failures, each set of codes under one status once, by its name: `ConflictOrNameTaken`. Laws:
 * E1, E2.
 */
export const makeErrorResponses = (components: ReturnType<typeof makeComponents>) => {
  const responses = new Map<string, object>()

  /** `status` is that of all which are named so, and undefined where they have more than one. */
  const reference = (
    name: string,
    status: Status | undefined,
    tell: () => readonly [description: string, body: Schema.Top]
  ) => {
    if (!responses.has(name)) {
      const [description, body] = tell()
      responses.set(name, {
        description,
        headers: { "x-request-id": requestIdHeader, ...(status && headersOf[status]) },
        content: { "application/json": { schema: components.result(body) } }
      })
    }
    return { $ref: `#/components/responses/${name}` }
  }

  const answer = (status: Status, codes: ReadonlyArray<Code>) =>
    reference(codes.map(pascalCase).join("Or"), status, () => [
      codes.map((code) => `\`${code}\`: ${catalogue[code].when}`).join(" "),
      envelopeSchema(codes)
    ])

  const notReturned = () => reference("NotReturned", undefined, () => ["Not returned by this version.", anyEnvelope])

  const answers = (failing: Failing, others: () => ReadonlyArray<object>) => {
    const codes = errorsOf(failing)
    return Object.fromEntries(
      statuses.flatMap((status) => {
        const own = codes.filter((code) => catalogue[code].status === status)
        return (own.length === 0 ? others() : [answer(status, own)]).map((one) => [status, one] as const)
      })
    )
  }

  return {
    /** The answers that an operation can fail with, by status: each that the specification has, with its codes there. */
    ofOperation: (operation: Failing) => answers(operation, () => [notReturned()]),
    /** The answers that a route can fail with, by status. */
    ofRoute: (route: Failing) => answers(route, () => []),
    /** All that were named, by name. */
    all: () => Object.fromEntries([...responses].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

export const successHeaders = { "x-request-id": requestIdHeader }
