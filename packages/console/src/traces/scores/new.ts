import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { statusOf } from "../../content/form/errors.ts"
import { hintOf } from "../../content/hints.ts"
import { refusalNotice } from "../../content/parts/refusal.ts"
import type { Answer, ContentVisit, Page } from "../../context.ts"
import { type FieldErrors, hidden, radios, textArea, textField } from "../../html/field.ts"
import { actions, button, buttonLink, form } from "../../html/form.ts"
import { html } from "../../html/html.ts"
import { seeOther } from "../../paths.ts"
import { spanPath, tracesPath } from "../links.ts"
import { recorded, traceName } from "../parts.ts"
import { createScore, readSpan, readTrace, type ScoreInput } from "../port.ts"

/** What is scored: a trace, or one of its spans. */
interface Scored {
  readonly traceId: string
  readonly spanId: string | null
  readonly name: string
}

const kinds = [
  { value: "NUMERIC", label: "Number", hint: "Such as 0.9 or 5." },
  { value: "BOOLEAN", label: "Yes or no" },
  { value: "CATEGORICAL", label: "Category", hint: "One of a few words." },
  { value: "TEXT", label: "Text" }
] as const

const readScored = Effect.fnUntraced(function* (visit: ContentVisit, spanId: string) {
  const trace = yield* readTrace(visit.param("trace"))
  if (spanId === "") return { traceId: trace.id, spanId: null, name: traceName(trace) } satisfies Scored
  const span = yield* readSpan(trace.id, spanId)
  return { traceId: trace.id, spanId: span.id, name: span.name } satisfies Scored
})

/** Where the scores of it are shown. */
const pathOf = (visit: ContentVisit, { traceId, spanId }: Scored) =>
  spanId === null ? tracesPath(visit, traceId) : spanPath(visit, traceId, spanId)

const page = (visit: ContentVisit, scored: Scored, errors: FieldErrors = {}, error?: AgentError): Page => {
  const typed = visit.form.text
  const field = (name: string) => ({ name, value: typed(name), error: errors[name] })
  return {
    title: "Add score",
    narrow: true,
    status: error === undefined ? (Object.keys(errors).length > 0 ? 400 : 200) : statusOf(error),
    body: html`${error === undefined ? "" : refusalNotice(visit, error)}
      <p>
        Of the ${scored.spanId === null ? "trace" : "span"} ${recorded(scored.name, 120)}. A score of yours with the
        same name is replaced.
      </p>
      ${form({
        action: tracesPath(visit, scored.traceId, "scores", "new"),
        errors,
        body: html`${scored.spanId === null ? "" : hidden("span", scored.spanId)}
        ${textField({ ...field("name"), label: "Name", hint: "What is scored, such as helpfulness.", maxlength: 120, required: true })}
        ${radios({ name: "dataType", label: "Type of value", options: kinds, chosen: [typed("dataType") || "NUMERIC"] })}
        ${textField({ ...field("value"), label: "Value", hint: "A number, yes or no, or a text, as the type says.", required: true })}
        ${textArea({ ...field("explanation"), label: "Explanation", hint: "Why. Optional.", rows: 3 })}
        ${actions(button("Save score"), buttonLink("Cancel", pathOf(visit, scored)))}`
      })}`
  }
}

const words: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false }

/** The value that was meant, or undefined where it is none of its type. */
const valueMeant = (dataType: string, typed: string): ScoreInput["value"] | undefined => {
  const text = typed.trim()
  if (dataType === "NUMERIC") return text !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined
  if (dataType === "BOOLEAN") return words[text.toLowerCase()]
  return text === "" ? undefined : text
}

const wrongValue: Readonly<Record<string, string>> = {
  NUMERIC: "Value: Enter a number, such as 0.9.",
  BOOLEAN: "Value: Enter yes or no."
}

/** The form. */
export const newScorePage = Effect.fnUntraced(function* (visit: ContentVisit) {
  return page(visit, yield* readScored(visit, visit.query("span") ?? ""))
})

/** Scores a trace or a span in the name of the person, which nobody else can. Law: A7. */
export const newScoreAction = Effect.fnUntraced(function* (visit: ContentVisit) {
  const typed = visit.form.text
  const scored = yield* readScored(visit, typed("span"))
  const dataType = kinds.find(({ value }) => value === typed("dataType"))?.value ?? "NUMERIC"
  const value = valueMeant(dataType, typed("value"))
  const name = typed("name").trim()
  const errors = {
    ...(name === "" && { name: "Name: Enter a name." }),
    ...(value === undefined && { value: wrongValue[dataType] ?? "Value: Enter a text." })
  }
  if (value === undefined || Object.keys(errors).length > 0) return page(visit, scored, errors)
  const explanation = typed("explanation").trim()
  const input: ScoreInput = {
    traceId: scored.traceId,
    spanId: scored.spanId,
    name,
    dataType,
    value,
    explanation: explanation === "" ? null : explanation,
    source: "ANNOTATION",
    annotatorKind: "HUMAN",
    // One of each person under a name.
    identifier: visit.access.actor.id.slice(0, 200)
  }
  return yield* createScore(input).pipe(
    Effect.map((): Answer => seeOther(pathOf(visit, scored), "scored")),
    Effect.catch((error): Effect.Effect<Answer> => Effect.succeed(refused(visit, scored, error)))
  )
})

/** What is said at the field that is wrong, or above the form. */
const refused = (visit: ContentVisit, scored: Scored, error: AgentError): Page => {
  if (error._tag !== "VALIDATION_ERROR") return page(visit, scored, {}, error)
  const { issues } = error.details
  const errors = Object.fromEntries(
    issues.map(({ path, message }) => [path.slice(1), `${message} ${hintOf(error)}`] as const)
  )
  return ["name", "value", "explanation"].some((field) => Object.hasOwn(errors, field))
    ? page(visit, scored, errors)
    : page(visit, scored, {}, error)
}
