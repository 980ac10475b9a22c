import { PromptMessage } from "@agent-operations/contract/prompts"
import type { Rendered, Variables } from "@agent-operations/prompts"
import { Schema } from "effect"

const isMessages = Schema.is(Schema.Array(PromptMessage))

const valueOf = (value: unknown): Variables[string] => {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  return isMessages(value) && value.length > 0 ? value : JSON.stringify(value)
}

/**
 * The variables that a value gives a prompt: its members, or one named `input` of what is no object. What a variable can't
 * be is its JSON.
 *
 * @example
 * variablesOf({ question: "France?", tags: ["a"] }) // { question: "France?", tags: '["a"]' }
 */
export const variablesOf = (value: unknown): Variables =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, valueOf(member)]))
    : { input: valueOf(value) }

/** What a model is told of a rendered prompt. */
export const messagesOf = (rendered: Rendered) =>
  rendered.type === "chat" ? rendered.messages : [{ role: "user" as const, content: rendered.text }]
