import type { Code } from "@agent-operations/error-envelope"
import type { Operation } from "./operation.ts"

/** The methods that a route can have. */
export const routeMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const
/** The method of a route. */
export type RouteMethod = (typeof routeMethods)[number]

/**
 * What is known beforehand of a route that is no operation, such as one for OTLP or for files: documents are made of it,
 * and access is decided by it.
 */
export interface RouteContract extends Pick<Operation.Any, "callers" | "incursUsage"> {
  readonly method: RouteMethod
  /** Below the prefix of the mount, with a parameter in braces for a whole segment: `/v1/files/{id}`. */
  readonly path: string
  /** What it is called in logs, traces, messages and documents. */
  readonly id: string
  readonly summary: string
  /** The operation that it is another address of, below `/api`, where other routes may not be: `/api/traces`. */
  readonly aliasOf?: string
  /** Every scope that it requires, each declared by a mounted family. Law: A2. */
  readonly scopes: ReadonlyArray<string>
  /** The codes that it can answer beside those that every operation can. Law: E2. */
  readonly errors: ReadonlyArray<Code>
  readonly limits: {
    /** The largest request body as it is sent, in bytes. Default: the server's. */
    readonly bodyBytes?: number
    /** The largest body without its content encoding, in bytes. Default: as many as are sent at most. */
    readonly decodedBytes?: number
    /**
     * The bytes of bodies, as sent and decompressed, that it holds at once in a process, of which one organization holds three
     * quarters: who would take it beyond is told to come back (503). Default: a part of the 256 MiB of all such bodies.
     */
    readonly bytesInFlight?: number
    /** How long it may take, in milliseconds. Default: the server's. */
    readonly deadlineMillis?: number
  }
  /** Its operation object in the OpenAPI document, in which it is listed where it has one. Security and errors are added. */
  readonly openapi?: { readonly [member: string]: unknown }
}
