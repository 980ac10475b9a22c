import { type Issue, makeDecoder, makeDecoderBySteps } from "@agent-operations/contract/decode"
import type { AgentError } from "@agent-operations/error-envelope"
import { Effect, Result, type Schema } from "effect"
import { callHost } from "../call-host.ts"
import { inTurns } from "../in-turns.ts"
import { type Grow, parseBody } from "../json-text/parse.ts"
import { notValid } from "../not-valid.ts"

export const contentEncodings = ["gzip", "deflate", "br"] as const
/** How a body may be compressed. Source: RFC 9110, 8.4.1. */
export type ContentEncoding = (typeof contentEncodings)[number]

/** What the body of a request may be, and how it is read. */
export interface RouteBody<B> {
  /** Media types without parameters, or with a star for each subtype: `application/x-protobuf`, `image/*`. Text is UTF-8. */
  readonly contentTypes: ReadonlyArray<string>
  /** How it may be compressed; by default not at all. What is decompressed has at most `limits.decodedBytes`. */
  readonly encodings?: ReadonlyArray<ContentEncoding>
  /**
   * Reads a body that is all there and not compressed any more. `contentType` is that of the request, in lower case and
   * without parameters, and `limitBytes` the most that a body may have. `grow` takes memory for what it becomes, or tells why
   * there is none. What it throws is a `VALIDATION_ERROR`, with the cause in the log.
   */
  readonly decode: (
    bytes: Uint8Array,
    contentType: string,
    limitBytes: number,
    grow?: Grow
  ) => Result.Result<B, AgentError> | Effect.Effect<B, AgentError>
}

type Settings<B> = Omit<RouteBody<B>, "decode">

/**
 * A body as its bytes.
 *
 * @example
 * bytesBody({ contentTypes: ["application/pdf", "image/*"] })
 */
export const bytesBody = (settings: Settings<Uint8Array>): RouteBody<Uint8Array> => ({
  ...settings,
  decode: (bytes) => Result.succeed(bytes)
})

/**
 * A body that a function of the host's reads, such as one of a library for protobuf. It may return a promise. Errors of
 * the catalogue that it throws are answered as they are; whatever else it throws is a `VALIDATION_ERROR`.
 *
 * @example
 * parsedBody({ contentTypes: ["text/csv"], encodings: ["gzip"], parse: (bytes) => readRows(bytes) })
 */
export const parsedBody = <B>({
  parse,
  ...settings
}: Settings<B> & {
  readonly parse: (bytes: Uint8Array, contentType: string) => B | Promise<B>
}): RouteBody<B> => ({
  ...settings,
  decode: (bytes, contentType) => callHost(() => parse(bytes, contentType))
})

/**
 * A body of JSON, read as those of operations are: exactly, and by a schema that refuses keys that it does not know. Laws:
 * E3, E4.
 *
 * @example
 * jsonBody(Schema.Struct({ title: Schema.String }), { encodings: ["gzip"] })
 */
export const jsonBody = <A>(
  schema: Schema.Codec<A, unknown>,
  { contentTypes = ["application/json"], ...settings }: Partial<Settings<A>> = {}
): RouteBody<A> => {
  const decode = makeDecoder(schema)
  const decodeLong = makeDecoderBySteps(schema)
  const told = Result.mapError((issues: ReadonlyArray<Issue>) => notValid("The body is not valid.", issues))
  return {
    ...settings,
    contentTypes,
    decode: (bytes, _, limitBytes, grow) => {
      const parsed = parseBody(bytes, limitBytes, grow)
      return Result.isResult(parsed)
        ? Result.flatMap(parsed, (value) => told(decode(value)))
        : Effect.flatMap(
            Effect.flatMap(parsed, (value) => inTurns(decodeLong(value))),
            (decoded) => Effect.fromResult(told(decoded))
          )
    }
  }
}
