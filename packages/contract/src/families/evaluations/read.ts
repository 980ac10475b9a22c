import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { limit } from "../../definition/primitives.ts"
import { Alias } from "../../definition/references.ts"
import { App } from "../apps/kind.ts"
import { exampleItem, ItemId } from "../datasets/item.ts"
import { Dataset } from "../datasets/kind.ts"
import { exampleSession, ReviewFigures, ReviewSession } from "../reviews/session.ts"
import { shortText } from "../short-text.ts"
import { cursor } from "../traces/primitives.ts"
import {
  belowNeedsScorer,
  exampleRunId,
  exampleTargetId,
  RunId,
  RunStatus,
  TargetId,
  TargetStatus
} from "./primitives.ts"
import { EvalRun, exampleBaseRun, exampleRun } from "./run.ts"
import { exampleComparison, itemChanges, ScorerComparison } from "./statistics.ts"
import { EvalEvidence, EvalTarget, exampleEvidence, exampleTarget } from "./target.ts"

/** Lists runs, newest first. Laws: P1 to P6. */
export const listEvalRuns = operation({
  id: "list_eval_runs",
  summary: "List evaluation runs",
  description:
    "Lists the evaluation runs of the project, newest first, with their counts and statistics. Pass nextCursor back as " +
    "cursor, and the rest unchanged, until it is null.",
  scopes: ["evals:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    series: Schema.optionalKey(shortText(120).annotateKey({ description: "Only runs of this series." })),
    status: Schema.optionalKey(RunStatus.annotateKey({ description: "Only runs with this status." })),
    appId: Schema.optionalKey(App.Id.annotateKey({ description: "Only runs of this app." })),
    datasetId: Schema.optionalKey(Dataset.Id.annotateKey({ description: "Only runs over this dataset." })),
    limit: Schema.optionalKey(limit(100, 20)),
    cursor: Schema.optionalKey(cursor),
    includeTotal: Schema.optionalKey(
      Schema.Boolean.annotateKey({ description: "Whether to return total, the number of runs that match." })
    )
  }),
  result: Schema.Struct({
    items: Schema.Array(EvalRun).annotateKey({ description: "The runs of this page, newest first." }),
    nextCursor: Schema.NullOr(Schema.String).annotateKey({
      description: "Pass it back as cursor for the next page; null on the last one."
    }),
    total: Schema.optionalKey(
      Schema.Natural.annotateKey({ description: "The number of runs that match; only with includeTotal." })
    )
  }),
  errors: [],
  example: {
    input: { series: "capitals", limit: 2 },
    result: { items: [exampleRun, exampleBaseRun], nextCursor: null }
  }
})

const RunReviews = Schema.Struct({
  sessionId: ReviewSession.fields.id,
  name: ReviewSession.fields.name.annotateKey({ description: "Name of the review session." }),
  status: ReviewSession.fields.status.annotateKey({ description: "Whether the session is open or closed." }),
  statistics: Schema.NullOr(Schema.Record(Alias, ReviewFigures)).annotate({
    description: "The statistics, by the alias of each question; null for people while the session is blind and open."
  })
}).annotate({ identifier: "EvalRunReviews", description: "The reviews of a run's targets in one session." })

/** Reads a run and a page of its targets, by ordinal. Laws: X2, X3, N1. */
export const getEvalRun = operation({
  id: "get_eval_run",
  summary: "Read an evaluation run",
  description:
    "Reads a run, its reviews, and a page of its targets in the order of the dataset's items. status, itemId, scorer " +
    "and below filter the targets. Pass nextCursor back as cursor, and the rest unchanged, until it is null.",
  scopes: ["evals:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    id: RunId.annotateKey({ description: "ID of the run." }),
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(cursor),
    status: Schema.optionalKey(TargetStatus.annotateKey({ description: "Only targets with this status." })),
    itemId: Schema.optionalKey(ItemId.annotateKey({ description: "Only targets of this item." })),
    scorer: Schema.optionalKey(
      Alias.annotateKey({ description: "Only targets that this scorer, by its alias, has scored." })
    ),
    below: Schema.optionalKey(
      Schema.Finite.annotateKey({ description: "Only targets whose value of scorer is less than this." })
    )
  }).check(belowNeedsScorer),
  result: Schema.Struct({
    run: EvalRun.annotateKey({ description: "The run, with its counts and figures." }),
    items: Schema.Array(EvalTarget).annotateKey({
      description: "The targets of this page, in the order of the dataset's items."
    }),
    reviews: Schema.optionalKey(
      Schema.Array(RunReviews).annotate({
        description:
          "The newest 20 review sessions about the run, newest first; only on the first page, for callers with " +
          "reviews:read."
      })
    ),
    nextCursor: Schema.NullOr(Schema.String).annotateKey({
      description: "Pass it back as cursor for the next page; null on the last one."
    })
  }),
  errors: ["NOT_FOUND"],
  example: {
    input: { id: exampleRunId, limit: 1 },
    result: {
      run: exampleRun,
      items: [exampleTarget],
      reviews: [{ sessionId: exampleSession.id, name: exampleSession.name, status: "open", statistics: null }],
      nextCursor: "djEuMS5leGFtcGxl"
    }
  }
})

/** Reads the evidence of a target. Laws: F1, F2, F3. */
export const getEvalTarget = operation({
  id: "get_eval_target",
  summary: "Read the evidence of a target",
  description:
    "Reads all evidence of a target: its input and output, each attempt, and each score with its explanation. Once the " +
    "target has succeeded or failed, the evidence never changes and hashes to evidenceHash.",
  scopes: ["evals:read", "datasets:read", "traces:read"],
  effect: "read",
  input: Schema.Struct({ id: TargetId.annotateKey({ description: "ID of the target." }) }),
  result: EvalEvidence,
  errors: ["NOT_FOUND"],
  example: { input: { id: exampleTargetId }, result: exampleEvidence }
})

const ItemChange = Schema.Literals(itemChanges)

const ComparedItem = Schema.Struct({
  itemId: ItemId.annotateKey({ description: "ID of the item." }),
  externalId: Schema.NullOr(Schema.String).annotateKey({
    description: "Your own name for the item; null if it has none."
  }),
  scores: Schema.Record(
    Alias,
    Schema.Struct({
      change: ItemChange.annotateKey({ description: "How the item changed from the base to the other run." }),
      base: Schema.NullOr(Schema.Finite).annotateKey({
        description: "The mean in the base run; null if it has no score there."
      }),
      other: Schema.NullOr(Schema.Finite).annotateKey({
        description: "The mean in the other run; null if it has no score there."
      })
    }).annotate({
      identifier: "EvalItemChange",
      description: "How the mean over the item's scored repetitions changed from the base to the other run."
    })
  ).annotateKey({ description: "How its scores changed, by the alias of each scorer." })
}).annotate({ identifier: "EvalComparedItem" })

/** Compares two runs, item by item. Laws: N1, N2. */
export const compareEvalRuns = operation({
  id: "compare_eval_runs",
  summary: "Compare two evaluation runs",
  description:
    "Compares a run with a base run. For each scorer that both have, it returns whether the run is better or worse, " +
    "with the 95 % interval of the difference over the items of the same revision that both scored. It also lists the " +
    "items; scorer and change filter them. Pass nextCursor back as cursor, and the rest unchanged, until it is null.",
  scopes: ["evals:read", "datasets:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    baseId: RunId.annotateKey({ description: "ID of the run to compare with." }),
    id: RunId.annotateKey({ description: "ID of the run that is compared with the base." }),
    scorer: Schema.optionalKey(
      Alias.annotateKey({ description: "Only items that this scorer, by its alias, has scored." })
    ),
    change: Schema.optionalKey(ItemChange.annotateKey({ description: "Only items that changed in this way." })),
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(cursor)
  }),
  result: Schema.Struct({
    scorers: Schema.Record(Alias, ScorerComparison).annotateKey({
      description: "The comparison per scorer that both runs have, by its alias."
    }),
    items: Schema.Array(ComparedItem).annotateKey({ description: "The items of this page." }),
    nextCursor: Schema.NullOr(Schema.String).annotateKey({
      description: "Pass it back as cursor for the next page; null on the last one."
    })
  }),
  errors: ["NOT_FOUND"],
  example: {
    input: { baseId: exampleBaseRun.id, id: exampleRunId, change: "improved", limit: 1 },
    result: {
      scorers: { exact: exampleComparison },
      items: [
        {
          itemId: exampleItem.id,
          externalId: exampleItem.externalId,
          scores: { exact: { change: "improved", base: 0.666666666667, other: 1 } }
        }
      ],
      nextCursor: "djEuMS5leGFtcGxl"
    }
  }
})
