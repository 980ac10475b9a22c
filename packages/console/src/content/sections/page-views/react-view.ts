import type { JsonObject } from "../../form/control.ts"
import type { Html } from "../../../html/html.ts"
import type { ReactView } from "../../sandbox/draw.ts"
import type { RowsPage } from "./rows.ts"

const prefix = "custom."

/** The values of custom fields by their aliases. Any key becomes a property of its own. */
const customOf = (values: RowsPage["items"][number]["values"]) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([field]) => field.startsWith(prefix))
      .map(([field, value]) => [field.slice(prefix.length), value])
  )

/** A React page view over its rows, with the props that its component gets. */
export const viewOf = (
  code: string,
  settings: JsonObject,
  { columns, items, nextCursor }: RowsPage,
  whole: { readonly traceId?: string; readonly runId?: string; readonly sessionId?: string },
  rows: Html
): ReactView => {
  const given = items.map((row) => ({ ...row, custom: customOf(row.values) }))
  return {
    code,
    title: "The page view's component",
    props: {
      target: settings["target"],
      columns,
      rows: given,
      custom: given[0]?.custom ?? {},
      traceId: whole.traceId ?? null,
      runId: whole.runId ?? null,
      sessionId: whole.sessionId ?? null,
      hasMore: nextCursor !== null
    },
    rows
  }
}
