import { Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import { Prompt, type prompts } from "@agent-operations/contract/prompts"
import { decodeContent, spaceOf } from "@agent-operations/definitions"
import { inTurns } from "@agent-operations/operations"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect } from "effect"
import { checkPrompt } from "./rendering/check.ts"
import { makeReadGraph } from "./rendering/graph.ts"
import { nodeOf } from "./rendering/model.ts"
import { render } from "./rendering/render.ts"
import { renderErrorOf } from "./rendering/RenderFault.ts"

/** Checks a saved prompt or a draft, with everything that it includes, and renders it where variables are given. Law: M3. */
export const validatePrompt = Effect.gen(function* () {
  const store = yield* EncodedRevisionStore
  const readGraph = yield* makeReadGraph
  return Effect.fnUntraced(function* (input: Operation.Input<(typeof prompts)["operations"]["validate"]>) {
    const { id = "", revision, draft, variables } = input
    const root =
      draft === undefined
        ? nodeOf(yield* decodeContent(yield* store.read(spaceOf(yield* Caller), Prompt, id, revision)))
        : { id: null, revision: null, ...draft }
    const graph = yield* readGraph(root)
    const checked = yield* inTurns(checkPrompt(graph))
    if (variables === undefined || !checked.valid) return { ...checked, rendered: null }
    const rendered = yield* Effect.mapError(Effect.fromResult(yield* inTurns(render(graph, variables))), renderErrorOf)
    return { ...checked, rendered }
  })
})
