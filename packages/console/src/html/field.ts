import { keysOf } from "../finding/shortcuts.ts"
import { betweenTags, type Html, html, seen, when } from "./html.ts"

/** What went wrong with the fields of a form, by their names. */
export type FieldErrors = Readonly<Record<string, string>>

interface Field {
  readonly name: string
  readonly label: string
  /** What a good value is, where the label does not say. */
  readonly hint?: string | Html | undefined
  readonly error?: string | undefined
  /** By default the name; another where a page has several fields of that name. */
  readonly id?: string
}

export interface Option {
  readonly value: string
  readonly label: string
  readonly hint?: string
}

/** An option with fields of its own, which are shown where it is chosen. */
interface Choice extends Option {
  readonly more?: Html
  /** What is pressed to choose it, which stands behind it. */
  readonly keys?: string | undefined
}

/** Options under a heading. */
export interface OptionGroup {
  readonly group: string
  readonly options: ReadonlyArray<Option>
}

const idOf = ({ id, name }: Field) => id ?? name

const hintAndError = (id: string, { hint, error }: Pick<Field, "hint" | "error">) =>
  html` ${when(hint, (hint) => html`<p class="hint" id="${id}-hint">${hint}</p>`)}
  ${when(error, (error) => html`<p class="error" id="${id}-error"><b>Error:</b> ${error}</p>`)}`

/** The attributes that tie a control to what is said of it. */
const described = (id: string, { hint, error }: Pick<Field, "hint" | "error">) => {
  const by = [hint === undefined ? [] : `${id}-hint`, error === undefined ? [] : `${id}-error`].flat().join(" ")
  return html`${when(by !== "", () => html` aria-describedby="${by}"`)}${when(error, () => html` aria-invalid="true"`)}`
}

const labelled = (field: Field, control: Html) =>
  html`<div class="field">
    <label for="${idOf(field)}">${field.label}</label>
    ${hintAndError(idOf(field), field)} ${control}
  </div>`

/** A line of text. */
export const textField = (
  field: Field & {
    readonly value?: string | undefined
    readonly type?: "text" | "password" | "email" | "search" | "date" | "datetime-local" | "number"
    readonly required?: boolean
    readonly autocomplete?: string
    readonly maxlength?: number
    readonly inputmode?: "decimal"
    /** Further attributes. */
    readonly attributes?: Html | ""
  }
): Html =>
  labelled(
    field,
    html`<input
      id="${idOf(field)}"
      name="${field.name}"
      type="${field.type ?? "text"}"
      value="${field.value ?? ""}"
      autocomplete="${field.autocomplete ?? "off"}"
      ${when(field.required, () => html` required`)}
      ${when(field.inputmode, (mode) => html` inputmode="${mode}"`)}
      ${when(field.maxlength, (length) => html` maxlength="${length}"`)}
      ${field.attributes ?? ""}
      ${described(idOf(field), field)}
    />`
  )

/**
 * Lines of text; `code` sets them in a fixed width. With a `language` the script makes an editor of it, on a page that has
 * a `styleNonce`: `tsx`, `json` or `cel`.
 */
export const textArea = (
  field: Field & {
    readonly value?: string | undefined
    readonly rows?: number
    readonly code?: boolean
    readonly language?: string | undefined
    /** The choice beside it that makes it code: `sourceType=formula`. */
    readonly codeWhere?: string | undefined
    readonly required?: boolean
  }
): Html =>
  labelled(
    field,
    // A line feed that begins the content would be dropped; the one before it is.
    html`<textarea
      id="${idOf(field)}"
      name="${field.name}"
      rows="${field.rows ?? 4}"
      ${when(field.code, () => html` class="code" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off"`)}
      ${when(field.language, (language) => html` data-code-editor="${language}"`)}
      ${when(field.codeWhere, (where) => html` data-code-where="${where}"`)}
      ${when(field.required, () => html` required`)}
      ${described(idOf(field), field)}
    >
${betweenTags(field.value ?? "")}</textarea>`
  )

const option = (value: string | undefined) => (each: Option) =>
  html`<option value="${each.value}" ${when(each.value === value, () => html` selected`)}>${seen(each.label)}</option>`

/** One of several options, which may stand in groups. */
export const selectField = (
  field: Field & {
    readonly value?: string | undefined
    readonly options: ReadonlyArray<Option | OptionGroup>
    readonly required?: boolean
    /** Further attributes. */
    readonly attributes?: Html | ""
  }
): Html =>
  labelled(
    field,
    html`<select
      id="${idOf(field)}"
      name="${field.name}"
      ${when(field.required, () => html` required`)}
      ${field.attributes ?? ""}
      ${described(idOf(field), field)}
    >
      ${field.options.map((each) =>
        "group" in each
          ? html`<optgroup label="${seen(each.group)}">${each.options.map(option(field.value))}</optgroup>`
          : option(field.value)(each)
      )}
    </select>`
  )

const choices =
  (type: "checkbox" | "radio") =>
  (field: Field & { readonly options: ReadonlyArray<Choice>; readonly chosen: ReadonlyArray<string> }): Html =>
    html`<fieldset class="field" id="${idOf(field)}" ${described(idOf(field), field)}>
      <legend>${field.label}</legend>
      ${hintAndError(idOf(field), field)}
      <div class="choices">
        ${field.options.map(({ value, label, hint, more, keys }, index) => {
          const id = `${idOf(field)}-${index}`
          return html`<div class="choice">
            <input
              type="${type}"
              id="${id}"
              name="${field.name}"
              value="${value}"
              ${when(field.chosen.includes(value), () => html` checked`)}
              ${when(hint, () => html` aria-describedby="${id}-hint"`)}
              ${when(keys, (keys) => html` data-shortcut="${keys}"`)}
            />
            <label for="${id}">${label}</label>
            ${when(keys, (keys) => html`<span class="keys" aria-hidden="true">${keysOf(keys)}</span>`)}
            ${when(hint, (hint) => html`<p class="hint" id="${id}-hint">${hint}</p>`)}
            ${when(more, (more) => html`<div class="chosen">${more}</div>`)}
          </div>`
        })}
      </div>
    </fieldset>`

/** Any number of options. */
export const checkboxes = choices("checkbox")

/** One of a few options, all in sight. */
export const radios = choices("radio")

/** A value that goes along unseen. */
export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`

/** The same for a text that may be long: between tags it takes less than in an attribute. */
export const hiddenText = (name: string, value: string): Html =>
  // A line feed that begins the content is dropped, so that there is one more.
  html`<textarea name="${name}" hidden aria-hidden="true">${betweenTags(`\n${value}`)}</textarea>`
