import { Prompt } from "@agent-operations/contract/prompts"
import { decodeContent } from "@agent-operations/definitions"
import { EncodedRevisionStore, type Space } from "@agent-operations/revision-store"
import { Effect, Result } from "effect"
import { makeReadGraph } from "./graph.ts"
import { nodeOf, type PromptGraph, type PromptNode, type Rendered, type Variables } from "./model.ts"
import { render } from "./render.ts"
import { renderErrorOf } from "./RenderFault.ts"

/**
 * A prompt at one revision with all that it includes, as JSON: what is rendered of it is the same for ever, whatever changes
 * later. Law: M3.
 */
export interface FrozenPrompt {
  readonly id: string
  readonly name: string
  readonly revision: number
  /** The prompt itself first. */
  readonly nodes: ReadonlyArray<PromptNode>
  /** Where in `nodes` a reference leads, by the ID and the revision that it names. */
  readonly led: { readonly [reference: string]: number }
}

const keyOf = ({ id, revision }: { readonly id: string; readonly revision: number | null }) => `${id} ${revision ?? ""}`

const ledBy = ({ root, others, resolve }: PromptGraph): FrozenPrompt["led"] => {
  const nodes = [root, ...others]
  const places = new Map(nodes.map((node, place) => [node, place]))
  const led: Record<string, number> = {}
  for (const reference of nodes.flatMap((node) => Object.values(node.references))) {
    const key = keyOf(reference)
    if (Object.hasOwn(led, key)) continue
    const node = resolve(reference)
    const place = node && places.get(node)
    if (place !== undefined) led[key] = place
  }
  return led
}

/** Reads a prompt of the caller's project, at a revision or the current one, with all that it includes. */
export const makeFreezePrompt = Effect.gen(function* () {
  const store = yield* EncodedRevisionStore
  const readGraph = yield* makeReadGraph
  return Effect.fnUntraced(function* (space: Space, id: string, revision: number | undefined) {
    const read = yield* decodeContent(yield* store.read(space, Prompt, id, revision))
    const graph = yield* readGraph(nodeOf(read))
    return {
      id,
      name: read.name,
      revision: read.revision,
      nodes: [graph.root, ...graph.others],
      led: ledBy(graph)
    } satisfies FrozenPrompt
  })
})

/**
 * Renders a frozen prompt by steps with any variables, as often as one likes, or tells in a sentence why it can't be. Its
 * templates are parsed once, which takes many times their memory while this is kept. Laws: M3, K3.
 *
 * @example
 * const renderWith = renderFrozen(prompt)
 * yield* inTurns(renderWith({ name: "Ada" })) // Result.succeed({ type: "text", text: "Hi Ada" })
 */
export const renderFrozen = ({ nodes, led }: FrozenPrompt) => {
  const [root, ...others] = nodes
  const resolve: PromptGraph["resolve"] = (reference) => {
    const place = led[keyOf(reference)]
    return place === undefined ? undefined : nodes[place]
  }
  const parsed = new Map()
  return function* (variables: Variables): Generator<void, Result.Result<Rendered, string>> {
    const rendered = yield* render({ root: root!, others, resolve }, variables, parsed)
    return Result.mapError(rendered, (fault) => renderErrorOf(fault).message)
  }
}
