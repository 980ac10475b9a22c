/**
 * A client of Agent Operations with promises, for any runtime that has `fetch`. It depends on nothing.
 *
 * @packageDocumentation
 */
import type { ClientOf } from "./core.ts"
import type { Families, Operations } from "./generated/types.ts"

export * from "./core.ts"
export { createClient, operations } from "./generated/operations.ts"
export type * from "./generated/types.ts"

/** A client of page views and custom fields, as `createClient` returns it. */
export type Client = ClientOf<Families, Operations>
