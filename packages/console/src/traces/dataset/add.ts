/** Traces that become items of a dataset. Laws: D1, D3. */
import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { statusOf } from "../../content/form/errors.ts"
import { refusalNotice } from "../../content/parts/refusal.ts"
import type { Answer, ContentVisit, Page } from "../../context.ts"
import { type Listed, listed, optionsOf } from "../../evaluations/choices.ts"
import { type FieldErrors, selectField, textArea, textField } from "../../html/field.ts"
import { actions, button, buttonLink, form } from "../../html/form.ts"
import { html, when } from "../../html/html.ts"
import { empty } from "../../html/table.ts"
import { projectPath, seeOther } from "../../paths.ts"
import { addToDatasetPath, tracesPath } from "../links.ts"
import { addTraces } from "./port.ts"

interface Wrong {
  readonly errors?: FieldErrors
  readonly error?: AgentError
}

const idsIn = (typed: string): ReadonlyArray<string> => typed.split(/[\s,]+/).filter((id) => id !== "")

const noDataset = (visit: ContentVisit) =>
  empty(
    "This project has no dataset yet.",
    buttonLink("Create dataset", projectPath(visit.site, visit.project, "datasets", "new"), { kind: "primary" })
  )

const page = (visit: ContentVisit, datasets: ReadonlyArray<Listed>, { errors = {}, error }: Wrong = {}): Page => {
  const isPosted = visit.request.method === "POST"
  const asked = visit.url.searchParams.getAll("trace")
  const start: Readonly<Record<string, string>> = { traces: asked.join("\n"), input: "/input", expected: "/output" }
  const text = isPosted ? visit.form.text : (name: string) => start[name] ?? ""
  const field = (name: string) => ({ name, value: text(name), error: errors[name] })
  return {
    title: "Add to a dataset",
    trail: [{ label: "Traces", href: tracesPath(visit) }],
    narrow: true,
    status: error === undefined ? (Object.keys(errors).length > 0 ? 400 : 200) : statusOf(error),
    body:
      datasets.length === 0
        ? noDataset(visit)
        : html`${when(error, (error) => refusalNotice(visit, error))}
            <p>
              Each trace becomes an item. One that was added before stays as its item is now, so that no correction is
              lost.
            </p>
            ${form({
              action: addToDatasetPath(visit),
              errors,
              body: html`${selectField({
                ...field("dataset"),
                label: "Dataset",
                options: optionsOf(datasets, text("dataset"))
              })}
              ${textArea({ ...field("traces"), label: "Traces", hint: "IDs of up to 100 traces, one a line.", rows: 6, code: true, required: true })}
              ${textField({ ...field("input"), label: "Input", hint: "A JSON Pointer into a trace's input, output and metadata, such as /input/question." })}
              ${textField({ ...field("expected"), label: "Expected", hint: "Likewise. Nothing is expected where a trace has nothing there." })}
              ${textField({ ...field("split"), label: "Split", hint: "The part of the dataset that they belong to, such as test. Optional.", maxlength: 200 })}
              ${actions(button("Add traces"), buttonLink("Cancel", tracesPath(visit)))}`
            })}`
  }
}

/** The form, with the traces that the path names. */
export const addToDatasetPage = Effect.fnUntraced(function* (visit: ContentVisit) {
  return page(visit, yield* listed(visit, "dataset"))
})

/** The fields of the form by the members of the input, with what they are called. */
const fields: Readonly<Record<string, readonly [name: string, label: string]>> = {
  datasetId: ["dataset", "Dataset"],
  traceIds: ["traces", "Traces"],
  inputPointer: ["input", "Input"],
  expectedPointer: ["expected", "Expected"],
  split: ["split", "Split"]
}

/** What is said at the fields that are wrong, or above the form. */
const wrongOf = (traceIds: ReadonlyArray<string>, error: AgentError): Wrong => {
  if (error._tag === "ITEM_INVALID") {
    const [{ index, pointer, message }] = error.details.items as readonly [(typeof error.details.items)[number]]
    const traces = `Traces: none was added, since one can be no item. ${traceIds[index]}, ${pointer}: ${message}`
    return { errors: { traces } }
  }
  if (error._tag !== "VALIDATION_ERROR") return { error }
  const errors = error.details.issues.map(({ path, message }) => {
    const [, member = "", place] = path.split("/")
    const [name, label] = fields[member] ?? [member, member]
    return [name, `${label}${place === undefined ? "" : ` ${Number(place) + 1}`}: ${message}.`] as const
  })
  return { errors: Object.fromEntries(errors) }
}

/** Adds them, in one version of the dataset, and leads to its items. */
export const addToDatasetAction = Effect.fnUntraced(function* (visit: ContentVisit) {
  const { text } = visit.form
  const [datasetId, split] = [text("dataset"), text("split").trim()]
  const datasets = yield* listed(visit, "dataset")
  const traceIds = idsIn(text("traces"))
  return yield* addTraces({
    datasetId,
    traceIds,
    inputPointer: text("input").trim(),
    expectedPointer: text("expected").trim(),
    ...(split !== "" && { split })
  }).pipe(
    Effect.map((): Answer =>
      seeOther(projectPath(visit.site, visit.project, "datasets", datasetId, "items"), "traces")
    ),
    Effect.catch((error) => Effect.succeed<Answer>(page(visit, datasets, wrongOf(traceIds, error))))
  )
})
