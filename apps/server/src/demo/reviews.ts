import type { Access } from "@agent-operations/auth"
import { reviews as family } from "@agent-operations/contract/reviews"
import { Invoker, makeCalls } from "@agent-operations/operations"
import { Effect } from "effect"

/** How many answers people are asked about. */
const asked = 5

/** Asks people whether the first of some answers help, where there are any. */
export const askAboutAnswers = Effect.fnUntraced(function* (
  access: Access,
  scorerId: string,
  answers: ReadonlyArray<string>
) {
  if (answers.length === 0) return
  const { invoke } = yield* Invoker
  const { reviews } = makeCalls([family], (id, input) => invoke(id, input, access))
  yield* reviews.createSession({
    requestKey: "starter",
    name: "Answers of support",
    subject: { traceIds: answers.slice(0, asked) },
    rubric: { helpful: { id: scorerId } },
    instructions: "Read what was asked and what was answered, and judge it as the customer would."
  })
})
