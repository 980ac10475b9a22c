import type { Access } from "@agent-operations/auth"
import { scorers as family } from "@agent-operations/contract/scorers"
import { Invoker, makeCalls } from "@agent-operations/operations"
import { Effect } from "effect"

const overlap = `/** How many of the expected words are in the output. */
const words = (text: string) => new Set(text.toLowerCase().match(/\\p{L}+/gu) ?? [])

export default ({ output, expected }: { output: string; expected: string }) => {
  const said = words(output)
  const wanted = [...words(expected)]
  const missing = wanted.filter((word) => !said.has(word))
  return {
    value: wanted.length === 0 ? 1 : 1 - missing.length / wanted.length,
    explanation: missing.length === 0 ? "All of it is there." : \`Not there: \${missing.join(", ")}\`
  }
}
`

/** A built-in measure, one as code, and a question to people, whose IDs are told. */
export const createScorers = Effect.fnUntraced(function* (access: Access) {
  const { invoke } = yield* Invoker
  const { scorers } = makeCalls([family], (id, input) => invoke(id, input, access))
  const settings = { inputs: {}, passAt: null, higherIsBetter: true, timeoutMs: 2000, extra: {} }
  const exact = yield* scorers.create({
    name: "exact",
    description: "Whether the output is what is expected.",
    source: { type: "builtin", name: "exact", options: { ignoreCase: true, trim: true } },
    settings: { ...settings, output: { type: "boolean" } },
    references: {}
  })
  const byWords = yield* scorers.create({
    name: "overlap",
    description: "How many of the expected words are in the output.",
    source: { type: "code", language: "typescript", code: overlap },
    settings: { ...settings, output: { type: "number", min: 0, max: 1 }, passAt: 1 },
    references: {}
  })
  const helpful = yield* scorers.create({
    name: "helpful",
    description: "Whether a person would be helped.",
    source: {
      type: "human",
      question: "Does the answer help whoever asked?",
      guidance: "An answer that is right but leaves open what to do next helps partly."
    },
    settings: {
      ...settings,
      output: {
        type: "label",
        labels: [
          { label: "yes", value: 1 },
          { label: "partly", value: 0.5 },
          { label: "no", value: 0 }
        ]
      },
      passAt: 1
    },
    references: {}
  })
  return { exact: exact.id, overlap: byWords.id, helpful: helpful.id }
})
