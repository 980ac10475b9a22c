import type { Prompt } from "@agent-operations/contract/prompts"
import type { Content } from "../../Section.ts"
import type { Values } from "./validate.ts"

type Shown = Pick<Content, "source" | "settings">

type Variable = Prompt["settings"]["variables"][number]

/** The variables that a prompt declares. What was written was decoded by the kind's schemas. */
const declaredBy = ({ settings }: Shown): ReadonlyArray<Variable> =>
  (settings as Partial<Prompt["settings"]>).variables ?? []

/** The variables that messages are put in for. */
export const placeholdersOf = ({ source }: Shown): ReadonlySet<string> => {
  const told = source as Prompt["source"]
  const messages = told.type === "chat" ? told.messages : []
  return new Set(messages.flatMap((message) => ("placeholder" in message ? [message.placeholder] : [])))
}

/** What stands for a variable that has no value yet, so that the rest can be read. */
export const markOf = (name: string, isPlaceholder: boolean): Values[string] =>
  isPlaceholder ? [{ role: "user", content: `⟨${name}⟩` }] : `⟨${name}⟩`

/** The text variables that a saved prompt can be tried with: those that are put in for messages stay as they are. */
export const askedOf = (shown: Shown): ReadonlyArray<Variable> => {
  const placeholders = placeholdersOf(shown)
  return declaredBy(shown).filter(({ name }) => !placeholders.has(name))
}
