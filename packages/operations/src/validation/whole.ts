import { Caller } from "@agent-operations/auth"
import type { GraphNode } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { Services } from "../meaning.ts"
import { maxResponseBytes } from "../paging/limits.ts"
import { spaceOf } from "../space.ts"
import type { UnreadGraph, UnreadNode } from "./model.ts"

/** How much of what a definition uses is checked at once. Source: the specification, "Limits" (evidence reads). */
const graphLimits = { maxNodes: 1000, maxBytes: maxResponseBytes }

/** The definitions that references lead to, as validation takes them; what is not there is left out. */
const toNodes = (graph: ReadonlyArray<GraphNode>): UnreadGraph["nodes"] =>
  graph.flatMap(({ requested, resolved }) =>
    resolved === null
      ? []
      : [{ kind: requested.kind, id: requested.id, requested, ...resolved } as UnreadGraph["nodes"][number]]
  )

/**
 * Checks a definition, saved or not, with everything that it uses in the caller's project. Nothing is run, and nothing
 * is saved.
 *
 * @example
 * yield* validateWhole(yield* OperationServices, { kind: "custom_field", id: null, revision: null, source, settings, references })
 */
export const validateWhole = Effect.fnUntraced(function* (
  { store, validator }: Pick<Services, "store" | "validator">,
  root: UnreadNode
) {
  const graph = yield* store.graph(spaceOf(yield* Caller), root.references, graphLimits)
  return yield* validator.validate({ root, nodes: toNodes(graph) })
})
