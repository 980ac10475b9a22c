/** What the form that starts a run has, and what it says. */
import type { ContentVisit } from "../context.ts"
import { checkboxes, type FieldErrors, hidden, selectField, textField } from "../html/field.ts"
import { actions, button, form } from "../html/form.ts"
import { type Html, html, when } from "../html/html.ts"
import { type Listed, optionsOf } from "./choices.ts"
import type { Given, Run } from "./port.ts"

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
const newKey = (): string => `console-${globalThis.crypto.randomUUID()}`

const scorerValue = (alias: string, id: string) => `${alias}:${id}`

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
  scorers: Object.entries(from?.pins.scorers ?? {}).map(([alias, { id }]) => scorerValue(alias, id))
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

/** An alias made of a name: "Exact match" is `exactMatch`. */
const aliasOf = (name: string): string => {
  const words = name.split(/[^a-zA-Z0-9]+/).filter((word) => word !== "")
  const joined = words.map((word, n) => (n === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("")
  const alias = joined.replace(/^[^a-zA-Z]+/, "").slice(0, 36)
  return alias === "" ? "scorer" : alias.charAt(0).toLowerCase() + alias.slice(1)
}

/** A scorer has the alias that it had before, so that runs compare, else one made of its name. */
const scorerOptions = (scorers: Offered["scorers"], from: Run | undefined) => {
  const before = Object.entries(from?.pins.scorers ?? {})
  const taken = new Set(before.map(([alias]) => alias))
  const free = (alias: string, n = 1): string => {
    const next = n === 1 ? alias : `${alias}${n}`
    return taken.has(next) ? free(alias, n + 1) : next
  }
  return scorers.map(({ id, name, source }) => {
    const alias = before.find(([, pinned]) => pinned.id === id)?.[0] ?? free(aliasOf(name))
    taken.add(alias)
    const by = source.type === "human" ? " People score, in reviews." : ""
    return { value: scorerValue(alias, id), label: name, hint: `Its scores are called ${alias}.${by}` }
  })
}

/** What a form asks for, as the operation takes it. Empty fields are left out. */
export const inputOf = (typed: Typed): Given<"estimate_eval_run"> => ({
  name: typed.name.trim(),
  series: typed.series.trim() === "" ? null : typed.series.trim(),
  app: { id: typed.app },
  dataset: { id: typed.dataset, ...(typed.split.trim() !== "" && { split: typed.split.trim() }) },
  scorers: Object.fromEntries(
    typed.scorers.map((value) => {
      const at = value.indexOf(":")
      return [value.slice(0, at), { id: value.slice(at + 1) }]
    })
  ),
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
  const options = scorerOptions(scorers, from)
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
