import { Data } from "effect"

/**
 * Why there is no answer:
 *
 * - `address`: it is not https, its host is not on the public internet, or the request has a header that can't be sent.
 *   Nothing was sent.
 * - `connection`: the name does not resolve, the connection fails or breaks off, the certificate is not valid.
 * - `timeout`: the answer is not whole in time.
 * - `size`: the answer is too large.
 * - `answer`: its status, its encoding or its JSON is not what was asked for.
 */
export type EgressReason = "address" | "connection" | "timeout" | "size" | "answer"

/** Nothing was got from an address. The message says of it what is wrong: `its host is not on the public internet`. */
export class EgressError extends Data.TaggedError("EgressError")<{
  readonly reason: EgressReason
  readonly message: string
  /** Whether the other side may have got the request: a connection was made. */
  readonly sent?: boolean
}> {}
