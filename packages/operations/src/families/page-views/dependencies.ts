import { Caller } from "@agent-operations/auth"
import { type Operation, type OperationById, PageView } from "@agent-operations/contract"
import { encode } from "../../json.ts"
import type { Services } from "../../meaning.ts"
import { defaultDependencyLimit } from "../../paging/limits.ts"
import { spaceOf } from "../../space.ts"
import { traced } from "../../traced.ts"

type Contract = OperationById<"get_page_view_dependencies">

export const getPageViewDependencies = ({ store }: Services) =>
  traced("get_page_view_dependencies")(function* ({ id, limit = defaultDependencyLimit }: Operation.Input<Contract>) {
    const page = yield* store.referrers(spaceOf(yield* Caller), PageView, id, limit)
    return encode(page as Operation.Result<Contract>)
  })
