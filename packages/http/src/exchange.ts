import type { PayloadTooLarge, Unavailable, ValidationError } from "@agent-operations/error-envelope"
import type { Effect } from "effect"
import type { Leaving } from "./internal/bytes-leaving.ts"

/** A request, as any web server can present it. Nothing of the body is read before `body` is run. */
export interface AgentRequest {
  readonly method: string
  /** What a router of the host's took off the path to get here: `/ops`. Empty where none did. */
  readonly mount: string
  /** The rest of the path, without the query, still percent-encoded. */
  readonly path: string
  /** What stands after `?`; empty where there is none. */
  readonly query: string
  /** Every value of a header, by its lower-case name, as often as the request has it. */
  readonly header: (name: string) => ReadonlyArray<string>
  /**
   * The request as the web's standard has it, made when asked; its signal aborts when the caller is gone. Without its body,
   * unless that is asked for: as a stream, of which nothing is read before its reader reads.
   */
  readonly web: (options?: { readonly body: boolean }) => Request
  /** The IP address that the connection comes from, where that is known. */
  readonly peer: () => string | undefined
  /**
   * Reads the body, of at most so many bytes. Each piece that comes is taken first, and where that cannot be the request is
   * refused as the server being busy.
   */
  readonly body: (
    limitBytes: number,
    take?: (bytes: number) => boolean
  ) => Effect.Effect<Uint8Array, PayloadTooLarge | ValidationError | Unavailable>
}

/** Whether answers of a status have no body, and say no length of one. Source: RFC 9110, 15. */
export const isBodiless = (status: number): boolean => status === 204 || status === 205 || status === 304

/** A long text in pieces. */
export interface Texts {
  readonly pieces: Iterable<string>
  /** How many bytes it has; undefined where that is not known. */
  readonly length?: number
  /** How many bytes it holds until it has left. */
  readonly holds: number
}

/** An answer, as any web server can send it. */
export interface AgentAnswer {
  readonly status: number
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** What is sent as `set-cookie`, each as a header of its own. */
  readonly cookies?: ReadonlyArray<string>
  readonly body: string | Uint8Array
  /** What comes behind `body`, where it is read only as it is sent: its length is not known. */
  readonly rest?: ReadableStream<Uint8Array>
  /** What comes behind `body` and becomes bytes as it leaves, in place of `rest`. */
  readonly texts?: Texts
  /** Set where the answer does not leave at once: whoever sends it takes it from here. */
  readonly leaving?: Leaving
}
