import { type Html, html, when } from "../../../../../html/html.ts"
import { selectField, textField } from "../../../../../html/field.ts"
import type { Option, OptionGroup } from "../../../../../html/field.ts"
import type { Filled } from "../../../../parts/fields.ts"
import type { Standing } from "../index.ts"

/** What every control of the builder is drawn with. */
export interface Drawing {
  readonly filled: Filled
  readonly standing: Pick<Standing, "choices" | "focus">
}

/** What is said of a control: by a check, and while somebody types by the script. */
const issues = ({ filled }: Drawing, name: string): Html =>
  html`<div data-built-issues="${name}">${filled.issues(name)}</div>`

const attributes = ({ standing }: Drawing, name: string, more: Html | "" = "") =>
  html`${more}${when(standing.focus === name, () => html` autofocus`)}`

interface Labels {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
}

/** A line of text. */
export const line = (
  drawing: Drawing,
  field: Labels & { readonly value: string; readonly more?: Html },
  kind: "" | "picker" = ""
): Html =>
  html`<div class="part ${kind}">
    ${textField({ ...field, error: drawing.filled.errors[field.name], attributes: attributes(drawing, field.name, field.more) })}
    ${issues(drawing, field.name)}
  </div>`

/** A field of a record, which is typed or picked. */
export const fieldPicker = (drawing: Drawing, field: Labels & { readonly value: string }): Html =>
  line(drawing, { ...field, more: html` list="field-choices" data-field-picker` }, "picker")

/** A choice; a value that it does not have is one more. */
export const choice = (
  drawing: Drawing,
  field: Labels & { readonly value: string; readonly options: ReadonlyArray<Option | OptionGroup> }
): Html => {
  const known = field.options.some((option) => "value" in option && option.value === field.value)
  const options = known ? field.options : [...field.options, { value: field.value, label: field.value }]
  return html`<div class="part">
    ${selectField({ ...field, options, error: drawing.filled.errors[field.name], attributes: attributes(drawing, field.name) })}
    ${issues(drawing, field.name)}
  </div>`
}

/** A button that changes the form. `label` is seen, `about` is heard with it. */
export const doButton = (
  drawing: Drawing,
  action: string,
  label: Html | string,
  about: string,
  kind: "plain" | "quiet" = "plain"
): Html =>
  html`<button
    type="submit"
    class="button ${kind}"
    id="${action}"
    name="do"
    value="${action}"
    ${attributes(drawing, action)}
  >
    ${label}<span class="unseen"> ${about}</span>
  </button>`

/** What is wrong with a list or a text as a whole. */
export const errorOf = ({ filled }: Drawing, name: string): Html | "" =>
  when(filled.errors[name], (error) => html`<p class="error" id="${name}"><b>Error:</b> ${error}</p>`)
