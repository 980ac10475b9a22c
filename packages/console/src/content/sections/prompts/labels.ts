/** Where the labels of a prompt point, and how they are moved. */
import type { PromptLabel } from "@agent-operations/contract/prompts"
import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { Answer, ContentVisit, Page } from "../../../context.ts"
import { badge } from "../../../html/badge.ts"
import { type FieldErrors, hidden, selectField, textField } from "../../../html/field.ts"
import { actions, button, form } from "../../../html/form.ts"
import { type Html, html, time, when } from "../../../html/html.ts"
import { empty, table } from "../../../html/table.ts"
import { seeOther } from "../../../paths.ts"
import { statusOf } from "../../form/errors.ts"
import { mayWrite } from "../../may.ts"
import { contentPath, definitionPath, who } from "../../parts/links.ts"
import { refusalNotice } from "../../parts/refusal.ts"
import { definitionCrumb, definitionTabs } from "../../parts/tabs.ts"
import { invoke } from "../../port.ts"
import type { Section } from "../../Section.ts"
import { readHead } from "../../stored.ts"
import { readOnly } from "../../verbs.ts"

type Label = typeof PromptLabel.Type

/** A prompt, with its labels. */
interface Labelled {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly labels: ReadonlyArray<Label>
}

/** How many revisions are offered, from the current one down. */
const offered = 50

const read = Effect.fnUntraced(function* (section: Section, visit: ContentVisit) {
  const { id, name, revision } = yield* readHead(section, visit.param("id"))
  const { items } = yield* readOnly(invoke("list_prompt_labels", ["NOT_FOUND"], { id }))
  return { id, name, revision, labels: items as ReadonlyArray<Label> } satisfies Labelled
})

const revisionsOf = ({ revision }: Labelled, value: number | null, id: string): Html =>
  selectField({
    name: "revision",
    id,
    label: "Revision",
    value: String(value ?? revision),
    options: [
      ...(value !== null && value <= revision - offered ? [value] : []),
      ...Array.from({ length: Math.min(offered, revision) }, (_, n) => revision - n)
    ].map((one) => ({
      value: String(one),
      label: `${one}${one === revision ? ", the current one" : one === value ? ", where it points" : ""}`
    }))
  })

/** A form of one button, for a label as it was seen. */
const act = (label: Label, action: string, text: string): Html =>
  form({
    inline: true,
    body: html`${hidden("label", label.label)}${hidden("expectedRevision", String(label.revision ?? ""))}
    ${button(text, { kind: "plain", name: "action", value: action, about: label.label })}`
  })

const moveForm = (prompt: Labelled, label: Label): Html =>
  form({
    inline: true,
    body: html`${hidden("label", label.label)}${hidden("expectedRevision", String(label.revision ?? ""))}
    ${revisionsOf(prompt, label.revision, `revision-${label.label}`)}
    ${button("Move label", { kind: "plain", name: "action", value: "move", about: label.label })}`
  })

const row = (visit: ContentVisit, section: Section, prompt: Labelled) => (label: Label) => {
  const { id, revision } = prompt
  const diff = `${contentPath(visit, section, id, "diff")}?from=${label.revision}&to=${revision}`
  return [
    html`<span>${label.label} ${when(label.protected, () => badge("protected", "warning"))}</span>`,
    label.revision === null
      ? html`<span class="quiet">taken away</span>`
      : html`<span
          ><a href="${definitionPath(visit, section, id, label.revision)}">Revision ${label.revision}</a>
          ${when(label.revision !== revision, () => html` · <a href="${diff}">compare with ${revision}</a>`)}</span
        >`,
    html`<span>${time(label.movedAt)} by ${who(label.movedBy)}</span>`,
    ...(mayWrite(visit.access, section)
      ? [
          html`<div class="label-moves">
            ${moveForm(prompt, label)}
            <div class="actions">
              ${when(label.revision !== null, () => act(label, "take", "Take away"))}
              ${label.protected ? act(label, "unprotect", "Stop protecting") : act(label, "protect", "Protect")}
            </div>
          </div>`
        ]
      : [])
  ]
}

/** What is wrong with the name of a new label, which is all that somebody types. */
const errorsOf = (visit: ContentVisit, error: AgentError | undefined): FieldErrors => {
  if (error?._tag !== "VALIDATION_ERROR" || visit.form.text("action") !== "create") return {}
  const { issues } = error.details
  return issues.every(({ path }) => path === "/label") ? { label: issues.map(({ message }) => message).join(" ") } : {}
}

const newForm = (visit: ContentVisit, prompt: Labelled, errors: FieldErrors): Html =>
  html`<h2>New label</h2>
    ${form({
      errors,
      body: html`${textField({
        name: "label",
        label: "Label",
        hint: "Small letters, digits, dots, underscores and hyphens, such as production or staging.",
        value: visit.form.text("action") === "create" ? visit.form.text("label") : "",
        maxlength: 40,
        error: errors["label"]
      })}
      ${hidden("expectedRevision", "")} ${revisionsOf(prompt, null, "revision-new")}
      ${actions(button("Create label", { name: "action", value: "create" }))}`
    })}`

const page = (section: Section, visit: ContentVisit, prompt: Labelled, error?: AgentError): Page => {
  const { id, labels } = prompt
  const writes = mayWrite(visit.access, section)
  const errors = errorsOf(visit, error)
  return {
    api: [{ operation: "list_prompt_labels", input: { id } }],
    title: `Labels of ${prompt.name}`,
    trail: [definitionCrumb(visit, section, prompt)],
    tabs: definitionTabs(visit, section, id),
    status: error === undefined ? 200 : statusOf(error),
    notices: {
      move: "The label was moved. Whoever reads it next is given that revision.",
      create: "The label was created.",
      take: "The label was taken away.",
      protect: "Only owners and admins move the label now.",
      unprotect: "Everybody who may change prompts moves the label now."
    },
    body: html`${error === undefined || errors["label"] !== undefined ? "" : refusalNotice(visit, error)}
      <p>
        A label is what programs read the prompt by. Moving it deploys the revision that it points at then; moving it
        back rolls back. The current revision is ${prompt.revision}, which “latest” always means.
      </p>
      ${
        labels.length === 0
          ? empty("No label points at a revision yet: programs that read “production” find nothing.")
          : table({
              caption: "Labels by name",
              columns: ["Label", "Points at", "Moved", ...(writes ? ["Change"] : [])],
              rows: labels.map(row(visit, section, prompt))
            })
      }
      ${when(writes, () => newForm(visit, prompt, errors))}`
  }
}

/** Where the labels of a prompt point. */
export const labelsPage = (section: Section) => (visit: ContentVisit) =>
  Effect.map(read(section, visit), (prompt): Answer => page(section, visit, prompt))

const numberIn = (text: string): number | null => (text === "" ? null : Number(text))

const refusals = ["NOT_FOUND", "CONFLICT", "HUMAN_REQUIRED", "LABEL_PROTECTED"] as const

/** Does what a button of the page says, with the label as its reader saw it. Laws: M1, M2. */
export const labelsAction = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const id = visit.param("id")
    const action = visit.form.text("action")
    const label = visit.form.text("label").trim()
    const [operation, change]: readonly [string, object] =
      action === "protect" || action === "unprotect"
        ? ["protect_prompt_label", { protected: action === "protect" }]
        : [
            "set_prompt_label",
            {
              revision: action === "take" ? null : numberIn(visit.form.text("revision")),
              expectedRevision: numberIn(visit.form.text("expectedRevision"))
            }
          ]
    return yield* invoke(operation, refusals, { id, label, ...change }).pipe(
      Effect.map((): Answer => seeOther(contentPath(visit, section, id, "labels"), action)),
      Effect.catch((error) => Effect.map(read(section, visit), (prompt): Answer => page(section, visit, prompt, error)))
    )
  })
