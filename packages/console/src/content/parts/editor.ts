import type { AgentError } from "@agent-operations/error-envelope"
import type { Page } from "../../context.ts"
import { type FieldErrors, hidden, radios, textArea, textField } from "../../html/field.ts"
import { actions, button, buttonLink, form } from "../../html/form.ts"
import { type Html, html } from "../../html/html.ts"
import { fieldErrorsOf, statusOf } from "../form/errors.ts"
import type { FieldName, Typed } from "../form/typed.ts"
import type { ContentKind } from "../kinds.ts"
import { type Checked, checkedNotice, issuesOf } from "./issues.ts"
import { contentPath, definitionPath, type InProject } from "./links.ts"
import { refusalNotice } from "./refusal.ts"
import { cutNotice } from "./whole.ts"

/** The form of a definition, as it stands. */
export interface Editing {
  readonly kind: ContentKind
  readonly at: InProject
  readonly typed: Typed
  /** The definition and the revision of it that is edited; none for a new one. */
  readonly edited?: { readonly id: string; readonly name: string; readonly revision: number } | undefined
  /** Why it was not saved or checked. */
  readonly error?: AgentError
  /** What is wrong with its fields, where that was found before anything was asked. */
  readonly errors?: FieldErrors
  readonly checked?: Checked
}

const referencesHint =
  'JSON: an object of alias to { "kind", "id", "revision" }. A revision of null follows the current one, a number ' +
  "pins one. {} for none."

const inputs = ({ kind, at, typed, checked }: Editing, errors: FieldErrors): Html => {
  const of = (name: FieldName) => ({ name, value: typed[name], error: errors[name] })
  const texts = kind.sources.flatMap(({ label, text }) => (text === undefined ? [] : [`${text.label} (${label})`]))
  return html` ${textField({ ...of("name"), label: "Name", required: true, hint: "At most 120 characters; no other of its kind in this project has it." })}
  ${textArea({ ...of("description"), label: "Description", rows: 3, hint: "What it is for; may be left empty." })}
  ${radios({
    ...of("sourceType"),
    label: "Made of",
    options: kind.sources.map(({ type, label, about }) => ({ value: type, label, hint: about })),
    chosen: [typed.sourceType]
  })}
  ${issuesOf(at, typed, checked, "sourceType")}
  ${textArea({ ...of("sourceText"), label: kind.sources.flatMap(({ text }) => text?.label ?? []).join(" or "), rows: 14, code: true, hint: texts.length < kind.sources.length ? `Only for a ${kind.sources.find(({ text }) => text !== undefined)?.label}.` : undefined })}
  ${issuesOf(at, typed, checked, "sourceText")}
  ${textArea({ ...of("settings"), label: "Settings", rows: 12, code: true, hint: kind.settingsHint })}
  ${issuesOf(at, typed, checked, "settings")}
  ${textArea({ ...of("references"), label: "References", rows: 6, code: true, hint: referencesHint })}
  ${issuesOf(at, typed, checked, "references")} ${issuesOf(at, typed, checked)}`
}

/** For a definition that a form could not send back. */
export const tooLargeToEdit = (
  at: InProject,
  kind: ContentKind,
  edited: { readonly id: string; readonly name: string; readonly revision: number }
): Page => ({
  title: `Edit ${edited.name}`,
  body: html`${cutNotice(at, kind, [edited], "This is too large for a form: change it with a program, through the API.")}
  ${actions(buttonLink("Back", definitionPath(at, kind, edited.id)))}`
})

/** The page with the form of a definition, and everything in it that somebody typed. */
export const editorPage = (editing: Editing): Page => {
  const { kind, at, typed, edited, error, checked } = editing
  const ofFields = editing.errors ?? (error && fieldErrorsOf(error, typed))
  const status = error === undefined ? (ofFields === undefined ? 200 : 400) : statusOf(error)
  return {
    title: edited === undefined ? `Create a ${kind.spec.title}` : `Edit ${edited.name}`,
    status,
    body: html` ${error !== undefined && ofFields === undefined ? refusalNotice(at, error) : ""}
    ${checked === undefined ? "" : checkedNotice(checked, false)}
    ${form({
      action: edited === undefined ? contentPath(at, kind, "new") : contentPath(at, kind, edited.id, "edit"),
      errors: ofFields ?? {},
      body: html` ${edited === undefined ? "" : hidden("expectedRevision", String(edited.revision))}
        ${inputs(editing, ofFields ?? {})}
        ${actions(
          button(edited === undefined ? "Create" : "Save", { name: "action", value: "save" }),
          button("Check", { kind: "plain", name: "action", value: "check" }),
          buttonLink("Cancel", edited === undefined ? contentPath(at, kind) : definitionPath(at, kind, edited.id))
        )}
        <p class="hint">Check reads what is typed here and says what is wrong with it. It saves nothing.</p>`
    })}`
  }
}
