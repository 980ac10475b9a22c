/** What the form that starts a run has, and what it says. */
import type { ContentVisit } from "../context.ts"
import { checkboxes, type FieldErrors, hidden, selectField, textField } from "../html/field.ts"
import { actions, button, form } from "../html/form.ts"
import { type Html, html, when } from "../html/html.ts"
import { type Listed, optionsOf } from "./choices.ts"
import type { Given, Run } from "./port.ts"
import { chosenScorers, scorerOptions, scorersOf } from "./scorer-field.ts"

/** What runs can be made of. */
export interface Offered {
  readonly apps: ReadonlyArray<Listed>
  readonly datasets: ReadonlyArray<Listed>
  readonly scorers: ReadonlyArray<Listed>
}

/** What was typed, field by field; of each scorer its alias and ID, as `exact:sc_…`. */
export interface Typed {
  readonly requestKey: string
  readonly name: string
  readonly series: string
  readonly app: string
  readonly dataset: string
  readonly split: string
  readonly repetitions: string
  readonly base: string
  readonly scorers: ReadonlyArray<string>
}

/** A key that nobody has had: the same form sent twice starts one run. Law: X1. */
export const newKey = (): string => `console-${globalThis.crypto.randomUUID()}`

/** A form that nothing was typed into; with a run, as that run was made, to be compared with it. */
export const typedAnew = (from: Run | undefined): Typed => ({
  requestKey: newKey(),
  name: from?.name ?? "",
  series: from?.series ?? "",
  app: from?.pins.app?.id ?? "",
  dataset: from?.pins.dataset?.id ?? "",
  split: "",
  repetitions: String(from?.repetitions ?? 1),
  base: from?.id ?? "",
  scorers: chosenScorers(from?.pins.scorers)
})

export const typedIn = ({ form }: ContentVisit): Typed => ({
  requestKey: form.text("requestKey") || newKey(),
  name: form.text("name"),
  series: form.text("series"),
  app: form.text("app"),
  dataset: form.text("dataset"),
  split: form.text("split"),
  repetitions: form.text("repetitions"),
  base: form.text("base"),
  scorers: form.all("scorers")
})

/** The same with a key of its own, where another run has the one it had. */
export const withNewKey = (typed: Typed): Typed => ({ ...typed, requestKey: newKey() })

/** What a form asks for, as the operation takes it. Empty fields are left out. */
export const inputOf = (typed: Typed): Given<"estimate_eval_run"> => ({
  name: typed.name.trim(),
  series: typed.series.trim() === "" ? null : typed.series.trim(),
  app: { id: typed.app },
  dataset: { id: typed.dataset, ...(typed.split.trim() !== "" && { split: typed.split.trim() }) },
  scorers: scorersOf(typed.scorers),
  repetitions: typed.repetitions.trim() === "" ? 1 : Number(typed.repetitions),
  ...(typed.base !== "" && { baseRunId: typed.base })
})

const fields: ReadonlyArray<readonly [pointer: string, field: string]> = [
  ["/name", "name"],
  ["/series", "series"],
  ["/app", "app"],
  ["/dataset/split", "split"],
  ["/dataset", "dataset"],
  ["/scorers", "scorers"],
  ["/repetitions", "repetitions"]
]

/** The field that has what a JSON Pointer into the input leads to. */
export const fieldAt = (path: string): string | undefined =>
  fields.find(([pointer]) => `${path}/`.startsWith(`${pointer}/`))?.[1]

const choose = { value: "", label: "Choose…" }

/** The form that starts a run. */
export const startForm = (
  { apps, datasets, scorers }: Offered,
  { typed, errors, from }: { readonly typed: Typed; readonly errors: FieldErrors; readonly from: Run | undefined }
): Html => {
  const options = scorerOptions(scorers, from?.pins.scorers)
  return form({
    errors,
    body: html`${hidden("requestKey", typed.requestKey)} ${hidden("base", typed.base)}
    ${textField({ name: "name", label: "Name", value: typed.name, required: true, maxlength: 120, error: errors["name"] })}
    ${selectField({
      name: "app",
      label: "App",
      value: typed.app,
      required: true,
      options: [choose, ...optionsOf(apps, typed.app)],
      error: errors["app"]
    })}
    ${selectField({
      name: "dataset",
      label: "Dataset",
      value: typed.dataset,
      required: true,
      options: [choose, ...optionsOf(datasets, typed.dataset)],
      error: errors["dataset"]
    })}
    ${textField({
      name: "split",
      label: "Split",
      hint: "Only the items of this split. It may be left empty.",
      value: typed.split,
      maxlength: 200,
      error: errors["split"]
    })}
    ${when(options.length > 0, () => checkboxes({ name: "scorers", label: "Scorers", options, chosen: typed.scorers, error: errors["scorers"] }))}
    ${textField({
      name: "repetitions",
      label: "Repetitions",
      hint: "How often each item is answered: 1 to 100.",
      value: typed.repetitions,
      inputmode: "decimal",
      required: true,
      error: errors["repetitions"]
    })}
    ${textField({
      name: "series",
      label: "Series",
      hint: "Runs of one series are compared with each other. It may be left empty.",
      value: typed.series,
      maxlength: 120,
      error: errors["series"]
    })}
    ${actions(
      button("Start run", { name: "do", value: "start" }),
      button("Estimate cost", { kind: "plain", name: "do", value: "estimate" })
    )}`
  })
}
