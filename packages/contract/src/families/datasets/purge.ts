import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { shortText } from "../short-text.ts"
import { exampleItem, ItemId } from "./item.ts"

/** Takes the content of an item away for good, in every version. Laws: D2, F1. */
export const purgeDatasetItem = operation({
  id: "purge_dataset_item",
  summary: "Purge an item of a dataset",
  description:
    "Takes the input, expected, metadata, externalId and source of an item away for good: in every version of the dataset, in " +
    "what runs show of it, and where it was deleted too. It can't be undone. The item keeps its id and place, and is marked as " +
    "purged; no version is made. Outputs and scores of runs stay, evidence says of how many targets: delete_eval_run takes them " +
    "away. Owners and admins of the organization may call it, as people: an API key is HUMAN_REQUIRED. The reason is kept in " +
    "the organization's audit log, so it must not repeat what is purged.",
  scopes: ["datasets:write"],
  effect: "destructive",
  callers: "people",
  input: Schema.Struct({
    id: ItemId,
    reason: shortText(500).annotate({ description: "Why, in 1 to 500 characters, for the audit log." })
  }),
  result: Schema.Struct({
    id: ItemId,
    purged: Schema.Literal(true),
    evidence: Schema.Natural.annotate({
      description: "Of how many targets of runs about the item there is evidence: what they were asked is gone from it."
    })
  }),
  errors: ["NOT_FOUND", "HUMAN_REQUIRED", "ADMIN_REQUIRED"],
  example: {
    input: { id: exampleItem.id, reason: "Erasure asked for in ticket 4711." },
    result: { id: exampleItem.id, purged: true, evidence: 6 }
  }
})
