import { Caller } from "@agent-operations/auth"
import { Effect } from "effect"
import type { ContentHandler, ContentServices, ContentVisit, PageHandler } from "./context.ts"

/** A page whose operations are called as the person who opened it. */
export const asCaller =
  (page: ContentHandler): PageHandler<ContentVisit, ContentServices> =>
  (visit) =>
    Effect.provideService(page(visit), Caller, visit.access)
