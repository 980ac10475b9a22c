import { PromptMessage } from "@agent-operations/contract/prompts"
import { type FrozenPrompt, type Rendered, renderFrozen, type Variables } from "@agent-operations/prompts"
import { Result, Schema } from "effect"

/** How many variables a prompt is given at most, as when it is rendered by name. */
const maxVariables = 1000

const isMessages = Schema.is(Schema.Array(PromptMessage))

const valueOf = (value: unknown): Variables[string] => {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  return isMessages(value) && value.length > 0 ? value : JSON.stringify(value)
}

const membersOf = (value: unknown) =>
  Object.entries(typeof value === "object" && value !== null && !Array.isArray(value) ? value : { input: value })

/**
 * The variables that a value gives a prompt: its members, or one named `input` of what is no object. What a variable can't
 * be is its JSON.
 *
 * @example
 * variablesOf({ question: "France?", tags: ["a"] }) // { question: "France?", tags: '["a"]' }
 */
export const variablesOf = (value: unknown): Variables =>
  Object.fromEntries(membersOf(value).map(([name, member]) => [name, valueOf(member)]))

/** What a model is told of a rendered prompt. */
export const messagesOf = (rendered: Rendered) =>
  rendered.type === "chat" ? rendered.messages : [{ role: "user" as const, content: rendered.text }]

/** What a model is told by a prompt of each of any number of values, or in a sentence why it can't be. By steps. */
export const tellingBy = (prompt: FrozenPrompt) => {
  const renderWith = renderFrozen(prompt)
  return function* (value: unknown) {
    if (membersOf(value).length > maxVariables) {
      return Result.fail(`What the prompt is given has more than ${maxVariables.toLocaleString("en-US")} members.`)
    }
    return Result.map(yield* renderWith(variablesOf(value)), messagesOf)
  }
}
