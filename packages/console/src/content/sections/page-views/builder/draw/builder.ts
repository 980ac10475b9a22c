import { pageViewTargets } from "@agent-operations/contract"
import { Result } from "effect"
import { hidden, hiddenText } from "../../../../../html/field.ts"
import { type Html, html, when } from "../../../../../html/html.ts"
import { notice } from "../../../../../html/notice.ts"
import { saidOf } from "../../../../form/faults.ts"
import { drawField } from "../../../../parts/fields.ts"
import type { InProject } from "../../../../parts/links.ts"
import type { Section } from "../../../../Section.ts"
import { capital, plain } from "../../../../words.ts"
import { aliasesIn, choicesFor, type FieldChoice, typeIn } from "../choices.ts"
import type { Standing } from "../index.ts"
import { type BuilderForm, countsOf, type Texts, type Unshowable } from "../model.ts"
import { choice, type Drawing, errorOf, fieldPicker } from "./controls.ts"
import { drawLists } from "./lists.ts"
import { drawReferences } from "./references.ts"

export interface BuilderDrawing extends Drawing {
  readonly standing: Standing
  readonly section: Section
  readonly at: InProject
  readonly texts: Texts
  readonly form: Result.Result<BuilderForm, Unshowable>
}

const tabs = (chosen: Standing["tab"]): Html => {
  const tab = (name: Standing["tab"], label: string) =>
    html`<button type="submit" name="do" value="tab.${name}" aria-pressed="${chosen === name ? "true" : "false"}">
      ${label}
    </button>`
  return html`<div class="builder-tabs" role="group" aria-label="Edit settings as">
    ${tab("builder", "Builder")} ${tab("json", "JSON")}
  </div>`
}

const targetWords: Readonly<Record<string, string>> = {
  trace: "Spans of one trace",
  evaluation_run: "Targets of one evaluation run",
  reviews: "Reviews of one session"
}

const targets = pageViewTargets.map((value) => ({ value, label: targetWords[value] ?? capital(plain(value)) }))

/** Every field by its path or name, which browsers offer while somebody types; the script reads them here. */
const fieldChoices = (choices: ReadonlyArray<FieldChoice>): Html => html`
  <datalist id="field-choices">
    ${choices.map(({ value, label, type, about, group }) => {
      const words = [label === value ? "" : label, type, about].filter((text) => text !== "").join(" · ")
      return html`<option
        value="${value}"
        label="${words}"
        data-label="${label}"
        data-type="${type}"
        data-about="${about}"
        data-group="${group}"
      ></option>`
    })}
  </datalist>
`

const isUsed = (form: BuilderForm, alias: string) =>
  [...form.columns, ...form.filters, ...form.sort, { field: form.groupBy }].some(
    ({ field }) => field === `custom.${alias}`
  )

const references = (drawing: BuilderDrawing, form: BuilderForm): Html | "" =>
  when(
    form.references.length > 0 || drawing.filled.errors["references"] !== undefined,
    () =>
      html`<fieldset class="built-list">
        <legend>Custom fields in use</legend>
        <p class="hint">A field that is pinned stays as it is when its definition changes.</p>
        ${errorOf(drawing, "references")}
        ${drawReferences(drawing, form.references, ({ alias }) => !isUsed(form, alias))}
      </fieldset>`
  )

const fields = (drawing: BuilderDrawing, form: BuilderForm): Html => {
  const { choices } = drawing.standing
  const aliases = aliasesIn(drawing.texts)
  return html`
    ${hidden("tab", "builder")} ${hiddenText("settings", drawing.texts.settings)}
    ${hiddenText("references", drawing.texts.references)} ${errorOf(drawing, "settings")}
    ${choice(drawing, { name: "target", label: "Rows", value: form.target, options: targets })}
    ${drawLists(drawing, form, countsOf(drawing.texts), (field) => typeIn(choices, aliases, field))}
    ${fieldPicker(drawing, { name: "groupBy", label: "Group by", hint: "Rows with the same value are shown together. Optional.", value: form.groupBy })}
    ${references(drawing, form)} ${fieldChoices(choicesFor(choices, form))}
  `
}

const json = ({ section, filled }: BuilderDrawing): Html => {
  const controls = section.form.members.filter(([key]) => key === "settings" || key === "references")
  return html`${hidden("tab", "json")} ${controls.map(([, control]) => drawField(control, filled))}`
}

const sayWhy = ({ path, message }: Unshowable, { settings, references }: Texts): Html => {
  const [, name = "settings"] = path.split("/")
  const text = name === "references" ? references : settings
  const pointer = path.slice(name.length + 1)
  const said =
    path === ""
      ? message
      : saidOf(name === "references" ? "References" : "Settings", text, [{ path: pointer, message }])
  return notice(
    "warning",
    html`<p id="builder-refused">${said} ${path === "" ? "" : "Correct it to use the builder."}</p>`
  )
}

/** Draws the builder, or the texts where those are asked for or where it can't show them. */
export const drawBuilder = (drawing: BuilderDrawing): Html => {
  const { standing, form, texts } = drawing
  const isShown = standing.tab === "builder" && Result.isSuccess(form)
  return html`<div id="builder" class="builder">
    ${tabs(isShown ? "builder" : "json")}
    <p class="unseen" role="status">${standing.said}</p>
    ${when(standing.tab === "builder" && Result.isFailure(form) && form.failure, (why) => sayWhy(why, texts))}
    ${isShown ? fields(drawing, form.success) : json(drawing)}
  </div>`
}
