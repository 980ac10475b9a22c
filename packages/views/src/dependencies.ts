import { Caller } from "@agent-operations/auth"
import { type Family, type Operation, PageView, type pageViews } from "@agent-operations/contract"
import { defaultDependencyLimit, spaceOf } from "@agent-operations/definitions"
import { EncodedJson } from "@agent-operations/operations"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect } from "effect"

type Contract = Family.OperationById<typeof pageViews, "get_page_view_dependencies">

/** Law: P7. */
export const getPageViewDependencies = Effect.map(EncodedRevisionStore, (store) =>
  Effect.fnUntraced(function* ({ id, limit = defaultDependencyLimit }: Operation.Input<Contract>) {
    const page = yield* store.referrers(spaceOf(yield* Caller), PageView, id, limit)
    return EncodedJson.of<Operation.Result<Contract>>(page)
  })
)
