import type { Access } from "@agent-operations/auth"
import { prompts as family } from "@agent-operations/contract/prompts"
import { Invoker, makeCalls } from "@agent-operations/operations"
import { Effect } from "effect"

const chat = (system: string) =>
  ({
    type: "chat",
    messages: [
      { role: "system", content: system },
      { placeholder: "history" },
      { role: "user", content: "{{question}}" }
    ]
  }) as const

/** A prompt that was changed twice and is deployed at its second revision, and the style that it includes. */
export const createPrompts = Effect.fnUntraced(function* (access: Access) {
  const { invoke } = yield* Invoker
  const { prompts } = makeCalls([family], (id, input) => invoke(id, input, access))
  const nothing = { model: null, tools: [], responseFormat: null, extra: {} }

  const style = yield* prompts.create({
    name: "House style",
    description: "How everything that customers read is written.",
    source: {
      type: "text",
      template: "Write in {{language}}, in short sentences.\nSay what you know, and say so where you don't."
    },
    settings: { ...nothing, variables: [{ name: "language", required: true, default: "English" }] },
    references: {}
  })
  const { id } = yield* prompts.create({
    name: "Answer a customer",
    description: "What the support agent is told before a customer's question.",
    source: chat("You are the support agent of {{shop}}."),
    settings: {
      ...nothing,
      variables: [
        { name: "shop", required: true, default: "Lumen Lamps" },
        { name: "history", required: false },
        { name: "question", required: true }
      ],
      model: { name: "gpt-4o-mini", parameters: { temperature: 0.2 } }
    },
    references: {}
  })
  yield* prompts.update({
    id,
    expectedRevision: 1,
    source: chat("You are the support agent of {{shop}}.\n\n{{> style}}"),
    references: { style: { kind: "prompt", id: style.id, revision: 1 } }
  })
  yield* prompts.update({
    id,
    expectedRevision: 2,
    source: chat(
      "You are the support agent of {{shop}}.\n\n{{> style}}\n\nAnswer with the number of the order, if the customer names one."
    )
  })
  yield* prompts.setLabel({ id, label: "staging", revision: 3, expectedRevision: null })
  yield* prompts.setLabel({ id, label: "production", revision: 2, expectedRevision: null })
})
