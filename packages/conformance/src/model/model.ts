/** What the operations should do, as pure functions over plain data: nothing of SQL, nothing of time. */

/** What the model has to know of a kind. */
export interface ModelKind {
  readonly name: string
  readonly mayReference: ReadonlyArray<string>
}
export interface ModelReference {
  readonly kind: string
  readonly id: string
  readonly revision: number | null
}
export type ModelReferences = Readonly<Record<string, ModelReference>>

export interface ModelContent {
  readonly name: string
  readonly description: string | null
  readonly source: unknown
  readonly settings: unknown
  readonly references: ModelReferences
}
export interface ModelRevision extends ModelContent {
  readonly revision: number
  readonly origin: object
}
export interface ModelDefinition {
  readonly kind: string
  readonly id: string
  /** Newest last: revision n is at n - 1. */
  readonly revisions: ReadonlyArray<ModelRevision>
}

/** The living definitions of a project, oldest first. */
export type Model = ReadonlyArray<ModelDefinition>

export type Failure = { readonly code: string; readonly details?: unknown }
export type Step<T> = { readonly failure: Failure } | { readonly next: Model; readonly value: T }

export const current = ({ revisions }: ModelDefinition) => revisions[revisions.length - 1]!
const fail = (code: string, details?: unknown) => ({ failure: { code, details } })
const sameName = (a: string, b: string) => a.normalize("NFC").toLowerCase() === b.normalize("NFC").toLowerCase()

export const find = (model: Model, kind: string, id: string) =>
  model.find((definition) => definition.kind === kind && definition.id === id)

const taken = (model: Model, kind: string, name: string, except?: string) =>
  model.some((other) => other.kind === kind && other.id !== except && sameName(current(other).name, name))

const missing = (model: Model, references: ModelReferences) =>
  Object.entries(references)
    .filter(([, { kind, id, revision }]) => {
      const target = find(model, kind, id)
      return target === undefined || (revision !== null && revision > target.revisions.length)
    })
    .map(([alias]) => alias)
    .sort()

const invalid = (kind: ModelKind, id: string | undefined, references: ModelReferences) =>
  Object.values(references).some((target) => target.id === id || !kind.mayReference.includes(target.kind))

/** R6, R7: the name first (409), then what the references are (422). */
const refusal = (
  model: Model,
  kind: ModelKind,
  id: string | undefined,
  content: ModelContent,
  isNew: ModelReferences | undefined
) => {
  if (taken(model, kind.name, content.name, id)) return fail("NAME_TAKEN", { name: content.name })
  if (isNew !== undefined && invalid(kind, id, isNew)) return fail("INVALID_REFERENCE")
  const aliases = missing(model, content.references)
  return aliases.length === 0 ? undefined : fail("REFERENCE_NOT_FOUND", { references: aliases })
}

const guard = (definition: ModelDefinition, expectedRevision: number | undefined) => {
  const currentRevision = definition.revisions.length
  return expectedRevision === undefined || expectedRevision === currentRevision
    ? undefined
    : fail("CONFLICT", { expectedRevision, currentRevision })
}

const replace = (model: Model, changed: ModelDefinition) =>
  model.map((definition) => (definition.id === changed.id ? changed : definition))

const add = (model: Model, kind: ModelKind, id: string, content: ModelContent, origin: object): Step<ModelRevision> => {
  const revision = { ...content, revision: 1, origin }
  return { next: [...model, { kind: kind.name, id, revisions: [revision] }], value: revision }
}

const push = (
  model: Model,
  definition: ModelDefinition,
  content: ModelContent,
  origin: object
): Step<ModelRevision> => {
  const revision = { ...content, revision: definition.revisions.length + 1, origin }
  return { next: replace(model, { ...definition, revisions: [...definition.revisions, revision] }), value: revision }
}

export const create = (model: Model, kind: ModelKind, id: string, content: ModelContent): Step<ModelRevision> =>
  refusal(model, kind, undefined, content, content.references) ?? add(model, kind, id, content, { type: "created" })

export const update = (
  model: Model,
  kind: ModelKind,
  id: string,
  expectedRevision: number,
  changes: Partial<ModelContent>
): Step<ModelRevision> => {
  const definition = find(model, kind.name, id)
  if (definition === undefined) return fail("NOT_FOUND")
  const content = contentOf({ ...current(definition), ...changes })
  return (
    guard(definition, expectedRevision) ??
    refusal(model, kind, id, content, changes.references) ??
    push(model, definition, content, { type: "updated" })
  )
}

export const restore = (
  model: Model,
  kind: ModelKind,
  id: string,
  revision: number,
  expectedRevision: number | undefined
): Step<ModelRevision> => {
  const definition = find(model, kind.name, id)
  const past = definition?.revisions[revision - 1]
  if (definition === undefined || past === undefined) return fail("NOT_FOUND")
  return (
    guard(definition, expectedRevision) ??
    refusal(model, kind, id, past, undefined) ??
    push(model, definition, contentOf(past), { type: "restored", revision })
  )
}

export const copy = (
  model: Model,
  kind: ModelKind,
  id: string,
  newId: string,
  name: string,
  revision: number | undefined
): Step<ModelRevision> => {
  const definition = find(model, kind.name, id)
  const source = definition?.revisions[(revision ?? definition.revisions.length) - 1]
  if (source === undefined) return fail("NOT_FOUND")
  const content = { ...contentOf(source), name }
  return (
    refusal(model, kind, undefined, content, undefined) ??
    add(model, kind, newId, content, { type: "copied", id, revision: source.revision })
  )
}

/** A definition that refers to another, under one of its aliases. */
export interface Referrer {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly alias: string
  readonly pinnedRevision: number | null
}

/** Who refers to a definition with their current revision, by kind, ID and alias. */
export const referrers = (model: Model, id: string): ReadonlyArray<Referrer> =>
  model
    .flatMap((from) =>
      Object.entries(current(from).references)
        .filter(([, target]) => target.id === id)
        .map(([alias, target]) => ({
          kind: from.kind,
          id: from.id,
          name: current(from).name,
          revision: from.revisions.length,
          alias,
          pinnedRevision: target.revision
        }))
    )
    .sort((a, b) => (`${a.kind} ${a.id} ${a.alias}` < `${b.kind} ${b.id} ${b.alias}` ? -1 : 1))

export const remove = (model: Model, kind: ModelKind, id: string, expectedRevision: number): Step<object> => {
  const definition = find(model, kind.name, id)
  if (definition === undefined) return fail("NOT_FOUND")
  const stale = guard(definition, expectedRevision)
  if (stale !== undefined) return stale
  const held = referrers(model, id)
  if (held.length > 0) {
    return fail("STILL_REFERENCED", { referencedBy: held.slice(0, 20), hasMore: held.length > 20 })
  }
  return {
    next: model.filter((other) => other.id !== id),
    value: { id, deleted: true, revision: expectedRevision }
  }
}

/**
 * Brings a deleted definition back under a name, by default its own, at its place in the order of creation. `origin` says
 * how it was deleted.
 */
export const recover = (
  model: Model,
  kind: ModelKind,
  deleted: ModelDefinition | undefined,
  name: string | undefined,
  origin: object,
  placeOf: (id: string) => number
): Step<ModelRevision> => {
  if (deleted === undefined) return fail("NOT_FOUND")
  const content = { ...contentOf(current(deleted)), ...(name === undefined ? {} : { name }) }
  const refused = refusal(model, kind, deleted.id, content, undefined)
  if (refused !== undefined) return refused
  const back = [...model, deleted].toSorted((a, b) => placeOf(a.id) - placeOf(b.id))
  return push(back, deleted, content, origin)
}

const contentOf = ({ name, description, source, settings, references }: ModelContent): ModelContent => ({
  name,
  description,
  source,
  settings,
  references
})
