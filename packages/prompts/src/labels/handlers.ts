import { Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import { Prompt, type prompts } from "@agent-operations/contract/prompts"
import { spaceOf } from "@agent-operations/definitions"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect } from "effect"
import { PromptLabels } from "./PromptLabels.ts"

type Operations = (typeof prompts)["operations"]

/** The handlers of the operations over labels. Laws: M1, M2. */
export const labelHandlers = Effect.gen(function* () {
  const labels = yield* PromptLabels
  const store = yield* EncodedRevisionStore
  return {
    labels: Effect.fnUntraced(function* ({ id }: Operation.Input<Operations["labels"]>) {
      const space = spaceOf(yield* Caller)
      yield* store.read(space, Prompt, id, undefined)
      return { items: yield* labels.list(space, id), nextCursor: null }
    }),
    setLabel: Effect.fnUntraced(function* (input: Operation.Input<Operations["setLabel"]>) {
      return yield* labels.move(yield* Caller, input)
    }),
    protectLabel: Effect.fnUntraced(function* (input: Operation.Input<Operations["protectLabel"]>) {
      return yield* labels.protect(yield* Caller, input.id, input.label, input.protected)
    })
  }
})
