import type { Actor, Origin } from "@agent-operations/contract"
import { NotFound } from "@agent-operations/error-envelope"
import type { EncodedDeleted, EncodedRevision, EncodedSummary } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { JsonObject } from "./form/control.ts"
import {
  deletedSummaries,
  firstOf,
  heads,
  historySummaries,
  type ListInput,
  readDeleted,
  readRevision,
  refuseWrongId,
  summaries
} from "./port.ts"
import type { Content, Reference, Section } from "./Section.ts"
import { readOnly } from "./verbs.ts"

/** A revision without what may be large. */
export interface Summary {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly revision: number
  readonly origin: typeof Origin.Type
  readonly createdAt: string
  readonly createdBy: typeof Actor.Type
  readonly updatedAt: string
  readonly updatedBy: typeof Actor.Type
}

/** A revision as pages have it: the settings, which may be 1 MiB in any shape, stay the JSON text that is stored. */
export interface Stored extends Summary {
  readonly source: JsonObject
  readonly references: Content["references"]
  readonly settings: string
  /** What the store has, for whoever passes it on. */
  readonly encoded: EncodedRevision
}

/** The store wrote the JSON, so it is trusted as it is. */
const toSummary = (encoded: EncodedSummary): Summary => ({
  kind: encoded.kind,
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
export const readStored = ({ kind }: Section, id: string, revision?: number) =>
  Effect.map(readOnly(readRevision(kind, id, revision)), toStored)

/** A page of a history, newest first. */
export const readHistory = Effect.fnUntraced(function* (
  { kind }: Section,
  id: string,
  limit: number,
  before: number | undefined
) {
  const { items, nextBefore } = yield* readOnly(historySummaries(kind, id, { limit, before }))
  return { items: items.map(toSummary), nextBefore }
})

/** A page of a list, with its place in it, and the ways on and back. */
export const readList = Effect.fnUntraced(function* ({ kind }: Section, page: ListInput, backwards = false) {
  const { items, ...rest } = yield* summaries(kind, page, backwards)
  return { items: items.map(toSummary), ...rest }
})

/** What a list begins with, for whoever does not show how much there is. */
export const readFirst = ({ kind }: Section, input: ListInput) =>
  Effect.map(firstOf(kind, input), (items) => items.map(toSummary))

/** A definition that was deleted and can be recovered, at its last revision. */
export interface Deleted<Definition = Stored> {
  readonly definition: Definition
  readonly deletedAt: string
  readonly deletedBy: typeof Actor.Type
  readonly recoverableUntil: string
}

const toDeleted = <Encoded, Definition>(
  { definition, deletedBy, ...times }: EncodedDeleted<Encoded>,
  decode: (encoded: Encoded) => Definition
): Deleted<Definition> => ({ ...times, deletedBy: JSON.parse(deletedBy), definition: decode(definition) })

/** A page of what was deleted, the last deleted first. */
export const listDeleted = Effect.fnUntraced(function* (
  { kind }: Section,
  page: { readonly limit: number; readonly cursor?: string }
) {
  const { items, nextCursor } = yield* deletedSummaries(kind, page)
  return { items: items.map((item) => toDeleted(item, toSummary)), nextCursor }
})

/** Reads a deleted definition that can be recovered. */
export const readDeletedDefinition = Effect.fnUntraced(function* ({ kind }: Section, id: string) {
  const found = yield* readOnly(readDeleted(kind, id))
  if (found === undefined) return yield* new NotFound({ message: `There is no such deleted ${kind.title}.` })
  return toDeleted(found, toStored)
})

/** The names of definitions that are there, by kind and ID. */
export const readNames = (references: ReadonlyArray<Reference>) =>
  Effect.map(heads(references), (found) => new Map(found.map(({ kind, id, name }) => [`${kind} ${id}`, name])))

/** The current name and revision of a definition. */
export const readHead = Effect.fnUntraced(function* ({ kind }: Section, id: string) {
  yield* readOnly(refuseWrongId(kind, id))
  const [head] = yield* heads([{ kind: kind.name, id }])
  return head ?? (yield* new NotFound({ message: `There is no such ${kind.title}.` }))
})
