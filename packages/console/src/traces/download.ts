import type { PayloadTooLarge } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { noteExport } from "../content/note-export.ts"
import { readOnly } from "../content/verbs.ts"
import type { ContentVisit, Page } from "../context.ts"
import { actions, buttonLink } from "../html/form.ts"
import { html } from "../html/html.ts"
import { facts } from "../html/table.ts"
import { tracesPath } from "./links.ts"
import { spanText, traceText } from "./port.ts"
import { count } from "./values.ts"

const jsonFile = Effect.fnUntraced(function* (
  [type, id]: readonly ["trace" | "span", string],
  name: string,
  json: string,
  details?: { readonly traceId: string }
) {
  yield* noteExport({ type, id, name: `the ${type} ${id}` }, details)
  return new Response(json, {
    headers: { "content-type": "application/json", "content-disposition": `attachment; filename="${name}.json"` }
  })
})

const mebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`

/** Says how large a trace is, and how all of it is read. Law: T12. */
const tooLarge = (visit: ContentVisit, id: string, { details }: PayloadTooLarge): Page => {
  const { bytes, spans, scores, limitBytes } = details
  const sizes = [
    ...(bytes === undefined ? [] : ([["Size", mebibytes(bytes)]] as const)),
    ...(spans === undefined ? [] : ([["Spans", count(spans)]] as const)),
    ...(scores === undefined ? [] : ([["Scores", count(scores)]] as const)),
    ["Largest file", mebibytes(limitBytes)] as const
  ]
  return {
    status: 413,
    title: "Too large for one file",
    body: html`<p>
        All of it can be read in parts: each span of the trace has a file of its own, and programs read it page by page
        with
        <code>list_trace_spans</code> and <code>list_trace_scores</code>.
      </p>
      ${facts(sizes)}
      ${actions(buttonLink("Spans of the trace", `${tracesPath(visit, id)}#spans`, { kind: "primary" }))}`
  }
}

/** A trace with all that there is of it, as the API gives it. */
export const downloadTrace = (visit: ContentVisit) => {
  const id = visit.param("trace")
  return traceText(id).pipe(
    Effect.flatMap((json) => jsonFile(["trace", id], `trace-${id}`, json)),
    Effect.catchTag("PAYLOAD_TOO_LARGE", (error) => Effect.succeed(tooLarge(visit, id, error))),
    readOnly
  )
}

/** A span with all that it holds, as the API gives it. */
export const downloadSpan = (visit: ContentVisit) => {
  const [trace, span] = [visit.param("trace"), visit.param("span")]
  return Effect.flatMap(spanText(trace, span), (json) =>
    jsonFile(["span", span], `trace-${trace}-span-${span}`, json, { traceId: trace })
  )
}
