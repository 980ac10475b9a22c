import { type Access, Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import { Prompt, type prompts } from "@agent-operations/contract/prompts"
import { decodeContent, encodeDefinition, spaceOf } from "@agent-operations/definitions"
import { EncodedJson } from "@agent-operations/operations"
import { DateTime, Effect, Option } from "effect"
import { makeRender } from "../rendering/make-render.ts"
import { nodeOf } from "../rendering/model.ts"
import { PromptEvaluations } from "./PromptEvaluations.ts"
import { makeReadPublished, type Published } from "./read-published.ts"
import { makeRecordUse } from "./record-use.ts"

type Operations = (typeof prompts)["operations"]

/** An answer as text, in which the prompt is passed on as it is stored. */
const answer = <T>(caller: Access, { revision, label, labelRevision }: Published, more: object): EncodedJson<T> => {
  const rest = JSON.stringify({ label, labelRevision, ...more })
  return new EncodedJson(`{"prompt":${encodeDefinition(Prompt, caller, revision).text},${rest.slice(1)}`)
}

/** The handlers of the operations that read what labels point at. Laws: M1, M3. */
export const publishedHandlers = Effect.gen(function* () {
  const readPublished = yield* makeReadPublished
  const render = yield* makeRender
  const recordUse = yield* makeRecordUse
  const evaluations = yield* Effect.serviceOption(PromptEvaluations)

  const newestEvaluation = (caller: Access, { revision: { id, revision } }: Published) =>
    Option.isNone(evaluations) ? Effect.succeed(null) : evaluations.value.newest(spaceOf(caller), id, revision)

  return {
    getPublished: Effect.fnUntraced(function* (input: Operation.Input<Operations["getPublished"]>) {
      return answer<Operation.Result<Operations["getPublished"]>>(yield* Caller, yield* readPublished(input), {})
    }),
    getManaged: Effect.fnUntraced(function* (input: Operation.Input<Operations["getManaged"]>) {
      const startedAt = yield* DateTime.now
      const caller = yield* Caller
      const published = yield* readPublished(input)
      const rendered = yield* render(nodeOf(yield* decodeContent(published.revision)), input.variables)
      const evaluation = yield* newestEvaluation(caller, published)
      const link = yield* recordUse(published, rendered, input, startedAt)
      return answer<Operation.Result<Operations["getManaged"]>>(caller, published, { rendered, link, evaluation })
    })
  }
})
