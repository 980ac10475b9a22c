import { Caller } from "@agent-operations/auth"
import { type Family, type Operation, PageView, type pageViews } from "@agent-operations/contract"
import { spaceOf } from "@agent-operations/definitions"
import { EncodedJson, inTurnsIfLong, parsedJson } from "@agent-operations/operations"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { UnreadNode } from "./validation/model.ts"
import { makeValidateWhole } from "./validation/whole.ts"

type Contract = Family.OperationById<typeof pageViews, "validate_page_view">

/** Checks a saved page view or a draft, with everything that it uses. Nothing is run. */
export const validatePageView = Effect.gen(function* () {
  const store = yield* EncodedRevisionStore
  const validateWhole = yield* makeValidateWhole

  /** Its settings stay text, which is copied to a thread at once, and read there. */
  const saved = Effect.fnUntraced(function* (id: string, of: number | undefined) {
    const read = yield* store.read(spaceOf(yield* Caller), PageView, id, of)
    const { kind, revision, settings } = read
    const source = yield* inTurnsIfLong(read.source.length, parsedJson(read.source))
    return { kind, id, revision, source, settings, references: JSON.parse(read.references) }
  })

  return Effect.fnUntraced(function* (input: Operation.Input<Contract>) {
    const root =
      input.draft === undefined
        ? yield* saved(input.id ?? "", input.revision)
        : { kind: PageView.name, id: null, revision: null, ...input.draft }
    return EncodedJson.of<Operation.Result<Contract>>(yield* validateWhole(root as UnreadNode))
  })
})
