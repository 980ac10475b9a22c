import type { ErrorOf } from "@agent-operations/error-envelope"
import type { Space } from "@agent-operations/revision-store"
import { Context, type Effect } from "effect"

/** What runs have of items, where a host has evaluations. */
export class ItemEvidence extends Context.Service<
  ItemEvidence,
  {
    /** Of how many targets about an item of a dataset there is evidence. */
    readonly count: (
      space: Space,
      item: { readonly datasetId: string; readonly itemId: string }
    ) => Effect.Effect<number, ErrorOf<"UNAVAILABLE" | "TIMEOUT">>
  }
>()("@agent-operations/evals/ItemEvidence") {}
