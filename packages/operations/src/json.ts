import type { Access } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import type { EncodedRevision } from "@agent-operations/revision-store"

declare const value: unique symbol

/** The JSON text of a value. What the database holds as text goes through to the wire without being read. */
export type Json<T> = string & { readonly [value]: T }

export const encode = <T>(plain: T): Json<T> => JSON.stringify(plain) as Json<T>

export const decode = <T>(json: Json<T>): T => JSON.parse(json) as T

/** An array of values that are text already. */
export const encodeAll = <T>(items: ReadonlyArray<Json<T>>): Json<ReadonlyArray<T>> =>
  `[${items.join(",")}]` as Json<ReadonlyArray<T>>

/**
 * The one item shape, from what the store holds: what was written was decoded by the kind's schemas, and reads the same
 * for ever. Law: R2.
 */
export const encodeDefinition = <K extends Kind.Any>(kind: K, { projectId }: Access, revision: EncodedRevision) => {
  const { id, name, description, source, settings, references, origin } = revision
  const { createdAt, createdBy, updatedAt, updatedBy } = revision
  return (`{"id":"${id}","kind":"${kind.name}","projectId":${JSON.stringify(projectId)},` +
    `"name":${JSON.stringify(name)},"description":${JSON.stringify(description)},` +
    `"source":${source},"settings":${settings},"references":${references},` +
    `"revision":${revision.revision},"origin":${origin},` +
    `"createdAt":"${createdAt}","createdBy":${createdBy},` +
    `"updatedAt":"${updatedAt}","updatedBy":${updatedBy}}`) as Json<K["Definition"]["Type"]>
}
