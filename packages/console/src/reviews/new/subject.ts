/** What a new session is about, as somebody chose it: traces by their IDs, or targets of a run. */
import type { Html } from "../../html/html.ts"
import { html } from "../../html/html.ts"
import { type FieldErrors, hidden, selectField, textArea, textField } from "../../html/field.ts"
import type { NewSession } from "../port.ts"

export type About = "traces" | "run"

type Subject = NewSession["subject"]
type Text = (name: string) => string

const idsIn = (typed: string): ReadonlyArray<string> => typed.split(/[\s,]+/).filter((id) => id !== "")

const numberIn = (typed: string): number | undefined => (typed.trim() === "" ? undefined : Number(typed))

const statusOf = (typed: string) => (typed === "succeeded" || typed === "failed" ? ({ status: typed } as const) : {})

/** The subject that was meant, which the operation checks; a number that is none is told here. */
export const subjectMeant = (
  about: About,
  text: Text
): { readonly subject: Subject } | { readonly errors: FieldErrors } => {
  if (about === "traces") return { subject: { traceIds: idsIn(text("traces")) } }
  const [below, sample] = [numberIn(text("below")), numberIn(text("sample"))]
  const errors = {
    ...(Number.isNaN(below) && { below: "Below: Enter a number, such as 0.5." }),
    ...(Number.isNaN(sample) && { sample: "How many at most: Enter a number, such as 20." })
  }
  if (Object.keys(errors).length > 0) return { errors }
  const scorer = text("scorer").trim()
  return {
    subject: {
      runId: text("run").trim(),
      ...statusOf(text("status")),
      ...(scorer !== "" && { scorer }),
      ...(below !== undefined && { below }),
      ...(sample !== undefined && { sample })
    }
  }
}

/** The field that an issue of a refused subject is of. */
export const subjectField = (about: About, path: string): string => {
  const [, , name = ""] = path.split("/")
  if (about === "traces") return "traces"
  return (["status", "scorer", "below", "sample"] as const).find((field) => field === name) ?? "run"
}

const outcomes = [
  { value: "", label: "Succeeded or failed" },
  { value: "succeeded", label: "Succeeded" },
  { value: "failed", label: "Failed" }
]

/** The fields that choose it. */
export const drawSubject = (about: About, text: Text, errors: FieldErrors): Html => {
  const field = (name: string) => ({ name, value: text(name), error: errors[name] })
  return about === "traces"
    ? html`${hidden("about", about)}
      ${textArea({ ...field("traces"), label: "Traces", hint: "IDs of up to 5,000 traces, one a line.", rows: 6, code: true, required: true })}`
    : html`${hidden("about", about)}
      ${textField({ ...field("run"), label: "Evaluation run", hint: "The ID of a run, such as evr_01k9x3m2h8e7v9q4t6w5z0r1ca.", required: true })}
      ${selectField({ ...field("status"), label: "Targets that", options: outcomes })}
      ${textField({ ...field("scorer"), label: "Scored by", hint: "The alias of a scorer of the run, for those that it scored. Reviewers are not told." })}
      ${textField({ ...field("below"), label: "Below", hint: "Only those whose value of that scorer is less, such as 0.5.", inputmode: "decimal" })}
      ${textField({ ...field("sample"), label: "How many at most", hint: "A sample spread over the run. Empty for all.", inputmode: "decimal" })}`
}
