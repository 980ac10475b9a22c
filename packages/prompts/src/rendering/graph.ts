import type { Reference } from "@agent-operations/contract"
import { Caller } from "@agent-operations/auth"
import { spaceOf } from "@agent-operations/definitions"
import { inTurns, parsedJson, runSteps } from "@agent-operations/operations"
import { EncodedRevisionStore, type GraphNode } from "@agent-operations/revision-store"
import { Effect } from "effect"
import { nodeOf, type PromptGraph, type PromptNode } from "./model.ts"

/** How much a prompt and all that it includes may be. */
const graphLimits = { maxNodes: 500, maxBytes: 8 * 1024 * 1024 }

const identity = ({ id, revision }: Pick<PromptNode, "id" | "revision">) => `${id} ${revision}`

/** Reads nodes by steps, each once: so that one that is referenced both by its number and as the current one is the same. */
export function* readNodes(root: PromptNode, found: ReadonlyArray<GraphNode>) {
  const nodes = new Map<string, PromptNode>(root.id === null ? [] : [[identity(root), root]])
  const requests = new Map<string, PromptNode>()
  for (const { requested, resolved } of found) {
    if (resolved === null) continue
    const { id } = requested
    const { revision } = resolved
    const key = identity({ id, revision })
    let node = nodes.get(key)
    if (node === undefined) {
      const source = yield* parsedJson(resolved.source)
      const settings = yield* parsedJson(resolved.settings)
      const references = JSON.parse(resolved.references) as PromptNode["references"]
      node = nodeOf({ id, revision, source, settings, references })
      yield
    }
    nodes.set(key, node)
    requests.set(identity(requested), node)
  }
  return { nodes, requests }
}

/** Reads all that a prompt includes, directly or not, from the caller's project. */
export const makeReadGraph = Effect.map(EncodedRevisionStore, (store) =>
  Effect.fnUntraced(function* (root: PromptNode) {
    // Most prompts include none.
    const isAlone = Object.keys(root.references).length === 0
    const found = isAlone ? [] : yield* store.graph(spaceOf(yield* Caller), root.references, graphLimits)
    const steps = readNodes(root, found)
    const { nodes, requests } = isAlone ? runSteps(steps) : yield* inTurns(steps)
    const resolve = (reference: Reference) => requests.get(identity(reference))
    const others = [...nodes.values()].filter((node) => node !== root)
    return { root, others, resolve } satisfies PromptGraph
  })
)
