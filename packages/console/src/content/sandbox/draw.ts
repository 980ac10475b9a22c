import { Effect } from "effect"
import type { ContentVisit } from "../../context.ts"
import { bdi, type Html, html, made } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import { ViewCompiler } from "./ViewCompiler.ts"
import { frameUrl } from "./view-frame.ts"

/** How much a component is given, in characters of JSON. */
const maxProps = 600_000

/** How long a component may leave the page without an answer before it is ended, in milliseconds. */
const patience = 5000

/** What a component gets, and what it shows where it does not run. */
export interface ReactView {
  /** The TSX module. */
  readonly code: string
  /** What the frame is called, for whoever does not see it: the name of the page view. */
  readonly title: string
  readonly props: object
  /** The same as a table, or why there is none. */
  readonly rows: Html
}

/** JSON that no markup can end. */
const embedded = (value: object) => made(JSON.stringify(value).replaceAll("<", "\\u003c"))

const rowsOf = (rows: Html, said: string | Html): Html =>
  html`${said}
    <details data-rows open>
      <summary>Rows as a table</summary>
      ${rows}
    </details>`

/**
 * Draws a React page view: a frame in which its component runs, once the page's script starts it, and its rows as a table,
 * which are all there is without script and where the component fails. The page needs `frame: true`.
 */
export const drawReactView = Effect.fnUntraced(function* (
  visit: ContentVisit,
  { code, title, props, rows }: ReactView
) {
  const compiled = yield* (yield* ViewCompiler).compile(code)
  if (compiled.type === "refused") {
    const place = compiled.line === undefined ? "" : ` (line ${compiled.line}, column ${compiled.column ?? 1})`
    return rowsOf(rows, notice("bad", html`<p>The component is not shown: ${bdi(compiled.message)}${place}</p>`))
  }
  const json = JSON.stringify(props)
  if (json.length > maxProps) {
    const text = "The component is not shown: its rows are too large for it. Show fewer columns, or narrow the rows."
    return rowsOf(rows, notice("warning", text))
  }
  return html`<div class="react-view-with-rows">
    ${rowsOf(
      rows,
      html`<div
        class="react-view"
        data-react-view
        data-frame="${frameUrl(visit.site)}"
        data-title="${title}"
        data-patience="${patience}"
      >
        <p class="quiet" data-said>The component runs in the browser and needs JavaScript. Its rows are below.</p>
        <script type="application/json">
          ${embedded({ code: compiled.code, mappings: compiled.mappings, props: json })}
        </script>
      </div>`
    )}
  </div>`
})
