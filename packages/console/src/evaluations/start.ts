import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { statusOf } from "../content/form/errors.ts"
import { hintOf } from "../content/hints.ts"
import { refusalNotice } from "../content/parts/refusal.ts"
import { counted } from "../content/words.ts"
import { readOnly } from "../content/verbs.ts"
import type { Answer, ContentVisit, Page } from "../context.ts"
import type { FieldErrors } from "../html/field.ts"
import { type Html, html, when } from "../html/html.ts"
import { notice } from "../html/notice.ts"
import { seeOther } from "../paths.ts"
import { listed } from "./choices.ts"
import { runsPath } from "./links.ts"
import { createRun, type Estimate, estimateRun, readRun, type Run } from "./port.ts"
import { fieldAt, inputOf, type Offered, startForm, type Typed, typedAnew, typedIn, withNewKey } from "./start-form.ts"
import { money } from "./values.ts"

/** What the form is drawn with. */
interface Starting {
  readonly offered: Offered
  /** The run that is started again. */
  readonly from: Run | undefined
}

const read = Effect.fnUntraced(function* (visit: ContentVisit) {
  const from = visit.query("from")
  const again = from === undefined ? undefined : (yield* readOnly(readRun({ id: from, limit: 1 }))).run
  const offered = {
    apps: yield* listed(visit, "app"),
    datasets: yield* listed(visit, "dataset"),
    scorers: yield* listed(visit, "scorer")
  }
  return { offered, from: again } satisfies Starting
})

interface Said {
  readonly errors?: FieldErrors
  readonly error?: AgentError
  readonly estimate?: Estimate
}

const estimateNotice = ({ targets, calls, upperBoundMicros, unpriced }: Estimate): Html =>
  notice(
    "plain",
    html`<p>
        ${counted(targets, "target")} and ${counted(calls, "call")}, which cost ${money(upperBoundMicros)} at most,
        without retries. Nothing was started.
      </p>
      ${when(unpriced.length > 0, () => html`<p>Models without a price are left out: ${unpriced.join(", ")}.</p>`)}`
  )

const draw = (
  visit: ContentVisit,
  { offered, from }: Starting,
  typed: Typed,
  { errors = {}, error, estimate }: Said = {}
): Page => {
  const hasErrors = Object.keys(errors).length > 0
  return {
    title: from === undefined ? "Start run" : "Start again",
    trail: [{ label: "Evaluations", href: runsPath(visit) }],
    status: error === undefined ? (hasErrors ? 400 : 200) : statusOf(error),
    body: html`${when(hasErrors ? undefined : error, (error) => refusalNotice(visit, error))}
    ${when(estimate, estimateNotice)}
    ${when(
      [offered.apps, offered.datasets].some(({ length }) => length === 0),
      () => notice("plain", "A run needs an app and a dataset: this project has not got both yet.")
    )}
    ${startForm(offered, { typed, errors, from })}`
  }
}

/** The form that starts a run. */
export const startPage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const starting = yield* read(visit)
  return draw(visit, starting, typedAnew(starting.from))
})

const missing = (typed: Typed): FieldErrors => ({
  ...(typed.name.trim() === "" && { name: "Give the run a name." }),
  ...(typed.app === "" && { app: "Choose the app that answers." }),
  ...(typed.dataset === "" && { dataset: "Choose the dataset whose items are answered." }),
  ...(!/^\s*[0-9]{0,3}\s*$/.test(typed.repetitions) && { repetitions: "Give a whole number of repetitions: 1 to 100." })
})

/** What is said at the fields that are wrong, or above the form. */
const refusalOf = (error: AgentError): Said => {
  if (error._tag !== "VALIDATION_ERROR") return { error }
  const errors = error.details.issues.flatMap(({ path, message }) => {
    const field = fieldAt(path)
    return field === undefined ? [] : [[field, `${message}. ${hintOf(error)}`] as const]
  })
  return errors.length === 0 ? { error } : { error, errors: Object.fromEntries(errors) }
}

const answer = (visit: ContentVisit, typed: Typed) =>
  visit.form.text("do") === "estimate"
    ? Effect.map(estimateRun(inputOf(typed)), (estimate): Said | string => ({ estimate }))
    : Effect.map(createRun({ ...inputOf(typed), requestKey: typed.requestKey }), ({ id }): Said | string => id)

/** Starts it, or tells what it would cost. Law: X1. */
export const startAction = Effect.fnUntraced(function* (visit: ContentVisit) {
  const starting = yield* read(visit)
  const typed = typedIn(visit)
  const errors = missing(typed)
  if (Object.keys(errors).length > 0) return draw(visit, starting, typed, { errors }) as Answer
  const refused = (error: AgentError) => Effect.succeed<Said | string>(refusalOf(error))
  const done = yield* answer(visit, typed).pipe(
    Effect.catchTags({
      VALIDATION_ERROR: refused,
      PAYLOAD_TOO_LARGE: refused,
      NOT_FOUND: refused,
      REFERENCE_NOT_FOUND: refused,
      USAGE_LIMIT_REACHED: refused,
      UNPRICED: refused,
      REQUEST_KEY_REUSED: refused
    })
  )
  if (typeof done === "string") return seeOther(runsPath(visit, done), "started")
  const again = done.error?._tag === "REQUEST_KEY_REUSED" ? withNewKey(typed) : typed
  return draw(visit, starting, again, done)
})
