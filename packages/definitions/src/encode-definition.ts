import type { Access } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import { EncodedJson } from "@agent-operations/operations"
import type { EncodedRevision } from "@agent-operations/revision-store"

/** The store gives the same object for a revision that it remembers, so that its text is made once. */
const texts = new WeakMap<EncodedRevision, EncodedJson<unknown>>()

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
export const encodeDefinition = <K extends Kind.Any>(
  kind: K,
  { projectId }: Access,
  revision: EncodedRevision
): EncodedJson<K["Definition"]["Type"]> => {
  let text = texts.get(revision)
  if (text === undefined) texts.set(revision, (text = new EncodedJson(textOf(kind.name, projectId, revision))))
  return text as EncodedJson<K["Definition"]["Type"]>
}
