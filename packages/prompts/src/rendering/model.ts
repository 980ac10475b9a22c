import type { Operation, Reference } from "@agent-operations/contract"
import type { Prompt, PromptMessage, prompts, PromptValue, RenderedPrompt } from "@agent-operations/contract/prompts"
import type { DecodedContent } from "@agent-operations/definitions"

export type Source = Prompt["source"]
export type Message = typeof PromptMessage.Type
export type Value = typeof PromptValue.Type
export type Rendered = typeof RenderedPrompt.Type
export type Checked = Omit<Operation.Result<(typeof prompts)["operations"]["validate"]>, "rendered">
export type Issue = Checked["issues"][number]
export type Variables = { readonly [name: string]: Value }

/** A prompt at one revision, or a draft, whose ID and revision are null. */
export interface PromptNode {
  readonly id: string | null
  readonly revision: number | null
  readonly source: Source
  readonly settings: Pick<Prompt["settings"], "variables">
  readonly references: { readonly [alias: string]: Reference }
}

/** A prompt with all that it includes, each as it is referenced. */
export interface PromptGraph {
  readonly root: PromptNode
  /** The others, each once. */
  readonly others: ReadonlyArray<PromptNode>
  readonly resolve: (reference: Reference) => PromptNode | undefined
}

/** The templates of a prompt, each with the keys that lead to it. */
export const templatesOf = (
  source: Source
): ReadonlyArray<{ readonly path: ReadonlyArray<string | number>; readonly text: string }> =>
  source.type === "text"
    ? [{ path: ["source", "template"], text: source.template }]
    : source.messages.flatMap((message, n) =>
        "placeholder" in message ? [] : [{ path: ["source", "messages", n, "content"], text: message.content }]
      )

/** How deep prompts include one another. */
export const maxDepth = 8

/** How large what is rendered may be, in bytes of UTF-8. */
export const maxRenderedBytes = 1024 * 1024

/** What a message calls a prompt. */
export const nameOf = ({ id, revision }: Pick<PromptNode, "id" | "revision">): string =>
  id === null ? "the draft" : `prompt ${id} at revision ${revision}`

/** A stored revision as a node: what was written was decoded by the kind's schemas, and may have much beside its variables. */
export const nodeOf = ({
  id,
  revision,
  source,
  settings,
  references
}: Omit<DecodedContent, "kind" | "name" | "description">): PromptNode => ({
  id,
  revision,
  source: source as Source,
  settings: { variables: (settings as PromptNode["settings"]).variables },
  // The store has kept the kinds that a prompt may refer to.
  references: references as PromptNode["references"]
})
