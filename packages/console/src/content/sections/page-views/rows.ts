/** The rows of a page view, as they would look on its page. */
import type { Operation } from "@agent-operations/contract"
import type { viewRows } from "@agent-operations/contract/view-rows"
import { Clock, Effect } from "effect"
import type { ContentVisit } from "../../../context.ts"
import { badge } from "../../../html/badge.ts"
import { type Html, html, when } from "../../../html/html.ts"
import { empty, nextPage, table, wideTables } from "../../../html/table.ts"
import { recorded } from "../../../traces/parts.ts"
import { askedIn, inputOf, queryOf } from "../../../traces/list/query.ts"
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
import { type RowsTarget, rowsTargetOf } from "./rows-target.ts"

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
  readonly target: RowsTarget
  /** The ID of what the rows are of; empty where they are of nothing. */
  readonly whole: string
}

const errorIn = ({ errors }: Row, { field }: Column) =>
  errors !== undefined && Object.hasOwn(errors, field) ? errors[field] : undefined

const cell = (
  { visit, references }: Pick<Looking, "visit" | "references">,
  row: Row,
  column: Column
): Html | string => {
  const { field, valueType } = column
  const error = errorIn(row, column)
  return error === undefined
    ? valueOf(valueType, row.values[field] ?? null)
    : cellError(visit, references, field, error)
}

const heading = ({ field, label, unit }: Column) =>
  `${visible(clip(label ?? field, 60))}${unit === null ? "" : ` (${visible(clip(unit, 20))})`}`

const linked = ({ visit, target, whole }: Looking, row: Row, name: Html | string): Html | string => {
  const path = target.path(visit, row, whole)
  return path === undefined ? name : html`<a href="${path}">${name}</a>`
}

const cells = (looking: Looking, columns: ReadonlyArray<Column>) => (row: Row) => {
  const [first, ...others] = columns
  const shown = first === undefined ? none : cell(looking, row, first)
  const isName = shown !== none && (first === undefined || errorIn(row, first) === undefined)
  const name = isName ? shown : html`<code>${row.id.slice(0, 8)}</code>`
  return [
    html`${linked(looking, row, name)} ${isName || shown === none ? "" : shown}`,
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

/** The ID of what rows are of: what is named, or else the newest. Empty where they are of nothing. */
const readWhole = ({ whole }: RowsTarget, narrowing: URLSearchParams) => {
  if (whole === undefined) return Effect.succeed("")
  const named = narrowing.get(whole.name)?.trim() ?? ""
  return named === "" ? whole.newest : Effect.succeed(named)
}

const noRows = (goesOn: boolean, { isTimed }: RowsTarget) => {
  if (goesOn) return empty("There are no more rows.")
  return empty(`No rows: nothing ${isTimed ? "in this range of time " : ""}is as the page view asks.`)
}

/** What narrows rows down: of a draft, in its form, of a page, in its query. */
const narrowingOf = (visit: ContentVisit, isDraft: boolean): URLSearchParams => {
  if (!isDraft || !visit.form.has("rows.search")) return visit.url.searchParams
  const names = ["search", "range", "trace", "run", "session"]
  return new URLSearchParams(names.map((name) => [name, visit.form.text(`rows.${name}`)]))
}

const askedBy = (searchParams: URLSearchParams) =>
  askedIn({ query: (name) => searchParams.get(name) ?? undefined, url: { searchParams } })

const typedTarget = ({ settings = "" }: Typed): RowsTarget => {
  try {
    return rowsTargetOf(JSON.parse(settings))
  } catch {
    return rowsTargetOf(undefined)
  }
}

const wholeIn = ({ whole }: RowsTarget, query: (name: string) => string | null | undefined): string =>
  whole === undefined ? "" : (query(whole.name) ?? "")

/** A page of the rows of a page view. */
const drawRows = Effect.fnUntraced(function* (visit: ContentVisit, shown: Shown) {
  const isDraft = shown.type === "draft"
  const target = rowsTargetOf(shown.content.settings)
  const narrowing = narrowingOf(visit, isDraft)
  const asked = askedBy(narrowing)
  const cursor = visit.query("cursor")
  const { filters: _, ...range } = inputOf({ ...asked, conditions: [] }, yield* Clock.currentTimeMillis)
  const whole = yield* readWhole(target, narrowing)
  if (whole === undefined) return empty(target.whole!.none)
  const { source, settings, references } = shown.content
  const { search, ...times } = range
  const asksFor = {
    ...(search !== undefined && { search }),
    ...(target.isTimed && times),
    ...(target.whole !== undefined && { [target.whole.member]: whole }),
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
  if (target.whole !== undefined) query.set(target.whole.name, whole)
  const view = visit.query("view")
  if (view !== undefined) query.set("view", view)
  const here = (cursor: string) => {
    query.set("cursor", cursor)
    return `${visit.url.pathname}?${query}`
  }
  const code = source["type"] === "react" && typeof source["code"] === "string" ? source["code"] : undefined
  const rows =
    page.items.length === 0
      ? noRows(cursor !== undefined, target)
      : tablesOf({ visit, references, target, whole }, page)
  const given = target.whole === undefined ? {} : { [target.whole.member]: whole }
  return html`${when(target.whole, ({ intro }) => intro(visit, whole))}
  ${code === undefined ? rows : yield* drawReactView(visit, viewOf(code, settings, page, given, rows))}
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
  form: (visit, { settings }) => {
    const target = rowsTargetOf(settings)
    return rowsForm(visit, askedIn(visit), target, wholeIn(target, visit.query))
  },
  narrow: (visit, typed) => {
    const [narrowing, target] = [narrowingOf(visit, true), typedTarget(typed)]
    const whole = wholeIn(target, (name) => narrowing.get(name))
    return Effect.succeed(rowsFields(askedBy(narrowing), target, whole))
  },
  draw: drawRows
}
