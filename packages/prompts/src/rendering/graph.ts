import type { Reference } from "@agent-operations/contract"
import type { Prompt } from "@agent-operations/contract/prompts"
import { Caller } from "@agent-operations/auth"
import { spaceOf } from "@agent-operations/definitions"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { PromptGraph, PromptNode } from "./model.ts"

/** How much a prompt and all that it includes may be. */
const graphLimits = { maxNodes: 500, maxBytes: 8 * 1024 * 1024 }

const identity = ({ id, revision }: Pick<PromptNode, "id" | "revision">) => `${id} ${revision}`

/** Reads all that a prompt includes, directly or not, from the caller's project. */
export const makeReadGraph = Effect.map(EncodedRevisionStore, (store) =>
  Effect.fnUntraced(function* (root: PromptNode) {
    // Most prompts include none.
    const isAlone = Object.keys(root.references).length === 0
    const found = isAlone ? [] : yield* store.graph(spaceOf(yield* Caller), root.references, graphLimits)
    // By what each is, so that one that is referenced both by its number and as the current one is the same.
    const nodes = new Map<string, PromptNode>(root.id === null ? [] : [[identity(root), root]])
    const requests = new Map<string, PromptNode>()
    for (const { requested, resolved } of found) {
      if (resolved === null) continue
      const key = identity({ id: requested.id, revision: resolved.revision })
      const node = nodes.get(key) ?? {
        id: requested.id,
        revision: resolved.revision,
        // What was written was decoded by the kind's schemas.
        source: resolved.source as Prompt["source"],
        settings: JSON.parse(resolved.settings) as Prompt["settings"],
        references: resolved.references
      }
      nodes.set(key, node)
      requests.set(identity(requested), node)
    }
    const resolve = (reference: Reference) => requests.get(identity(reference))
    const others = [...nodes.values()].filter((node) => node !== root)
    return { root, others, resolve } satisfies PromptGraph
  })
)
