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
    "Lists the evaluation runs of the project, newest first, each with its counts and figures. Pass nextCursor back as cursor, " +
    "and the rest unchanged, until it is null.",
  scopes: ["evals:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    series: Schema.optionalKey(shortText(120)),
    status: Schema.optionalKey(RunStatus),
    appId: Schema.optionalKey(App.Id),
    datasetId: Schema.optionalKey(Dataset.Id),
    limit: Schema.optionalKey(limit(100, 20)),
    cursor: Schema.optionalKey(cursor),
    includeTotal: Schema.optionalKey(Schema.Boolean)
  }),
  result: Schema.Struct({
    items: Schema.Array(EvalRun),
    nextCursor: Schema.NullOr(Schema.String),
    total: Schema.optionalKey(Schema.Natural)
  }),
  errors: [],
  example: {
    input: { series: "capitals", limit: 2 },
    result: { items: [exampleRun, exampleBaseRun], nextCursor: null }
  }
})

const RunReviews = Schema.Struct({
  sessionId: ReviewSession.fields.id,
  name: ReviewSession.fields.name,
  status: ReviewSession.fields.status,
  statistics: Schema.NullOr(Schema.Record(Alias, ReviewFigures)).annotate({
    description: "By the alias of each question; null for people while the session is blind and open."
  })
}).annotate({ identifier: "EvalRunReviews", description: "What people say of the targets of a run, in one session." })

/** Reads a run and a page of its targets, by ordinal. Laws: X2, X3, N1. */
export const getEvalRun = operation({
  id: "get_eval_run",
  summary: "Read an evaluation run",
  description:
    "Reads a run, what people say of it, and a page of its targets in the order of the dataset's items. status, itemId, and " +
    "scorer with below, narrow the targets; below takes those whose value of that scorer is less. Pass nextCursor back as " +
    "cursor, and the rest unchanged, until it is null.",
  scopes: ["evals:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    id: RunId,
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(cursor),
    status: Schema.optionalKey(TargetStatus),
    itemId: Schema.optionalKey(ItemId),
    scorer: Schema.optionalKey(Alias),
    below: Schema.optionalKey(Schema.Finite)
  }).check(belowNeedsScorer),
  result: Schema.Struct({
    run: EvalRun,
    items: Schema.Array(EvalTarget),
    reviews: Schema.optionalKey(
      Schema.Array(RunReviews).annotate({
        description:
          "On the first page, for callers with reviews:read: what people say in the newest 20 review sessions about the run, newest first."
      })
    ),
    nextCursor: Schema.NullOr(Schema.String)
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
    "Reads all that is known of a target: what it was given and answered, each attempt, each score with its explanation. Once " +
    "the target has succeeded or failed, it never changes, and hashes to evidenceHash.",
  scopes: ["evals:read", "datasets:read", "traces:read"],
  effect: "read",
  input: Schema.Struct({ id: TargetId }),
  result: EvalEvidence,
  errors: ["NOT_FOUND"],
  example: { input: { id: exampleTargetId }, result: exampleEvidence }
})

const ItemChange = Schema.Literals(itemChanges)

const ComparedItem = Schema.Struct({
  itemId: ItemId,
  externalId: Schema.NullOr(Schema.String),
  scores: Schema.Record(
    Alias,
    Schema.Struct({
      change: ItemChange,
      base: Schema.NullOr(Schema.Finite),
      other: Schema.NullOr(Schema.Finite)
    }).annotate({
      identifier: "EvalItemChange",
      description: "The means over the item's scored repetitions, and what became of them from the base to the other."
    })
  )
}).annotate({ identifier: "EvalComparedItem" })

/** Compares two runs, item by item. Laws: N1, N2. */
export const compareEvalRuns = operation({
  id: "compare_eval_runs",
  summary: "Compare two evaluation runs",
  description:
    "Tells of each scorer that both runs have whether the run is better or worse than the base, with the 95 % interval of the " +
    "difference over the items of the same revision that both scored, and lists the items. scorer and change narrow the " +
    "items. Pass nextCursor back as cursor, and the rest unchanged, until it is null.",
  scopes: ["evals:read", "datasets:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    baseId: RunId,
    id: RunId,
    scorer: Schema.optionalKey(Alias),
    change: Schema.optionalKey(ItemChange),
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(cursor)
  }),
  result: Schema.Struct({
    scorers: Schema.Record(Alias, ScorerComparison),
    items: Schema.Array(ComparedItem),
    nextCursor: Schema.NullOr(Schema.String)
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
