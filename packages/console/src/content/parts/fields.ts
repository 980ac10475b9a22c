import { type FieldErrors, radios, selectField, textArea, textField } from "../../html/field.ts"
import { type Html, html, jsonBlock, when } from "../../html/html.ts"
import { type ChoiceControl, type Control, type JsonControl, onlyText, type SelectControl } from "../form/control.ts"
import type { Typed } from "../form/typed.ts"
import type { ShowIssues } from "./issues.ts"

/** A form as it stands: what was typed in it, what is wrong with its fields, and what a check found in them. */
export interface Filled {
  readonly typed: Typed
  readonly errors: FieldErrors
  readonly issues: ShowIssues
}

const optionsOf = ({ empty, options }: SelectControl) => [
  ...(empty === "value" ? [] : [{ value: "", label: empty === "null" ? "None" : "Not set" }]),
  ...options.map(({ value, label }) => ({ value: String(value), label }))
]

const choice = (control: ChoiceControl, filled: Filled): Html => {
  const { typed, errors } = filled
  const { tagName, label, hint, variants, shared } = control
  const field = { name: tagName, label, hint, error: errors[tagName], chosen: [typed[tagName] ?? ""] }
  const options = variants.map(({ value, label, about }) => ({
    value: String(value),
    label,
    ...(about !== undefined && { hint: about })
  }))
  if (shared !== undefined) {
    const text = drawField(shared, filled, tagName)
    const withText = variants.map((variant) => onlyText(variant) !== undefined)
    if (withText.filter(Boolean).length > 1)
      return html`${radios({ ...field, options })} ${issuesPlace(filled, tagName)} ${text}`
    // What one choice alone has is shown where it is chosen.
    const own = options.map((option, n) => (withText[n] ? { ...option, more: html`${text}` } : option))
    return html`${radios({ ...field, options: own })} ${issuesPlace(filled, tagName)}`
  }
  const parts = variants.map(({ members }) => members.map(([, member]) => drawField(member, filled)))
  return html`${radios({ ...field, options: options.map((option, n) => ({ ...option, more: html`${parts[n]!}` })) })}
  ${issuesPlace(filled, tagName)}`
}

/** Where what is wrong with a field is told, and else with the definition. */
export const issuesPlace = ({ issues }: Pick<Filled, "issues">, field?: string): Html =>
  html`<div class="issues-place" data-issues-of="${field ?? ""}" id="${field ?? "definition"}-issues">
    ${issues(field)}
  </div>`

/** Whether a member is what no field of ours says: open JSON that an application reads. */
const isOpen = (key: string, control: Control): control is JsonControl => key === "extra" && control.type === "json"

/** Open JSON, which few need, is out of sight until something is in it. */
const openJson = (control: JsonControl, filled: Filled): Html => {
  const isUsed = !["", "{}"].includes((filled.typed[control.name] ?? "").trim())
  const isWrong = filled.errors[control.name] !== undefined
  return html`<details class="more-settings" ${when(isUsed || isWrong, () => html` open`)}>
    <summary>More settings, as JSON</summary>
    ${drawField({ ...control, hint: "What your own applications read. The console keeps it as it is." }, filled)}
  </details>`
}

/** The fields of a control, each with what is wrong with it; `chosenBy` names the choice that a shared text is of. */
export const drawField = (control: Control, filled: Filled, chosenBy?: string): Html | "" => {
  if (control.type === "constant") return ""
  if (control.type === "choice") return choice(control, filled)
  if (control.type === "group") {
    return html`<fieldset class="field group">
      <legend>${control.label}</legend>
      ${when(control.hint, (hint) => html`<p class="hint">${hint}</p>`)}
      ${control.members.map(([key, member]) => (isOpen(key, member) ? openJson(member, filled) : drawField(member, filled)))}
    </fieldset>`
  }
  const { name, label, hint } = control
  const value = filled.typed[name] ?? ""
  const field = { name, label, hint, value, error: filled.errors[name] }
  const completions = control.type === "text" ? control.completions : undefined
  return html`${drawInput(control, field, chosenBy)} ${issuesPlace(filled, name)}
  ${when(completions, (completions) => jsonBlock(`${name}-completions`, completions))}`
}

type Input = Exclude<Control, { readonly type: "constant" | "choice" | "group" }>

const drawInput = (
  control: Input,
  field: Parameters<typeof textField>[0] & { readonly value: string },
  chosenBy: string | undefined
): Html => {
  switch (control.type) {
    case "select":
      return selectField({ ...field, options: optionsOf(control) })
    case "number":
      return textField({ ...field, inputmode: "decimal" })
    case "json":
      return textArea({ ...field, rows: control.rows, code: true, language: "json" })
    case "text": {
      const { rows, code, language, codeFor, required = false } = control
      // A line of text would lose its line breaks.
      return rows === 1 && !field.value.includes("\n")
        ? textField({ ...field, required })
        : textArea({
            ...field,
            rows: Math.max(rows, 3),
            code,
            language,
            codeWhere: chosenBy && `${chosenBy}=${codeFor?.join(" ")}`
          })
    }
  }
}
