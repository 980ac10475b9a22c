/** Thrown where a span cannot be kept; the rest of its request is. The message goes on behind the span's ID. */
export class Rejected extends Error {}

/** A span that was rejected, as the partial success names it. Law: T11. */
export interface Rejection {
  /** Null where it has none. */
  readonly spanId: string | null
  readonly reason: string
}
