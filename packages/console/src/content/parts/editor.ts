import type { AgentError } from "@agent-operations/error-envelope"
import type { Page } from "../../context.ts"
import { type FieldErrors, hidden } from "../../html/field.ts"
import { actions, button, buttonLink, form } from "../../html/form.ts"
import { html, when } from "../../html/html.ts"
import type { Checked } from "../checks.ts"
import { fieldErrorsOf, statusOf } from "../form/errors.ts"
import type { Typed } from "../form/typed.ts"
import type { Section } from "../Section.ts"
import { drawField } from "./fields.ts"
import { checkedNotice, issuesOf } from "./issues.ts"
import { contentPath, definitionPath, type InProject } from "./links.ts"
import { refusalNotice } from "./refusal.ts"
import { cutNotice } from "./whole.ts"

/** The form of a definition, as it stands. */
export interface Editing {
  readonly section: Section
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

/** For a definition that a form could not send back. */
export const tooLargeToEdit = (
  at: InProject,
  section: Section,
  edited: { readonly id: string; readonly name: string; readonly revision: number }
): Page => ({
  title: `Edit ${edited.name}`,
  body: html`${cutNotice(at, section, [edited], "This is too large for a form: change it with a program, through the API.")}
  ${actions(buttonLink("Back", definitionPath(at, section, edited.id)))}`
})

/** The page with the form of a definition, and everything in it that somebody typed. */
export const editorPage = (editing: Editing): Page => {
  const { section, at, typed, edited, error, checked } = editing
  const ofFields = editing.errors ?? (error && fieldErrorsOf(section.form, error, typed))
  const filled = { typed, errors: ofFields ?? {}, issues: issuesOf(at, section.form, typed, checked) }
  const status = error === undefined ? (ofFields === undefined ? 200 : 400) : statusOf(error)
  return {
    title: edited === undefined ? `Create ${section.kind.title}` : `Edit ${edited.name}`,
    status,
    body: html` ${error !== undefined && ofFields === undefined ? refusalNotice(at, error) : ""}
    ${checked === undefined ? "" : checkedNotice(checked, false)}
    ${form({
      action: edited === undefined ? contentPath(at, section, "new") : contentPath(at, section, edited.id, "edit"),
      errors: ofFields ?? {},
      body: html` ${edited === undefined ? "" : hidden("expectedRevision", String(edited.revision))}
      ${section.form.members.map(([, control]) => drawField(control, filled))} ${filled.issues()}
      ${actions(
        button(edited === undefined ? `Create ${section.kind.title}` : "Save changes", {
          name: "action",
          value: "save"
        }),
        section.check === undefined ? "" : button("Check draft", { kind: "plain", name: "action", value: "check" }),
        buttonLink("Cancel", edited === undefined ? contentPath(at, section) : definitionPath(at, section, edited.id))
      )}
      ${when(section.check, () => html`<p class="hint">A check reads what is typed here and says what is wrong with it. It saves nothing.</p>`)}`
    })}`
  }
}
