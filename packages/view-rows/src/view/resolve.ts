import { CustomField, PageView } from "@agent-operations/contract"
import { decodeContent, withoutExtra } from "@agent-operations/definitions"
import { NotFound } from "@agent-operations/error-envelope"
import { inTurns, parsedJson } from "@agent-operations/operations"
import type { EncodedRevisionStore, GraphNode, ReadRevision, Space } from "@agent-operations/revision-store"
import {
  type DefinitionNode,
  type Graph,
  graphLimits,
  type PageViewNode,
  type Reference,
  type Resolved,
  toNodes
} from "@agent-operations/views"
import { Effect } from "effect"
import { nodesOfUnsaved, type UnsavedFields, withUnsaved } from "./unsaved.ts"

/** A page view that is asked for: a saved one, or a draft. */
export interface Asked {
  readonly id?: string | undefined
  readonly revision?: number | undefined
  readonly draft?: Draft | undefined
}

interface Draft extends Pick<PageViewNode, "source" | "settings" | "references"> {
  readonly customFields?: UnsavedFields | undefined
}

/** A page view with all that it uses, and at which revisions: the same numbers find the same again. Law: T16. */
export interface View {
  readonly graph: Graph & { readonly root: PageViewNode }
  /** The custom fields of its draft that are not saved; they are among the nodes of the graph. */
  readonly unsaved: UnsavedFields
  /** The page view's own, unless it is a draft; then of each reference without a pin, in the order of `follow`. */
  readonly revisions: ReadonlyArray<number>
}

type Store = EncodedRevisionStore["Service"]

const kinds = { page_view: PageView, custom_field: CustomField } as const

const identity = ({ kind, id, revision }: Reference) => `${kind} ${id} ${revision ?? ""}`

/** Stands for the revision of what is not there. */
const gone = 0

/**
 * Follows references from definition to definition, in waves, each in the order of kind, ID and revision: so that who
 * follows them again meets them in the same order.
 */
const follow = <E, R>(
  root: PageViewNode,
  read: (wave: ReadonlyArray<Reference>) => Effect.Effect<ReadonlyArray<DefinitionNode | undefined>, E, R>
) =>
  Effect.gen(function* () {
    const found: Array<Resolved> = []
    const seen = new Set<string>()
    for (let wave = Object.values(root.references); wave.length > 0;) {
      const asked = new Map<string, Reference>()
      for (const reference of wave) if (!seen.has(identity(reference))) asked.set(identity(reference), reference)
      for (const name of asked.keys()) seen.add(name)
      const sorted = [...asked].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, reference]) => reference)
      const nodes = yield* read(sorted)
      for (const [n, requested] of sorted.entries()) if (nodes[n] !== undefined) found.push({ ...nodes[n], requested })
      wave = nodes.flatMap((node) => (node === undefined ? [] : Object.values(node.references)))
    }
    return found
  })

/** What was written was decoded by the kind's schemas, and is what its kind says. Nothing reads its `extra`. */
const nodeOf = (read: ReadRevision): Effect.Effect<DefinitionNode> =>
  Effect.map(decodeContent(read), ({ kind, id, revision, source, settings, references }) => {
    const node: object = { kind, id, revision, source, settings: withoutExtra(settings as object), references }
    return node as DefinitionNode
  })

/** The definitions that references lead to, with their settings as values, by steps. */
function* readNodes(graph: ReadonlyArray<GraphNode>): Generator<void, Array<Resolved>> {
  const nodes: Array<Resolved> = []
  for (const node of yield* toNodes(graph)) {
    const settings = typeof node.settings === "string" ? yield* parsedJson(node.settings) : node.settings
    nodes.push({ ...node, settings: withoutExtra(settings as object) } as Resolved)
    yield
  }
  return nodes
}

const rootOf = Effect.fnUntraced(function* (store: Store, space: Space, asked: Asked, revision: number | undefined) {
  if (asked.draft !== undefined) {
    const { source, settings, references, customFields = {} } = asked.draft
    const all = withUnsaved(references, customFields)
    const own = { source, settings: withoutExtra(settings), references: all }
    return { kind: "page_view", id: null, revision: null, ...own } satisfies PageViewNode
  }
  return (yield* nodeOf(yield* store.read(space, PageView, asked.id ?? "", revision))) as PageViewNode
})

/** The references of some definitions, by what they are to. */
const allReferences = (definitions: ReadonlyArray<Pick<PageViewNode, "references">>) =>
  Object.fromEntries(
    definitions.flatMap(({ references }) => Object.values(references).map((one) => [identity(one), one] as const))
  )

/** Finds a page view with all that it uses, at pinned or current revisions. */
export const resolve = Effect.fnUntraced(function* (store: Store, space: Space, asked: Asked) {
  const root = yield* rootOf(store, space, asked, asked.revision)
  const { customFields: unsaved = {}, references = root.references } = asked.draft ?? {}
  const own = nodesOfUnsaved(unsaved)
  const graph = yield* store.graph(space, allReferences([{ references }, ...own]), graphLimits)
  const nodes = [...(graph.length === 0 ? [] : yield* inTurns(readNodes(graph))), ...own]
  const byRequest = new Map(nodes.map((node) => [identity(node.requested), node]))
  const revisions = root.revision === null ? [] : [root.revision]
  yield* follow(root, (wave) =>
    Effect.sync(() =>
      wave.map((reference) => {
        const node = byRequest.get(identity(reference))
        if (reference.revision === null) revisions.push(node?.revision ?? gone)
        return node
      })
    )
  )
  const view: View = { graph: { root, nodes }, revisions, unsaved }
  return view
})

/** Finds it again as it was on the first page of a walk, whatever was changed since. Law: T16. */
export const resolveAt = Effect.fnUntraced(function* (
  store: Store,
  space: Space,
  asked: Asked,
  revisions: ReadonlyArray<number>
) {
  const left = [...revisions]
  const unsaved = asked.draft?.customFields ?? {}
  const own = new Map(nodesOfUnsaved(unsaved).map((node) => [identity(node.requested), node]))
  const root = yield* rootOf(store, space, asked, asked.draft === undefined ? left.shift() : undefined)
  const readOne = (reference: Reference, revision: number) =>
    store.read(space, kinds[reference.kind], reference.id, revision).pipe(
      Effect.flatMap(nodeOf),
      Effect.catchIf(
        (error) => error instanceof NotFound,
        () => Effect.succeed(undefined)
      )
    )
  const nodes = yield* follow(root, (wave) =>
    Effect.suspend(() => {
      const asked = wave.map((reference) => [reference, reference.revision ?? left.shift() ?? gone] as const)
      return Effect.all(
        asked.map(([reference, revision]) =>
          revision === gone ? Effect.succeed(own.get(identity(reference))) : readOne(reference, revision)
        ),
        { concurrency: "unbounded" }
      )
    })
  )
  const view: View = { graph: { root, nodes }, revisions, unsaved }
  return view
})
