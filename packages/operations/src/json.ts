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

/** The store gives the same object for a revision that it remembers, so that its text is made once. */
const texts = new WeakMap<EncodedRevision, string>()

const textOf = (kind: string, projectId: string, revision: EncodedRevision): string => {
  const { id, name, description, source, settings, references, origin } = revision
  const { createdAt, createdBy, updatedAt, updatedBy } = revision
  // Joined, it is one string; put together with `+`, it would be the tree of its parts, to be walked each time.
  return [
    `{"id":"${id}","kind":"${kind}","projectId":${JSON.stringify(projectId)},`,
    `"name":${JSON.stringify(name)},"description":${JSON.stringify(description)},`,
    `"source":${source},"settings":${settings},"references":${references},`,
    `"revision":${revision.revision},"origin":${origin},`,
    `"createdAt":"${createdAt}","createdBy":${createdBy},"updatedAt":"${updatedAt}","updatedBy":${updatedBy}}`
  ].join("")
}

/**
 * The one item shape, from what the store holds: what was written was decoded by the kind's schemas, and reads the same
 * for ever. Law: R2.
 */
export const encodeDefinition = <K extends Kind.Any>(kind: K, { projectId }: Access, revision: EncodedRevision) => {
  let text = texts.get(revision)
  if (text === undefined) texts.set(revision, (text = textOf(kind.name, projectId, revision)))
  return text as Json<K["Definition"]["Type"]>
}
