import { compare } from "./issues.ts"
import type { DefinitionNode, Kind, Reference } from "./model.ts"

/** A graph with each definition-at-a-revision once, however many references lead to it. */
export interface Resolution<N = DefinitionNode> {
  /** The root, then the others by kind, ID and revision. */
  readonly definitions: readonly [root: N, ...dependencies: ReadonlyArray<N>]
  readonly resolve: (reference: Reference) => N | undefined
}

interface Nodes<N> {
  readonly root: N
  readonly nodes: ReadonlyArray<N & { readonly requested: Reference }>
}

/** Indexes a graph, in an order that does not depend on that of its nodes. */
export const resolution = <N extends Identified>({ root, nodes }: Nodes<N>): Resolution<N> => {
  const byIdentity = new Map<string, N>(root.id === null ? [] : [[identity(root), root]])
  const byRequest = new Map<string, string>()
  for (const node of nodes) {
    if (!byIdentity.has(identity(node))) byIdentity.set(identity(node), node)
    byRequest.set(identity(node.requested), identity(node))
  }
  const dependencies = [...byIdentity.values()].filter((node) => node !== root)
  return {
    definitions: [root, ...dependencies.sort(byIdentityOrder)],
    resolve: (reference) => byIdentity.get(byRequest.get(identity(reference)) ?? "")
  }
}

interface Identified {
  readonly kind: Kind
  readonly id: string | null
  readonly revision: number | null
}

const identity = ({ kind, id, revision }: Identified) => `${kind} ${id} ${revision}`

const byIdentityOrder = (a: Identified, b: Identified) =>
  compare(a.kind, b.kind) || compare(a.id ?? "", b.id ?? "") || (a.revision ?? 0) - (b.revision ?? 0)

/** The revision of a definition that is not saved, beside the root of a graph. */
export const unsaved = 0

/** What a message calls a definition: `custom field cf_… at revision 3`. */
export const nameOf = ({ kind, id, revision }: Identified): string =>
  id === null
    ? `the draft ${kind.replace("_", " ")}`
    : `${kind.replace("_", " ")} ${id}${revision === null || revision === unsaved ? "" : ` at revision ${revision}`}`
