import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Json } from "../../definition/json.ts"
import { limit, Revision } from "../../definition/primitives.ts"
import { RunId } from "../evaluations/primitives.ts"
import { PageView } from "../page-views/kind.ts"
import { eitherSavedOrDraft } from "../page-views/validate.ts"
import { ReviewSessionId } from "../reviews/session.ts"
import { exampleTraceId, Time, TraceId } from "../traces/primitives.ts"
import { QueriedDraft } from "./draft.ts"

/** The types that the values of a column have. */
export const columnTypes = ["string", "number", "boolean", "timestamp", "duration", "json", "strings"] as const

/** Why a cell has no value. */
export const cellErrorCodes = ["TYPE_ERROR", "ARITHMETIC", "TOO_EXPENSIVE", "TOO_LARGE", "BAD_PATTERN"] as const

const Column = Schema.Struct({
  field: Schema.String,
  label: Schema.NullOr(Schema.String),
  valueType: Schema.Literals(columnTypes).annotate({
    description:
      "What values are: a timestamp is RFC 3339 in UTC with milliseconds, a duration a number of milliseconds, strings a list."
  }),
  unit: Schema.NullOr(Schema.String),
  hidden: Schema.Boolean
}).annotate({ identifier: "RowColumn", description: "A column of a page view, as its settings have it." })

const CellError = Schema.Struct({
  code: Schema.Literals(cellErrorCodes),
  message: Schema.String
}).annotate({ identifier: "CellError", description: "Why a cell has no value." })

const Row = Schema.Struct({
  id: Schema.String.annotate({
    description: "Of the trace, span, dataset, evaluation or target; of a review, with its place: rv_…/2."
  }),
  traceId: Schema.optionalKey(Schema.String.annotate({ description: "Of a span: the trace that it is in." })),
  group: Schema.optionalKey(Json.annotate({ description: "The value of groupBy, if the page view has one." })),
  values: Schema.Record(Schema.String, Json).annotate({
    description: "The value of each column, by its field. What is absent is null."
  }),
  errors: Schema.optionalKey(
    Schema.Record(Schema.String, CellError).annotate({ description: "Why values are null that could not be computed." })
  )
}).annotate({ identifier: "ViewRow", description: "A row of a page view." })

/** Reads a page of what a page view shows. Laws: T9, T13, T14, T15, T16. */
export const queryPageView = operation({
  id: "query_page_view",
  summary: "Query the rows of a page view",
  description:
    "Applies a page view, saved or a draft, to its target: its columns with the values of custom fields, its filters, " +
    "sort and grouping. Of traces, without from, it looks at the last 7 days, unless the page view filters on " +
    "trace.startedAt. Rows of datasets, evaluations and reviews take the scopes that reading those takes; reviews are those " +
    "of sessionId. A page looks at up to 10,000 rows or for 2 seconds, so that it may be short, or empty, without being the " +
    "last: pass nextCursor back as cursor until it is null. All pages of a walk use the revisions of the first.",
  scopes: ["views:read", "traces:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    id: Schema.optionalKey(PageView.Id),
    revision: Schema.optionalKey(Revision),
    draft: Schema.optionalKey(QueriedDraft),
    traceId: Schema.optionalKey(
      TraceId.annotate({ description: "The trace, for a page view whose target is trace, and only for one." })
    ),
    runId: Schema.optionalKey(
      RunId.annotate({ description: "The run, for a page view whose target is evaluation_run, and only for one." })
    ),
    sessionId: Schema.optionalKey(ReviewSessionId),
    from: Schema.optionalKey(Time.annotate({ description: "Only what started then or later." })),
    to: Schema.optionalKey(Time.annotate({ description: "Only what started before." })),
    search: Schema.optionalKey(
      Schema.String.check(Schema.isMaxCodePoints(200)).annotate({
        description:
          "Part of the name, input or output, of a trace also of its user or session, ignoring case; or the beginning of an ID."
      })
    ),
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(
      Schema.String.check(Schema.isMaxLength(16_384)).annotate({ description: "nextCursor of the previous page." })
    )
  }).check(eitherSavedOrDraft),
  result: Schema.Struct({
    view: Schema.NullOr(Schema.Struct({ id: Schema.String, revision: Revision })).annotate({
      description: "The page view and its revision that was used; null for a draft."
    }),
    columns: Schema.Array(Column),
    items: Schema.Array(Row),
    nextCursor: Schema.NullOr(Schema.String),
    scanned: Schema.Natural.annotate({ description: "How many rows this page looked at." })
  }),
  errors: ["NOT_FOUND", "INVALID_VIEW", "UNSUPPORTED_TARGET", "TOO_MANY_ROWS"],
  hints: { TIMEOUT: "Narrow the time range, or simplify the formulas that the page view sorts or groups by." },
  example: {
    input: { id: PageView.example.id, limit: 2 },
    result: {
      view: { id: PageView.example.id, revision: 1 },
      columns: [
        { field: "trace.name", label: "Trace", valueType: "string", unit: null, hidden: false },
        { field: "custom.cost", label: null, valueType: "number", unit: "USD", hidden: false }
      ],
      items: [{ id: exampleTraceId, values: { "trace.name": "support", "custom.cost": 0.0015 } }],
      nextCursor: null,
      scanned: 1
    }
  }
})
