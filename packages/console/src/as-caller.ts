import { calledBy } from "@agent-operations/auth"
import { CallVia } from "@agent-operations/operations"
import { Effect } from "effect"
import { withApi } from "./content/api/with-api.ts"
import type { ContentHandler, ContentServices, ContentVisit, PageHandler } from "./context.ts"

/** A page whose operations are called as the person who opened it. */
export const asCaller =
  (page: ContentHandler): PageHandler<ContentVisit, ContentServices> =>
  (visit) =>
    withApi(page)(visit).pipe(calledBy(visit.access), Effect.provideService(CallVia, "browser"))
