import { Effect } from "effect"
import { readOnly } from "../../content/verbs.ts"
import { counted } from "../../content/words.ts"
import type { ContentVisit } from "../../context.ts"
import { confirmPage } from "../../html/confirm.ts"
import { bdi, html } from "../../html/html.ts"
import { seeOther } from "../../paths.ts"
import { tracesPath } from "../links.ts"
import { traceName } from "../parts.ts"
import { deleteTrace, readTrace } from "../port.ts"

/** Asks whether to delete a trace. */
export const deleteTracePage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const trace = yield* readTrace(visit.param("trace"))
  return confirmPage({
    title: "Delete this trace?",
    body: html`<p>
      This deletes the trace ${bdi(traceName(trace))} with its ${counted(trace.spanCount, "span")} and all scores, for
      everybody in this project. It cannot be undone. For 30 days, what is still sent of it is refused.
    </p>`,
    button: "Delete trace",
    cancel: tracesPath(visit, trace.id)
  })
})

/** Deletes it, with all that there is of it. Law: T19. */
export const deleteTraceAction = Effect.fnUntraced(function* (visit: ContentVisit) {
  yield* readOnly(deleteTrace(visit.param("trace")))
  return seeOther(tracesPath(visit), "deleted")
})
