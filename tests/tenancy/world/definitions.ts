import { definitionVerbs, type Kind } from "@agent-operations/contract"
import { ask, call, type Case, own, type Project } from "./project.ts"

/** What a family makes of a kind by itself, to call the kind's verbs on. */
export interface Body {
  readonly source: unknown
  readonly settings: unknown
  readonly references?: object
}

/** Definitions of a kind: one with two revisions, one that nothing refers to, two that are deleted; and a call of each verb. */
export const definitionsOf = async (
  { tell }: Project,
  kind: Kind.Any,
  body: Body = { source: kind.example.source, settings: kind.example.settings }
) => {
  const verbs = definitionVerbs(kind)
  const make = async (name: string, more: object = {}): Promise<string> =>
    (await tell(verbs.create.id, { name: own(name), ...body, ...more })).id
  const [main, free, gone, gone2] = [await make("Main"), await make("Free"), await make("Gone"), await make("Gone too")]
  await tell(verbs.update.id, { id: main, expectedRevision: 1, description: own("Second") })
  for (const id of [gone, gone2]) await tell(verbs.delete.id, { id, expectedRevision: 1 })
  const [page, deleted] = [await tell(verbs.list.id, { limit: 1 }), await tell(verbs.deleted.id, { limit: 1 })]
  const { updatedAt, updatedBy } = await tell(verbs.get.id, { id: main })
  const example = { source: kind.example.source, settings: kind.example.settings }
  // Where the kind refers to none of its own, it is refused whatever the ID is.
  const refersTo = { references: { it: { kind: kind.name, id: free, revision: null } } }
  const cases: ReadonlyArray<Case> = [
    call(verbs.list.id),
    call(verbs.list.id, { search: "free", includeTotal: true }),
    call(verbs.list.id, { limit: 1, cursor: page.nextCursor }),
    call(verbs.get.id, { id: main }),
    call(verbs.get.id, { id: main, revision: 1 }),
    call(verbs.create.id, { name: "Another", ...body }),
    call(verbs.create.id, { name: own("Free"), ...body }),
    call(verbs.update.id, { id: main, expectedRevision: 2, name: "Renamed" }),
    call(verbs.update.id, { id: main, expectedRevision: 1, name: "Stale" }),
    call(verbs.copy.id, { id: main, name: "Copied" }),
    call(verbs.copy.id, { id: main, name: "Copied", revision: 1 }),
    call(verbs.delete.id, { id: free, expectedRevision: 1 }),
    call(verbs.history.id, { id: main }),
    call(verbs.history.id, { id: main, limit: 1 }),
    call(verbs.history.id, { id: main, limit: 1, before: 2 }),
    call(verbs.history.id, { id: main, before: 3 }),
    call(verbs.restore.id, { id: main, revision: 1 }),
    call(verbs.restore.id, { id: main, revision: 1, expectedRevision: 2 }),
    call(verbs.dependencies.id, { id: free }),
    call(verbs.deleted.id),
    call(verbs.deleted.id, { limit: 1, cursor: deleted.nextCursor }),
    call(verbs.recover.id, { id: gone }),
    call(verbs.recover.id, { id: gone, name: "Recovered" }),
    call(verbs.create.id, { name: "Refers", ...body, ...refersTo }),
    call(verbs.update.id, { id: main, expectedRevision: 2, ...refersTo }),
    ...[{ createdBy: updatedBy.id }, { createdBy: "usr_ada" }, { updatedBy: updatedBy.id }].map((by) =>
      ask(verbs.list.id, by)
    ),
    ...["updatedAfter", "updatedBefore"].map((bound) => ask(verbs.list.id, { [bound]: updatedAt, includeTotal: true })),
    ask(verbs.create.id, { name: "Described", description: "What it is for.", ...body }),
    ask(verbs.create.id, { name: "Example", ...example }),
    ask(verbs.update.id, { id: main, expectedRevision: 2, description: null, ...example }),
    ask(verbs.dependencies.id, { id: free, limit: 1 })
  ]
  return { main, free, make, cases }
}
