import type { Reference } from "@agent-operations/contract"
import type { PromptGraph, PromptNode } from "../src/index.ts"

/** A text prompt that includes others by their names, and declares these variables. */
export interface Given {
  readonly template: string
  readonly variables?: PromptNode["settings"]["variables"]
  /** Alias to name. */
  readonly includes?: Readonly<Record<string, string>>
}

const reference = (id: string): Reference<"prompt"> => ({ kind: "prompt", id, revision: 1 })

/** Prompts by their names as a graph, of which the first is the root. */
export const graphOf = (given: Readonly<Record<string, Given | PromptNode["source"]>>): PromptGraph => {
  const nodes = new Map(
    Object.entries(given).map(([id, one]): [string, PromptNode] => {
      const { variables = [], includes = {} } = "type" in one ? {} : one
      return [
        id,
        {
          id,
          revision: 1,
          source: "type" in one ? one : { type: "text", template: one.template },
          settings: { variables },
          references: Object.fromEntries(Object.entries(includes).map(([alias, name]) => [alias, reference(name)]))
        }
      ]
    })
  )
  const [root, ...others] = [...nodes.values()]
  return { root: root!, others, resolve: ({ id }) => nodes.get(id) }
}
