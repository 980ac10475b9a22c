import type { AgentError } from "@agent-operations/error-envelope"
import type { Page } from "../../context.ts"
import { type FieldErrors, hidden } from "../../html/field.ts"
import { actions, button, buttonLink, form } from "../../html/form.ts"
import { type Html, html, when } from "../../html/html.ts"
import type { Built } from "../builder.ts"
import type { Checked, Issue } from "../checks.ts"
import { fieldErrorsOf, statusOf } from "../form/errors.ts"
import type { Typed } from "../form/typed.ts"
import { mayPreview, type Preview } from "../preview.ts"
import type { Section } from "../Section.ts"
import { draftData, type Drafting } from "./draft.ts"
import { makeStyleNonce } from "../../security.ts"
import { drawField, type Filled, issuesPlace } from "./fields.ts"
import { checkedNotice, issuesOf } from "./issues.ts"
import { contentPath, definitionPath, type InProject } from "./links.ts"
import { refusalNotice } from "./refusal.ts"
import { cutNotice } from "./whole.ts"
import { definitionCrumb } from "./tabs.ts"

/** The form of a definition, as it stands. */
export interface Editing {
  readonly section: Section
  readonly at: Drafting
  readonly typed: Typed
  /** What is typed is saved nowhere yet, though nobody typed it on this page. */
  readonly isUnsaved?: boolean
  /** The definition and the revision of it that is edited; none for a new one. */
  readonly edited?: { readonly id: string; readonly name: string; readonly revision: number } | undefined
  /** The definition that was edited, where it was deleted meanwhile: it can be recovered, and this saved in it. */
  readonly deleted?: { readonly id: string; readonly revision: string } | undefined
  /** Why it was not saved or checked. */
  readonly error?: AgentError
  /** What is wrong with its fields, where that was found before anything was asked. */
  readonly errors?: FieldErrors
  readonly checked?: Checked
  /** The builder as it stands, where the section has one. */
  readonly built?: Built
  /** What is wrong with it, where it can't be shown for that. */
  readonly issues?: ReadonlyArray<Issue>
  /** What narrows down what it shows. */
  readonly narrowing?: Html
  /** What it shows as it stands, where that was asked for. */
  readonly preview?: Html
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

/** The fields of the form: those of settings and references are the builder's, where there is one. */
const fieldsOf = ({ section, at, built }: Editing, filled: Filled): ReadonlyArray<Html | ""> => {
  const draw = (names: ReadonlyArray<string>) =>
    section.form.members.flatMap(([key, control]) => (names.includes(key) ? [drawField(control, filled)] : []))
  if (built === undefined) return section.form.members.map(([, control]) => drawField(control, filled))
  return [...draw(["name", "description"]), built.draw(section, at, filled), ...draw(["source"])]
}

/** The page with the form of a definition, and everything in it that somebody typed. */
export const editorPage = (editing: Editing): Page => {
  const { section, at, typed, edited, error, checked, built } = editing
  const found = editing.issues && { issues: editing.issues }
  const ofFields = editing.errors ?? (error && fieldErrorsOf(section.form, error, typed, built))
  const filled = { typed, errors: ofFields ?? {}, issues: issuesOf(at, section.form, typed, checked ?? found, built) }
  const shows = mayPreview(at.access, section) ? section.preview : undefined
  const status = error === undefined ? (ofFields === undefined ? 200 : 400) : statusOf(error)
  return {
    title: edited === undefined ? `Create ${section.kind.title}` : `Edit ${edited.name}`,
    ...(edited !== undefined && { trail: [definitionCrumb(at, section, edited)] }),
    status,
    ...(shows !== undefined && { wide: true, frame: shows.frame }),
    styleNonce: makeStyleNonce(),
    body: html` ${error !== undefined && ofFields === undefined ? refusalNotice(at, error) : ""}
    ${checked === undefined ? "" : checkedNotice(checked, false)}
    ${form({
      action: edited === undefined ? contentPath(at, section, "new") : contentPath(at, section, edited.id, "edit"),
      errors: ofFields ?? {},
      preview: shows !== undefined,
      built: built !== undefined,
      data: {
        ...draftData(at, section, { edited, isUnsaved: editing.isUnsaved ?? false, isOffered: true }),
        "data-issues": edited === undefined ? "typed" : "now"
      },
      body: html`${when(built, () => enterButton(shows))}
        ${when(editing.deleted?.revision ?? edited?.revision, (revision) => hidden("expectedRevision", String(revision)))}
        <div ${when(shows, () => html`class="beside"`)}>
          <div>
            ${fieldsOf(editing, filled)} ${issuesPlace(filled)}
            <p class="issues-said" data-issues-said role="status"></p>
            ${actions(
              button(edited === undefined ? `Create ${section.kind.title}` : "Save changes", {
                name: "action",
                value: "save"
              }),
              when(
                editing.deleted,
                ({ id }) =>
                  html`<button
                    type="submit"
                    class="button plain"
                    name="action"
                    value="recover"
                    formaction="${contentPath(at, section, id, "edit")}"
                  >
                    Recover ${section.kind.title} and save
                  </button>`
              ),
              when(shows, ({ label }) => button(label, { kind: "plain", name: "action", value: "preview" })),
              section.check === undefined
                ? ""
                : button("Check draft", { kind: "plain", name: "action", value: "check" }),
              buttonLink(
                "Cancel",
                edited === undefined ? contentPath(at, section) : definitionPath(at, section, edited.id)
              )
            )}
            ${when(section.check, () => html`<p class="hint">“Check draft” says what is wrong with what is typed here. It saves nothing.</p>`)}
          </div>
          ${when(shows, (preview) => previewPanel(preview, editing, ofFields !== undefined))}
        </div>`
    })}`
  }
}

/** What the Enter key presses: the first button of a form, which would be one of the builder's. */
const enterButton = (shows: Preview | undefined): Html =>
  html`<button
    type="submit"
    class="unseen"
    name="action"
    value="${shows === undefined ? "edit" : "preview"}"
    tabindex="-1"
    aria-hidden="true"
  ></button>`

/** What the definition shows as it stands in the form; the script keeps it so while somebody types. */
const previewPanel = ({ title, label }: Preview, { preview, narrowing }: Editing, isWrong: boolean): Html =>
  html`<section id="preview" aria-label="${title} of what is typed">
    <h2>${title}</h2>
    ${narrowing ?? ""}
    <p class="unseen" data-preview-said role="status"></p>
    <div data-preview-shown>
      ${
        preview ??
        html`<p class="quiet">
          ${isWrong ? "Correct what is marked first." : `Press “${label}” to see what this shows. Nothing is saved.`}
        </p>`
      }
    </div>
  </section>`
