import { limits } from "../limits.ts"

/** Thrown where a span cannot be kept; the rest of its request is. The message goes on behind the span's ID. */
export class Rejected extends Error {
  /** The span's, where it is thrown before the span is read. */
  readonly spanId: string | null

  constructor(message: string, spanId: string | null = null) {
    super(message)
    this.spanId = spanId
  }
}

/** What a span is rejected with that has more bytes than one may have. */
export const tooLong = () => new Rejected(`it is larger than ${limits.spanBytes} bytes`)

/** What a span is rejected with that has more values than one may have. */
export const tooManyValues = (spanId: string | null) =>
  new Rejected(`it has more than ${limits.partsOfSpan} values`, spanId)

/** A span that was rejected, as the partial success names it. Law: T11. */
export interface Rejection {
  /** Null where it has none. */
  readonly spanId: string | null
  readonly reason: string
}
