/** The builder of custom fields: those that a formula uses are picked by name, instead of being written as JSON. */
import { Effect, Result } from "effect"
import { hiddenText, selectField } from "../../../html/field.ts"
import { type Html, html, when } from "../../../html/html.ts"
import type { Builder } from "../../builder.ts"
import { type Filled, drawField, issuesPlace } from "../../parts/fields.ts"
import type { InProject } from "../../parts/links.ts"
import type { Section } from "../../Section.ts"
import { applyForm } from "../page-views/builder/apply.ts"
import { type Choices, type CustomField, readChoices, readPicked } from "../page-views/builder/choices.ts"
import { doTo } from "../page-views/builder/do.ts"
import { doButton, errorOf } from "../page-views/builder/draw/controls.ts"
import { drawReferences } from "../page-views/builder/draw/references.ts"
import { type BuilderForm, formOf, type Texts } from "../page-views/builder/model.ts"
import { pickedId, postedForm, withPicked } from "../page-views/builder/posted.ts"

interface Standing {
  readonly choices: Choices
  readonly said: string
  readonly focus: string
  /** The custom field that is edited, which can't use itself. */
  readonly own: string
}

/** The field that picks another custom field, which every button and the script send along. */
const picker = "references.pick"

const textsOf = (references = "{}"): Texts => ({ settings: "{}", references })

const shownOf = (references: string | undefined) => formOf(textsOf(references), () => undefined)

const pick = (drawing: Parameters<typeof doButton>[0], left: ReadonlyArray<CustomField>): Html =>
  html`<div class="pick-reference">
    ${selectField({
      name: picker,
      label: "Use another custom field",
      value: "",
      options: [
        { value: "", label: "Choose a custom field" },
        ...left.map(({ id, name, settings }) => ({ value: id, label: `${name} (${settings.valueType})` }))
      ],
      attributes: when(drawing.standing.focus === picker, () => html` autofocus`)
    })}
    ${doButton(drawing, "references.add", "Use custom field", "in the formula")}
  </div>`

/** The custom fields that can be used beside those that are. */
const leftOf = ({ choices, own }: Standing, references: BuilderForm["references"]) => {
  const used = new Set([own, ...references.map(({ id }) => id)])
  return [...choices.customFields.values()].filter(({ id }) => !used.has(id))
}

const draw = (section: Section, at: InProject, filled: Filled, standing: Standing): Html => {
  const control = (name: string) =>
    section.form.members.flatMap(([key, control]) => (key === name ? [drawField(control, filled)] : []))
  const shown = shownOf(filled.typed["references"])
  if (Result.isFailure(shown)) return html`${control("settings")} ${control("references")}`
  const drawing = { filled, standing, at }
  const { references } = shown.success
  const left = leftOf(standing, references)
  return html`${control("settings")}
    <fieldset class="built-list" id="builder">
      <legend>Other custom fields</legend>
      <p class="hint">The formula reads the value of each by the name shown here.</p>
      <p class="unseen" role="status">${standing.said}</p>
      ${hiddenText("references", filled.typed["references"] ?? "{}")} ${errorOf(drawing, "references")}
      ${when(references.length > 0, () => drawReferences(drawing, references, () => true))}
      ${left.length > 0 ? pick(drawing, left) : html`<p class="quiet">There are no others to use.</p>`}
      ${issuesPlace(filled, "references")}
    </fieldset>`
}

/** What the buttons and fields of the builder make of the references that were posted with them. */
const change = Effect.fnUntraced(function* (
  form: Parameters<typeof postedForm>[0],
  choices: Choices,
  references: string
) {
  const nothing = { references, said: "", focus: "" }
  const shown = shownOf(references)
  if (Result.isFailure(shown)) return nothing
  const before = shown.success
  const picked = form.text(picker)
  const names = yield* readPicked(choices, pickedId.test(picked) ? [picked] : [])
  const posted = withPicked({ ...postedForm(form, before, () => undefined), groupBy: picked }, names)
  const done = doTo(posted, form.text("do"))
  const now = { ...(done?.form ?? posted), groupBy: before.groupBy }
  const alias = now.references.find(({ id }) => id === picked)?.alias
  return {
    references: applyForm(textsOf(references), before, now).references,
    said: alias === undefined ? (done?.said ?? "") : `The formula can use custom.${alias}.`,
    focus: form.has("do") ? picker : ""
  }
})

/** Edits the references of custom fields by name. */
export const customFieldBuilder: Builder = {
  read: Effect.fnUntraced(function* (visit, typed) {
    const before = typed["references"] ?? "{}"
    const known = yield* readChoices(textsOf(before))
    const { references, said, focus } = yield* change(visit.form, known, before)
    const choices = references === before ? known : yield* readChoices(textsOf(references))
    const standing = { choices, said, focus, own: visit.param("id") }
    return {
      typed: { ...typed, references },
      built: {
        draw: (section, at, filled) => draw(section, at, filled, standing),
        place: () => undefined,
        finished: (typed) => ({ typed, place: () => undefined })
      }
    }
  })
}
