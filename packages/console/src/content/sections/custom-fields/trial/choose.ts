import { Effect } from "effect"
import type { ContentVisit } from "../../../../context.ts"
import { selectField } from "../../../../html/field.ts"
import { button } from "../../../../html/form.ts"
import { type Html, html } from "../../../../html/html.ts"
import { traceName } from "../../../../traces/parts.ts"
import { listTraces, type TracePage } from "../../../../traces/port.ts"
import { clip } from "../../../words.ts"

const field = "try.trace"
const newest = ""

/** The trace that somebody chose: in the form, or in the address of its page. */
export const chosenTrace = ({ form, query }: ContentVisit): string =>
  (form.has(field) ? form.text(field) : (query("trace") ?? newest)).trim()

type Recent = TracePage["items"]

/** The newest traces; none where they can't be read now, which trying tells. */
const readRecent = listTraces({ limit: 20 }).pipe(
  Effect.map(({ items }) => items),
  Effect.catch(() => Effect.succeed<Recent>([]))
)

const at = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" })

const choice = (name: string, chosen: string, recent: Recent): Html => {
  const known = recent.map((trace) => ({
    value: trace.id,
    label: `${clip(traceName(trace), 60)}, ${at.format(new Date(trace.startedAt))} UTC`
  }))
  const isKnown = chosen === newest || known.some(({ value }) => value === chosen)
  return selectField({
    name,
    label: "Trace",
    value: chosen,
    options: [
      { value: newest, label: "The newest trace" },
      ...known,
      ...(isKnown ? [] : [{ value: chosen, label: `Trace ${clip(chosen, 40)}` }])
    ]
  })
}

/** Chooses the trace beside the form: a field of the form. */
export const traceField = (visit: ContentVisit) =>
  Effect.map(
    readRecent,
    (recent) =>
      html`<div class="ask" data-narrowing>
        <div class="asked">${choice(field, chosenTrace(visit), recent)}</div>
      </div>`
  )

/** Chooses the trace where the custom field is saved. */
export const traceForm = (visit: ContentVisit) =>
  Effect.map(
    readRecent,
    (recent) =>
      html`<form method="get" action="${visit.url.pathname}" class="ask">
        <div class="asked">${choice("trace", chosenTrace(visit), recent)} ${button("Evaluate", { kind: "plain" })}</div>
      </form>`
  )

/** The ID of the trace that is chosen, or of the newest; none where there is no trace at all. */
export const readChosen = Effect.fnUntraced(function* (visit: ContentVisit) {
  const chosen = chosenTrace(visit)
  if (chosen !== newest) return chosen
  const { items } = yield* listTraces({ limit: 1 })
  return items[0]?.id
})
