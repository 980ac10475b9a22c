import * as Schema from "effect/Schema"
import { catalogue, codes, type Code, type DetailsOf, type Row, type Status } from "./catalogue.ts"
import type { AgentError } from "./errors.ts"
import { withinBounds } from "./bounds.ts"

/** The body of every failed answer. Law: E1. Source: the specification's table of the error envelope. */
export interface ErrorEnvelope {
  readonly error: {
    readonly code: Code
    readonly message: string
    readonly hint: string
    readonly details?: unknown
  }
}

/** A failed answer, ready for a transport. */
export interface ErrorAnswer {
  readonly status: Status
  readonly headers: Readonly<Record<string, string>>
  readonly body: ErrorEnvelope
}

/**
 * The answer to an error: its one status, its headers and its envelope. It is cut to 256 KiB, whatever the error repeats of
 * what was sent: texts, and lists behind what fits. Laws: E1, E2, K3.
 *
 * @example
 * toAnswer(new NotFound({ message: "There is no page view pv_…" })).status // 404
 */
export const toAnswer = (error: AgentError): ErrorAnswer => ({
  status: catalogue[error._tag].status,
  headers: headersOf(error),
  body: {
    error: withinBounds({
      code: error._tag,
      message: error.message,
      hint: error.hint ?? catalogue[error._tag].hint,
      ...(error.details === undefined ? {} : { details: error.details })
    })
  }
})

const headersOf = (error: AgentError): Readonly<Record<string, string>> => {
  switch (error._tag) {
    case "UNAUTHENTICATED":
      return { "www-authenticate": "Bearer" }
    case "RATE_LIMITED":
    case "UNAVAILABLE":
      return { "retry-after": String(Math.max(1, Math.ceil(error.retryAfter))) }
    default:
      return {}
  }
}

/** The envelope under some codes: a union by `error.code`, so that the code tells the type of `error.details`. */
export type EnvelopeOf<C extends Code> = {
  readonly [K in C]: {
    readonly error: {
      readonly code: K
      readonly message: string
      readonly hint: string
    } & (DetailsOf<K> extends undefined ? unknown : { readonly details: DetailsOf<K> })
  }
}[C]

const errorSchema = (code: Code) => {
  const row: Row = catalogue[code]
  return Schema.Struct({
    code: Schema.Literal(code).annotate({ description: `Always ${code}.` }),
    message: Schema.String.annotate({ description: "What went wrong, for people." }),
    hint: Schema.String.annotate({ description: "What to do next." }),
    ...(row.details === undefined
      ? {}
      : { details: row.details.annotateKey({ description: "What went wrong, as data." }) })
  })
}

/**
 * The schema of the envelope restricted to some codes, as an operation's answer with one status has it. Law: E2.
 *
 * @example
 * const body = Schema.decodeUnknownSync(envelopeSchema(["CONFLICT"]))(await response.json())
 * body.error.details.currentRevision // number
 */
export const envelopeSchema = <const C extends Code = Code>(
  only: ReadonlyArray<C> = codes as ReadonlyArray<C>
): Schema.Codec<EnvelopeOf<C>> => {
  const errors = only.map(errorSchema)
  const error = errors.length === 1 ? errors[0]! : Schema.Union(errors)
  const envelope: Schema.Top = Schema.Struct({
    error: error.annotate({ description: "What went wrong, and what to do next." })
  })
  return envelope as Schema.Codec<EnvelopeOf<C>>
}
