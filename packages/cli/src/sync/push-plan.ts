import { type Content, nameInId, nameKey, notPinned, type Reference } from "./content.ts"
import type { Document } from "./document.ts"
import { judge } from "./judge.ts"
import type { Seen } from "./lock.ts"
import { usedFirst } from "./order.ts"
import type { Comparison } from "./project.ts"
import type { Attach, Conflict, Create, Detach, Rest, Step } from "./push-step.ts"

/** What a push will do. */
export interface PushPlan {
  /** In their order. */
  readonly steps: ReadonlyArray<Step>
  readonly conflicts: ReadonlyArray<Conflict>
  readonly rest: ReadonlyArray<Rest>
  /** What was found to say the same in both, which is seen from now on; undefined is forgotten. */
  readonly seen: ReadonlyMap<string, Seen | undefined>
  /** What is wrong in the folder, in a line each: nothing is sent then. */
  readonly problems: ReadonlyArray<string>
}

/** What is wrong with the references of a document, in a line each. */
const referenceProblems = (
  { place, content: { references } }: Document,
  createable: ReadonlyMap<string, Document>,
  names: ReadonlyMap<string, string>,
  projectId: string
): ReadonlyArray<string> =>
  Object.entries(references).flatMap(([alias, { kind, id, revision }]) => {
    const at = `${place}.json at /references/${alias}`
    const name = nameInId(id)
    if (name !== undefined && !createable.has(nameKey(kind, name))) {
      const renamed = names.get(nameKey(kind, name))
      return [`${at}: there is no ${kind} ${JSON.stringify(name)}${renamed === undefined ? "" : `; ${renamed}`}`]
    }
    if (revision !== notPinned) return []
    return [
      `${at}: this pins a revision, but none of the project ${projectId}: add ${JSON.stringify(projectId)}: REVISION, ` +
        "or null to follow the current one"
    ]
  })

/** The places that a content's references lead to. */
const placesOf = (
  { references }: Content,
  placeOf: (reference: Reference) => string | undefined
): ReadonlyArray<readonly [alias: string, place: string]> =>
  Object.entries(references).flatMap(([alias, reference]) => {
    const place = placeOf(reference)
    return place === undefined ? [] : [[alias, place] as const]
  })

const aliasesTo = (uses: ReadonlyArray<readonly [string, string]>, places: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(uses.filter(([, place]) => places.has(place)).map(([alias]) => alias))

/**
 * Plans a push: which definitions are created, updated at the revision that was pulled, and with `prune` deleted, in an
 * order in which each comes after what it uses; and what was changed on both sides. Nothing is sent yet.
 */
export const planPush = (
  { places, others }: Comparison,
  { projectId, prune }: { readonly projectId: string; readonly prune: boolean }
): PushPlan => {
  const judged = places.flatMap((place) => judge(place, prune) ?? [])
  const creates = judged.flatMap((one) => ("create" in one ? [one.create] : []))
  const updates = judged.flatMap((one) => ("update" in one ? [one.update] : []))
  const deletes = judged.flatMap((one) => ("delete" in one ? [one.delete] : []))
  const rest = judged.flatMap((one) => ("rest" in one ? [one.rest] : []))

  const createable = new Map(creates.map((document) => [nameKey(document.kind.name, document.content.name), document]))
  const renamed = new Map(
    places.flatMap(({ place, kind, document, remote }) =>
      document === undefined || remote === undefined
        ? []
        : [
            [
              nameKey(kind.name, remote.content.name),
              `${place}.json is called ${JSON.stringify(document.content.name)}`
            ]
          ]
    )
  )
  const problems = [
    ...places.flatMap(({ unreadable }) => unreadable?.why ?? []),
    ...[...creates, ...updates.map(({ document }) => document)].flatMap((document) =>
      referenceProblems(document, createable, renamed, projectId)
    ),
    ...deletes.flatMap(({ place, kind }) =>
      kind.operations.delete === undefined ? [`${place}: the server offers no delete of a ${kind.kind.title}`] : []
    )
  ]

  const placeById = new Map(places.flatMap(({ place, remote }) => (remote === undefined ? [] : [[remote.id, place]])))
  const placeOf = ({ kind, id }: Reference): string | undefined => {
    const name = nameInId(id)
    return name === undefined ? placeById.get(id) : createable.get(nameKey(kind, name))?.place
  }
  const nodeOf = (place: string, content: Content) => ({
    key: place,
    uses: placesOf(content, placeOf).map(([, used]) => used)
  })
  const createAt = new Map(creates.map((document) => [document.place, document]))
  const created = usedFirst(creates.map(({ place, content }) => nodeOf(place, content))).map(
    ({ key, later }): Create => {
      const document = createAt.get(key)!
      const aliases = aliasesTo(placesOf(document.content, placeOf), later)
      return { type: "create", place: key, kind: document.kind, document, later: aliases }
    }
  )
  const attached = created
    .filter(({ later }) => later.size > 0)
    .map(({ place, kind, document }): Attach => ({ type: "attach", place, kind, document }))
  const updateAt = new Map(updates.map((update) => [update.place, update]))
  const updated = usedFirst(updates.map(({ place, document }) => nodeOf(place, document.content))).map(({ key }) =>
    updateAt.get(key)!
  )
  const deleteAt = new Map(deletes.map((one) => [one.place, one]))
  const deleted = usedFirst(deletes.map(({ place, remote }) => nodeOf(place, remote.content)))
  const detached = deleted
    // One that uses itself can be deleted.
    .map(({ key, later }) => ({ key, later: new Set([...later].filter((used) => used !== key)) }))
    .filter(({ later }) => later.size > 0)
    .map(({ key, later }): Detach => {
      const { kind, remote } = deleteAt.get(key)!
      return { type: "detach", place: key, kind, remote, aliases: aliasesTo(placesOf(remote.content, placeOf), later) }
    })
  const steps: ReadonlyArray<Step> = [
    ...created,
    ...attached,
    ...updated,
    ...detached,
    ...deleted.toReversed().map(({ key }) => deleteAt.get(key)!)
  ]
  const only: ReadonlyArray<Rest> = others.map(({ kind, content }) => ({
    place: `${kind.folder}: ${content.name}`,
    outcome: "kept",
    note: "only there: pull"
  }))
  return {
    steps,
    conflicts: judged.flatMap((one) => ("conflict" in one ? [one.conflict] : [])),
    rest: [...rest, ...only],
    seen: new Map(
      judged.flatMap((one): ReadonlyArray<readonly [string, Seen | undefined]> => {
        if ("forgotten" in one) return [[one.forgotten, undefined]]
        if ("update" in one) return [[one.update.place, one.seen]]
        return "rest" in one && one.seen !== undefined ? [[one.rest.place, one.seen]] : []
      })
    ),
    problems
  }
}
