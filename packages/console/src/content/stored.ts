import { Caller } from "@agent-operations/auth"
import type { Actor, Origin, Reference } from "@agent-operations/contract"
import {
  type ListInput,
  listSummaries,
  maxResponseBytes,
  OperationServices,
  spaceOf
} from "@agent-operations/operations"
import { NotFound } from "@agent-operations/error-envelope"
import type { EncodedRevision, EncodedSummary } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { ContentKind, Definition } from "./kinds.ts"
import { checksOf, readOnly } from "./verbs.ts"

/** A revision without what may be large. */
export interface Summary extends Pick<
  Definition,
  "kind" | "id" | "name" | "description" | "revision" | "createdAt" | "updatedAt"
> {
  readonly origin: typeof Origin.Type
  readonly createdBy: typeof Actor.Type
  readonly updatedBy: typeof Actor.Type
}

/** A revision as pages have it: the settings, which may be 1 MiB in any shape, stay the JSON text that is stored. */
export interface Stored extends Summary {
  readonly source: Definition["source"]
  readonly references: { readonly [alias: string]: Reference }
  readonly settings: string
  /** What the store has, for whoever passes it on. */
  readonly encoded: EncodedRevision
}

/** The store wrote the JSON, so it is trusted as it is. */
const toSummary = (encoded: EncodedSummary): Summary => ({
  kind: encoded.kind as Definition["kind"],
  id: encoded.id,
  name: encoded.name,
  description: encoded.description,
  revision: encoded.revision,
  createdAt: encoded.createdAt,
  updatedAt: encoded.updatedAt,
  origin: JSON.parse(encoded.origin),
  createdBy: JSON.parse(encoded.createdBy),
  updatedBy: JSON.parse(encoded.updatedBy)
})

const toStored = (encoded: EncodedRevision): Stored => ({
  ...toSummary(encoded),
  source: JSON.parse(encoded.source),
  references: JSON.parse(encoded.references),
  settings: encoded.settings,
  encoded
})

/** Reads a definition at its current revision, or at another; an ID or a revision that can be none leads nowhere. */
export const readStored = Effect.fnUntraced(function* (kind: ContentKind, id: string, revision?: number) {
  const { store } = yield* OperationServices
  yield* readOnly(checksOf(kind).get({ id, revision }))
  return toStored(yield* store.read(spaceOf(yield* Caller), kind.spec, id, revision))
})

/** A page of a history, newest first. */
export const readHistory = Effect.fnUntraced(function* (
  kind: ContentKind,
  id: string,
  limit: number,
  before: number | undefined
) {
  const { store } = yield* OperationServices
  yield* readOnly(checksOf(kind).history({ id, limit, before }))
  const options = { limit, maxBytes: maxResponseBytes, before }
  const { items, nextBefore } = yield* store.historySummaries(spaceOf(yield* Caller), kind.spec, id, options)
  return { items: items.map(toSummary), nextBefore }
})

/** A page of a list, newest first. */
export const readList = Effect.fnUntraced(function* (kind: ContentKind, input: ListInput) {
  yield* checksOf(kind).list({ ...input })
  const { items, nextCursor } = yield* listSummaries(yield* OperationServices, kind.spec, input)
  return { items: items.map(toSummary), nextCursor }
})

/** The names of definitions that are there, by kind and ID. */
export const readNames = Effect.fnUntraced(function* (references: ReadonlyArray<Reference>) {
  const { store } = yield* OperationServices
  const heads = references.length === 0 ? [] : yield* store.heads(spaceOf(yield* Caller), references)
  return new Map(heads.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
})

/** The current name and revision of a definition. */
export const readHead = Effect.fnUntraced(function* (kind: ContentKind, id: string) {
  const { store } = yield* OperationServices
  yield* readOnly(checksOf(kind).get({ id }))
  const [head] = yield* store.heads(spaceOf(yield* Caller), [{ kind: kind.spec.name, id }])
  return head ?? (yield* new NotFound({ message: `There is no such ${kind.spec.title}.` }))
})
