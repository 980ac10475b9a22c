/** The rows of a page view, as they would look on its page. */
import type { Operation } from "@agent-operations/contract"
import type { viewRows } from "@agent-operations/contract/view-rows"
import { Clock, Effect } from "effect"
import type { ContentVisit } from "../../../context.ts"
import { badge } from "../../../html/badge.ts"
import { bdi, type Html, html, when } from "../../../html/html.ts"
import { empty, nextPage, table, wideTables } from "../../../html/table.ts"
import { spanPath, tracesPath } from "../../../traces/links.ts"
import { recorded } from "../../../traces/parts.ts"
import { askedIn, inputOf, queryOf } from "../../../traces/list/query.ts"
import { listTraces } from "../../../traces/port.ts"
import { elapsed, none, number, second, visible, visibleJson } from "../../../traces/values.ts"
import type { Typed } from "../../form/typed.ts"
import type { Preview, PreviewContent, Shown } from "../../preview.ts"
import { invoke } from "../../port.ts"
import { drawReactView } from "../../sandbox/draw.ts"
import { printJson } from "../../render/print.ts"
import { clip } from "../../words.ts"
import { cellError } from "./cell-error.ts"
import { viewOf } from "./react-view.ts"
import { rowsFields, rowsForm } from "./rows-form.ts"

type Query = (typeof viewRows)["operations"]["query"]
export type RowsPage = Operation.Result<Query>
type Page = RowsPage
type Column = Page["columns"][number]
type Row = Page["items"][number]
type Value = Row["values"][string]

const json = (value: Value): Html => {
  const { text, isCut } = printJson(value, { indent: 0, most: 200 })
  return html`<code>${visibleJson(text)}${isCut ? "…" : ""}</code>`
}

/** A value by the type of its column. */
export const valueOf = (type: Column["valueType"], value: Value): Html | string => {
  if (value === null || value === undefined) return none
  if (type === "strings" && Array.isArray(value)) {
    return html`${value.slice(0, 20).map((text) => html`${badge(recorded(String(text), 60))} `)}`
  }
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (typeof value === "number") return type === "duration" ? elapsed(value) : number(value)
  if (typeof value !== "string") return json(value)
  return type === "timestamp" && !Number.isNaN(Date.parse(value)) ? second(value) : recorded(value, 200)
}

/** Who looks at rows, and what the page view that they are of refers to. */
interface Looking {
  readonly visit: ContentVisit
  readonly references: PreviewContent["references"]
}

const errorIn = ({ errors }: Row, { field }: Column) =>
  errors !== undefined && Object.hasOwn(errors, field) ? errors[field] : undefined

const cell = ({ visit, references }: Looking, row: Row, column: Column): Html | string => {
  const { field, valueType } = column
  const error = errorIn(row, column)
  return error === undefined
    ? valueOf(valueType, row.values[field] ?? null)
    : cellError(visit, references, field, error)
}

const heading = ({ field, label, unit }: Column) =>
  `${visible(clip(label ?? field, 60))}${unit === null ? "" : ` (${visible(clip(unit, 20))})`}`

const rowPath = (visit: ContentVisit, { id, traceId }: Row) =>
  traceId === undefined ? tracesPath(visit, id) : spanPath(visit, traceId, id)

const cells = (looking: Looking, columns: ReadonlyArray<Column>) => (row: Row) => {
  const [first, ...others] = columns
  const shown = first === undefined ? none : cell(looking, row, first)
  const isName = shown !== none && (first === undefined || errorIn(row, first) === undefined)
  const name = isName ? shown : html`<code>${row.id.slice(0, 8)}</code>`
  return [
    html`<a href="${rowPath(looking.visit, row)}">${name}</a> ${isName || shown === none ? "" : shown}`,
    ...others.map((column) => cell(looking, row, column))
  ]
}

/** Rows that follow each other with one value of what they are grouped by. */
const groupsOf = (items: ReadonlyArray<Row>) => {
  const groups: Array<{ readonly key: string | undefined; readonly value: Value; readonly rows: Array<Row> }> = []
  for (const row of items) {
    const value = row.group ?? null
    const key = row.group === undefined ? undefined : JSON.stringify(row.group)
    const last = groups.at(-1)
    if (last !== undefined && last.key === key) last.rows.push(row)
    else groups.push({ key, value, rows: [row] })
  }
  return groups
}

const groupName = (value: Value): Html | string =>
  value === null ? none : typeof value === "string" ? recorded(value, 120) : json(value)

/** A page of rows in tables, one for each group. */
const tablesOf = (looking: Looking, { columns, items }: Page): Html => {
  const visible = columns.filter(({ hidden }) => !hidden)
  const headings = visible.length === 0 ? ["ID"] : visible.map(heading)
  return wideTables(
    "Rows of the page view",
    ...groupsOf(items).map(({ key, value, rows }) => {
      const counted = rows.length === 1 ? "1 row" : `${rows.length} rows`
      return table({
        caption: key === undefined ? counted : html`<b>${groupName(value)}</b>, ${counted}`,
        columns: headings,
        rows: rows.map(cells(looking, visible))
      })
    })
  )
}

export const queryRows = (input: Operation.EncodedInput<Query>) =>
  Effect.map(
    invoke("query_page_view", ["NOT_FOUND", "INVALID_VIEW", "UNSUPPORTED_TARGET", "TOO_MANY_ROWS"], input as never),
    (page) => page as Page
  )

/** The trace that a page view of one trace shows: the one that is named, or else the newest. */
const readTraceId = Effect.fnUntraced(function* (named: string | undefined) {
  if (named !== undefined && named.trim() !== "") return named.trim()
  const { items } = yield* listTraces({ limit: 1 })
  return items[0]?.id
})

const noRows = (goesOn: boolean) =>
  empty(goesOn ? "There are no more rows." : "No rows: nothing in this range of time is as the page view asks.")

/** What narrows rows down: of a draft, in its form, of a page, in its query. */
const narrowingOf = (visit: ContentVisit, isDraft: boolean): URLSearchParams => {
  if (!isDraft || !visit.form.has("rows.search")) return visit.url.searchParams
  const names = ["search", "range", "trace"]
  return new URLSearchParams(names.map((name) => [name, visit.form.text(`rows.${name}`)]))
}

const askedBy = (searchParams: URLSearchParams) =>
  askedIn({ query: (name) => searchParams.get(name) ?? undefined, url: { searchParams } })

const isOfTrace = ({ settings = "" }: Typed): boolean => {
  try {
    const value: unknown = JSON.parse(settings)
    return typeof value === "object" && value !== null && "target" in value && value.target === "trace"
  } catch {
    return false
  }
}

/** A page of the rows of a page view. */
const drawRows = Effect.fnUntraced(function* (visit: ContentVisit, shown: Shown) {
  const isDraft = shown.type === "draft"
  const ofTrace = shown.content.settings["target"] === "trace"
  const narrowing = narrowingOf(visit, isDraft)
  const asked = askedBy(narrowing)
  const cursor = visit.query("cursor")
  const { filters: _, ...range } = inputOf({ ...asked, conditions: [] }, yield* Clock.currentTimeMillis)
  const traceId = ofTrace ? yield* readTraceId(narrowing.get("trace") ?? undefined) : undefined
  if (ofTrace && traceId === undefined) return empty("There is no trace yet whose spans it could show.")
  const { source, settings, references } = shown.content
  const asksFor = {
    ...range,
    ...(traceId !== undefined && { traceId }),
    limit: isDraft ? 20 : 50
  }
  const page = yield* queryRows({
    ...(isDraft ? { draft: { source, settings, references } as never } : { id: shown.id }),
    ...asksFor,
    ...(cursor !== undefined && !isDraft && { cursor })
  }).pipe(
    Effect.catchTag("INVALID_VIEW", (error) =>
      // Where the component is wrong, its rows may be right, and the page says what is wrong with it.
      source["type"] === "react"
        ? queryRows({ draft: { source: { type: "table" }, settings, references } as never, ...asksFor })
        : Effect.fail(error)
    )
  )
  const query = queryOf({ ...asked, status: "", user: "", environment: "", conditions: [] }, range)
  if (traceId !== undefined) query.set("trace", traceId)
  const view = visit.query("view")
  if (view !== undefined) query.set("view", view)
  const here = (cursor: string) => {
    query.set("cursor", cursor)
    return `${visit.url.pathname}?${query}`
  }
  const code = source["type"] === "react" && typeof source["code"] === "string" ? source["code"] : undefined
  const rows = page.items.length === 0 ? noRows(cursor !== undefined) : tablesOf({ visit, references }, page)
  return html`${when(ofTrace, () => html`<p>Spans of the trace <a href="${tracesPath(visit, traceId!)}">${bdi(traceId!)}</a>.</p>`)}
  ${code === undefined ? rows : yield* drawReactView(visit, viewOf(code, settings, page, traceId, rows))}
  ${when(page.nextCursor !== null && page.items.length < 50 && !isDraft, () => html`<p class="quiet">${page.scanned} rows were looked at for this page.</p>`)}
  ${isDraft ? when(page.nextCursor, () => html`<p class="quiet">There are more.</p>`) : nextPage(page.nextCursor === null ? null : here(page.nextCursor), "More rows")}`
})

export const rowsPreview: Preview = {
  operation: "query_page_view",
  scopes: ["views:read", "traces:read"],
  path: "rows",
  label: "Show rows",
  title: "Rows",
  frame: true,
  form: (visit, { settings }) =>
    rowsForm(visit, askedIn(visit), settings["target"] === "trace" ? (visit.query("trace") ?? "") : undefined),
  narrow: (visit, typed) => {
    const narrowing = narrowingOf(visit, true)
    const trace = isOfTrace(typed) ? (narrowing.get("trace") ?? "") : undefined
    return Effect.succeed(rowsFields(askedBy(narrowing), trace))
  },
  draw: drawRows
}
