import { inTurns } from "@agent-operations/operations"
import { Effect } from "effect"
import { makeReadGraph } from "./graph.ts"
import type { PromptNode, Variables } from "./model.ts"
import { render } from "./render.ts"
import { renderErrorOf } from "./RenderFault.ts"

/** Renders a prompt with what it includes. Law: M3. */
export const makeRender = Effect.map(makeReadGraph, (readGraph) =>
  Effect.fnUntraced(function* (root: PromptNode, variables: Variables) {
    const graph = yield* readGraph(root)
    return yield* Effect.mapError(Effect.fromResult(yield* inTurns(render(graph, variables))), renderErrorOf)
  })
)
