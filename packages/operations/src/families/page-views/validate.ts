import { Caller } from "@agent-operations/auth"
import { type Operation, type OperationById, PageView } from "@agent-operations/contract"
import { decodeRevision } from "@agent-operations/revision-store"
import { encode } from "../../json.ts"
import type { Services } from "../../meaning.ts"
import { spaceOf } from "../../space.ts"
import { traced } from "../../traced.ts"
import type { PageViewNode } from "../../validation/model.ts"
import { validateWhole } from "../../validation/whole.ts"

/** Checks a saved page view or a draft, with everything that it uses. Nothing is run. */
export const validatePageView = (services: Services) =>
  traced("validate_page_view")(function* (input: Operation.Input<OperationById<"validate_page_view">>) {
    const root =
      input.draft === undefined
        ? decodeRevision(yield* services.store.read(spaceOf(yield* Caller), PageView, input.id ?? "", input.revision))
        : { kind: PageView.name, id: null, revision: null, ...input.draft }
    return encode(yield* validateWhole(services, root as PageViewNode))
  })
