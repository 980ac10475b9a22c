import type { Json, Side } from "@agent-operations/definition-diff"
import { CommandError, exits } from "../errors.ts"
import type { AnyClient } from "../session.ts"
import { codeOf } from "./code.ts"
import type { ServedKind } from "./kind-of-id.ts"

/** What a definition of any kind says. */
export type Content = {
  readonly name: string
  readonly description: string | null
  readonly source: { readonly [key: string]: Json }
  readonly settings: Json
  readonly references: Json
}

/** What a definition says, by its members, in the order in which people read it. */
export const contentMembers = ["name", "description", "source", "settings", "references"] as const

/** A definition of any kind at one revision. */
export type Definition = Content & {
  readonly id: string
  readonly revision: number
  readonly updatedAt: string
  readonly updatedBy: { readonly name: string }
}

/** Reads a definition at its current revision, or at another. What has another ID is refused: files are named by it. */
export const readDefinition = async (
  { call }: AnyClient,
  { get }: ServedKind,
  input: { readonly id: string; readonly revision?: number },
  signal: AbortSignal
): Promise<Definition> => {
  const definition = (await call(get.id, input, { signal })) as Partial<Definition> | null
  if (definition?.id === input.id) return definition as Definition
  throw new CommandError(`The server answered with another definition than ${input.id}.`, {
    code: "NOT_AN_ENVELOPE",
    hint: "See that the address is that of an Agent Operations server, and that nothing answers in its place.",
    exit: exits.server
  })
}

export const contentOf = ({ name, description, source, settings, references }: Definition): Content => ({
  name,
  description,
  source,
  settings,
  references
})

/** What a definition says, as it is compared: its code or formula by lines, all else by path. */
export const sideOf = (
  { kind }: Pick<ServedKind, "kind">,
  { name, description, source, settings, references }: Content
): Side => {
  const { key, text } = codeOf(kind, source) ?? {}
  return {
    name,
    description,
    text: text ?? "",
    source: Object.fromEntries(Object.entries(source).filter(([member]) => member !== key)),
    settings,
    references
  }
}
