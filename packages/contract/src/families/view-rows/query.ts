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
  field: Schema.String.annotateKey({ description: "The field of the column, by which rows have its values." }),
  label: Schema.NullOr(Schema.String).annotateKey({
    description: "The heading of the column; null if the page view gives none."
  }),
  valueType: Schema.Literals(columnTypes).annotate({
    description:
      "The type of the values. A timestamp is RFC 3339 in UTC with milliseconds, a duration a number of milliseconds, " +
      "strings a list."
  }),
  unit: Schema.NullOr(Schema.String).annotateKey({ description: "The unit of the values; null for none." }),
  hidden: Schema.Boolean.annotateKey({ description: "Whether the column is hidden until a person shows it." })
}).annotate({ identifier: "RowColumn", description: "A column of a page view, as its settings have it." })

const CellError = Schema.Struct({
  code: Schema.Literals(cellErrorCodes).annotateKey({ description: "What went wrong, as a code." }),
  message: Schema.String.annotateKey({ description: "What went wrong, for people." })
}).annotate({ identifier: "CellError", description: "Why a cell has no value." })

const Row = Schema.Struct({
  id: Schema.String.annotate({
    description: "ID of the trace, span, dataset, evaluation or target; of a review, with its place: rv_…/2."
  }),
  traceId: Schema.optionalKey(Schema.String.annotate({ description: "ID of the trace, for a row that is a span." })),
  group: Schema.optionalKey(Json.annotate({ description: "The value of groupBy; only if the page view groups rows." })),
  values: Schema.Record(Schema.String, Json).annotate({
    description: "The value per column, by its field. A value that is absent is null."
  }),
  errors: Schema.optionalKey(
    Schema.Record(Schema.String, CellError).annotate({
      description: "Why values could not be computed, by field. Such values are null."
    })
  )
}).annotate({ identifier: "ViewRow", description: "A row of a page view." })

/** Reads a page of what a page view shows. Laws: T9, T13, T14, T15, T16. */
export const queryPageView = operation({
  id: "query_page_view",
  summary: "Query the rows of a page view",
  description:
    "Applies a page view, saved or a draft, to its target and returns its rows: columns with the values of custom " +
    "fields, filters, sort and grouping. Over traces, without from, it reads the last 7 days, unless the page view " +
    "filters on trace.startedAt. Rows of datasets, evaluations and reviews require the scopes to read those; reviews " +
    "are those of sessionId. A page reads up to 10,000 rows or for 2 seconds, so it may be short, or empty, without " +
    "being the last: pass nextCursor back as cursor until it is null. All pages use the revisions of the first page.",
  scopes: ["views:read", "traces:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    id: Schema.optionalKey(
      PageView.Id.annotateKey({ description: "ID of a saved page view. Pass either `id` or `draft`." })
    ),
    revision: Schema.optionalKey(
      Revision.annotateKey({ description: "The revision to use. By default the current one." })
    ),
    draft: Schema.optionalKey(QueriedDraft.annotateKey({ description: "A page view to use without saving it." })),
    traceId: Schema.optionalKey(
      TraceId.annotate({ description: "ID of the trace. Required if the target is trace, and only allowed then." })
    ),
    runId: Schema.optionalKey(
      RunId.annotate({ description: "ID of the run. Required if the target is evaluation_run, and only allowed then." })
    ),
    sessionId: Schema.optionalKey(
      ReviewSessionId.annotateKey({
        description: "The review session, for a page view whose target is reviews, and only for one."
      })
    ),
    from: Schema.optionalKey(Time.annotate({ description: "Only rows that started then or later." })),
    to: Schema.optionalKey(Time.annotate({ description: "Only rows that started before." })),
    search: Schema.optionalKey(
      Schema.String.check(Schema.isMaxCodePoints(200)).annotate({
        description:
          "Part of the name, input or output (of a trace also of its user or session), ignoring case; or the beginning " +
          "of an ID."
      })
    ),
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(
      Schema.String.check(Schema.isMaxLength(16_384)).annotate({ description: "nextCursor of the previous page." })
    )
  }).check(eitherSavedOrDraft),
  result: Schema.Struct({
    view: Schema.NullOr(
      Schema.Struct({
        id: Schema.String.annotateKey({ description: "ID of the page view." }),
        revision: Revision.annotateKey({ description: "The revision that was used." })
      })
    ).annotate({
      description: "The page view and the revision that was used; null for a draft."
    }),
    columns: Schema.Array(Column).annotateKey({ description: "The columns of the page view, in order." }),
    items: Schema.Array(Row).annotateKey({ description: "The rows of this page." }),
    nextCursor: Schema.NullOr(Schema.String).annotateKey({
      description: "Pass it back as cursor for the next page; null on the last one."
    }),
    scanned: Schema.Natural.annotate({ description: "The number of rows that this page read." })
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
