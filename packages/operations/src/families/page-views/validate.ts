import { Caller } from "@agent-operations/auth"
import { type Operation, type OperationById, PageView } from "@agent-operations/contract"
import { decodeRevision, type GraphNode } from "@agent-operations/revision-store"
import { encode } from "../../json.ts"
import type { Services } from "../../meaning.ts"
import { maxResponseBytes } from "../../paging/limits.ts"
import { spaceOf } from "../../space.ts"
import { traced } from "../../traced.ts"
import type { PageViewNode, Resolved } from "../../validation/model.ts"

/** How much of what a page view uses is checked at once. Source: the specification, "Limits" (evidence reads). */
const graphLimits = { maxNodes: 1000, maxBytes: maxResponseBytes }

/** The definitions that references lead to, as validation takes them; what is not there is left out. */
const toNodes = (graph: ReadonlyArray<GraphNode>) =>
  graph.flatMap(({ requested, resolved }) =>
    resolved === null ? [] : [{ kind: requested.kind, id: requested.id, requested, ...resolved } as Resolved]
  )

/** Checks a saved page view or a draft, with everything that it uses. Nothing is run. */
export const validatePageView = ({ store, validator }: Services) =>
  traced("validate_page_view")(function* (input: Operation.Input<OperationById<"validate_page_view">>) {
    const space = spaceOf(yield* Caller)
    const root =
      input.draft === undefined
        ? decodeRevision(yield* store.read(space, PageView, input.id ?? "", input.revision))
        : { kind: PageView.name, id: null, revision: null, ...input.draft }
    const graph = yield* store.graph(space, root.references, graphLimits)
    return encode(yield* validator.validate({ root: root as PageViewNode, nodes: toNodes(graph) }))
  })
