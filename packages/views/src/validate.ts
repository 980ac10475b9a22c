import { Caller } from "@agent-operations/auth"
import { type Family, type Operation, PageView, type pageViews } from "@agent-operations/contract"
import { spaceOf } from "@agent-operations/definitions"
import { EncodedJson } from "@agent-operations/operations"
import { decodeRevision, EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { PageViewNode } from "./validation/model.ts"
import { makeValidateWhole } from "./validation/whole.ts"

type Contract = Family.OperationById<typeof pageViews, "validate_page_view">

/** Checks a saved page view or a draft, with everything that it uses. Nothing is run. */
export const validatePageView = Effect.gen(function* () {
  const store = yield* EncodedRevisionStore
  const validateWhole = yield* makeValidateWhole
  return Effect.fnUntraced(function* (input: Operation.Input<Contract>) {
    const root =
      input.draft === undefined
        ? decodeRevision(yield* store.read(spaceOf(yield* Caller), PageView, input.id ?? "", input.revision))
        : { kind: PageView.name, id: null, revision: null, ...input.draft }
    return EncodedJson.of<Operation.Result<Contract>>(yield* validateWhole(root as PageViewNode))
  })
})
