import { PromptMessage } from "@agent-operations/contract/prompts"
import { type FrozenPrompt, type Rendered, renderFrozen, type Variables } from "@agent-operations/prompts"
import { Result, Schema } from "effect"
import { type Write, writeJson } from "../../scorers/write-json.ts"

/** How many variables a prompt is given at most, as when it is rendered by name. */
const maxVariables = 1000

const isMessage = Schema.is(PromptMessage)

/** How many items of a list are looked at in a step. */
const itemsOfStep = 1000

function* areMessages(value: unknown): Generator<void, boolean> {
  if (!Array.isArray(value) || value.length === 0) return false
  for (let n = 0; n < value.length; n++) {
    if (!isMessage(value[n])) return false
    if (n % itemsOfStep === itemsOfStep - 1) yield
  }
  return true
}

/** Undefined where it nests too deep. */
function* valueOf(value: unknown, write: Write): Generator<void, Variables[string] | undefined> {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  if (yield* areMessages(value)) return value as Variables[string]
  const written = yield* write(value)
  return "tooMuch" in written ? undefined : written.text
}

const membersOf = (value: unknown) =>
  Object.entries(typeof value === "object" && value !== null && !Array.isArray(value) ? value : { input: value })

/**
 * The variables that a value gives a prompt, by steps: its members, or one named `input` of what is no object. What a variable
 * can't be is its JSON, and what nests too deep to be written is none.
 *
 * @example
 * runSteps(variablesOf({ question: "France?", tags: ["a"] })) // { question: "France?", tags: '["a"]' }
 */
export function* variablesOf(value: unknown, write: Write = writeJson): Generator<void, Variables> {
  const variables: Array<readonly [string, Variables[string]]> = []
  for (const [name, member] of membersOf(value)) {
    const one = yield* valueOf(member, write)
    if (one !== undefined) variables.push([name, one])
  }
  return Object.fromEntries(variables)
}

/** What a model is told of a rendered prompt. */
export const messagesOf = (rendered: Rendered) =>
  rendered.type === "chat" ? rendered.messages : [{ role: "user" as const, content: rendered.text }]

/**
 * What a model is told by a prompt of each of any number of values, by steps, or in a sentence why it can't be. Who has
 * written parts of a value already says how.
 */
export const tellingBy = (prompt: FrozenPrompt) => {
  const renderWith = renderFrozen(prompt)
  return function* (value: unknown, write?: Write) {
    return membersOf(value).length > maxVariables
      ? Result.fail(`What the prompt is given has more than ${maxVariables.toLocaleString("en-US")} members.`)
      : Result.map(yield* renderWith(yield* variablesOf(value, write)), messagesOf)
  }
}
