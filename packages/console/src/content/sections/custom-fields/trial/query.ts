/** What a custom field that is not saved has of a trace: its value, and the record that its formula reads. */
import { traceRecords } from "@agent-operations/contract/records"
import { Effect } from "effect"
import type { PreviewContent } from "../../../preview.ts"
import { queryRows } from "../../page-views/rows.ts"

type RecordName = keyof typeof traceRecords

/** The column that has the value. */
export const tried = "custom.tried"

/** How many spans of the trace are shown with their values. */
const mostSpans = 5

const columnsOf = (...records: ReadonlyArray<RecordName>) =>
  records.flatMap((record) => Object.keys(traceRecords[record]).map((name) => ({ field: `${record}.${name}` })))

const isOfSpans = ({ settings }: PreviewContent): boolean => settings["target"] === "span"

/** Which rows are asked for: the trace, or its first spans. */
const rowsOf = (content: PreviewContent, traceId: string, columns: ReadonlyArray<{ readonly field: string }>) =>
  isOfSpans(content)
    ? {
        settings: { target: "trace", columns, sort: [{ field: "span.startedAt", direction: "asc" }] },
        around: { traceId }
      }
    : {
        settings: { target: "traces", columns, filters: [{ field: "trace.id", operator: "eq", value: traceId }] },
        around: { from: "1970-01-01T00:00:00.000Z" }
      }

/** The input of `query_page_view` that tries a custom field on a trace. */
export const trialOf = (content: PreviewContent, traceId: string) => {
  const { source, settings, references } = content
  const named = isOfSpans(content) ? [{ field: "span.name" }] : []
  const rows = rowsOf(content, traceId, [...named, { field: tried }])
  return {
    draft: {
      source: { type: "table" },
      settings: rows.settings,
      references: {},
      customFields: { tried: { source, settings, references } }
    },
    ...rows.around,
    limit: mostSpans
  }
}

/** The values of a custom field as it stands. */
export const readTrial = (content: PreviewContent, traceId: string) => queryRows(trialOf(content, traceId) as never)

/** The record that the formula reads of the trace, or of its first span: none where there is no such trace. */
export const readRecord = (content: PreviewContent, traceId: string) => {
  const rows = rowsOf(content, traceId, isOfSpans(content) ? columnsOf("span", "trace") : columnsOf("trace"))
  const draft = { source: { type: "table" }, settings: rows.settings, references: {} }
  return Effect.map(queryRows({ draft, ...rows.around, limit: 1 } as never), ({ columns, items: [row] }) =>
    row === undefined ? undefined : { columns, row }
  )
}
