import { Caller } from "@agent-operations/auth"
import { spaceOf } from "@agent-operations/definitions"
import { inTurns, maxResponseBytes, parsedJson } from "@agent-operations/operations"
import { EncodedRevisionStore, type GraphNode } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { UnreadGraph, UnreadNode } from "./model.ts"
import { Validator } from "./Validator.ts"

/** How much of what a definition uses is checked at once. Source: the specification, "Limits" (evidence reads). */
export const graphLimits = { maxNodes: 1000, maxBytes: maxResponseBytes }

type Unread = UnreadGraph["nodes"][number]

/** The definitions that references lead to, as validation takes them; what is not there is left out. By steps. */
export function* toNodes(graph: ReadonlyArray<GraphNode>): Generator<void, ReadonlyArray<Unread>> {
  const nodes: Array<Unread> = []
  for (const { requested, resolved } of graph) {
    if (resolved === null) continue
    const source = yield* parsedJson(resolved.source)
    const references: unknown = JSON.parse(resolved.references)
    const { kind, id } = requested
    nodes.push({ kind, id, requested, ...resolved, source, references } as Unread)
    yield
  }
  return nodes
}

/**
 * Checks a definition, saved or not, with everything that it uses in the caller's project. Nothing is run, and nothing
 * is saved.
 *
 * @example
 * const validateWhole = yield* makeValidateWhole
 * yield* validateWhole({ kind: "custom_field", id: null, revision: null, source, settings, references })
 */
export const makeValidateWhole = Effect.gen(function* () {
  const store = yield* EncodedRevisionStore
  const validator = yield* Validator
  return Effect.fnUntraced(function* (root: UnreadNode) {
    const graph = yield* store.graph(spaceOf(yield* Caller), root.references, graphLimits)
    return yield* validator.validate({ root, nodes: graph.length === 0 ? [] : yield* inTurns(toNodes(graph)) })
  })
})
