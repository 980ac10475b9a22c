import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { shortText } from "../short-text.ts"
import { exampleItem, ItemId } from "./item.ts"

/** Takes the content of an item away for good, in every version. Laws: D2, F1. */
export const purgeDatasetItem = operation({
  id: "purge_dataset_item",
  summary: "Purge an item of a dataset",
  description:
    "Removes the input, expected, metadata, externalId and source of an item for good: in every version of the dataset, " +
    "in the evidence of runs, and of a deleted item too. This can't be undone. The item keeps its ID and position and " +
    "is marked as purged; there is no new version. Outputs and scores of runs stay: delete_eval_run removes them. Only " +
    "owners and admins of the organization may call it, as people: an API key is HUMAN_REQUIRED. The reason is kept in " +
    "the organization's audit log, so it must not repeat what is purged.",
  scopes: ["datasets:write"],
  effect: "destructive",
  callers: "people",
  input: Schema.Struct({
    id: ItemId.annotateKey({ description: "ID of the item." }),
    reason: shortText(500).annotate({ description: "Why, for the audit log: 1 to 500 characters." })
  }),
  result: Schema.Struct({
    id: ItemId.annotateKey({ description: "ID of the item." }),
    purged: Schema.Literal(true).annotateKey({ description: "Always true." }),
    evidence: Schema.Natural.annotate({
      description:
        "The number of targets of runs whose evidence named the item. What they were asked is removed from it."
    })
  }),
  errors: ["NOT_FOUND", "HUMAN_REQUIRED", "ADMIN_REQUIRED"],
  example: {
    input: { id: exampleItem.id, reason: "Erasure asked for in ticket 4711." },
    result: { id: exampleItem.id, purged: true, evidence: 6 }
  }
})
