import { Effect } from "effect"
import type { PageHandler, Visit } from "./context.ts"
import { otherSitePage } from "./failures.ts"
import { isAskedForHere } from "./security.ts"

/**
 * A page that is a file, which the audit log has in the name of whoever takes it: no page of another site leads there. Law: A8.
 */
export const file =
  <V extends Visit, R>(page: PageHandler<V, R>): PageHandler<V, R> =>
  (visit) =>
    isAskedForHere(visit.request.headers) ? page(visit) : Effect.succeed(otherSitePage(visit))
