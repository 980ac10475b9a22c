/** The secrets of an app: names and last characters, set and taken away. Law: G2. */
import type { AppSecret } from "@agent-operations/contract/apps"
import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { Answer, ContentVisit, Page } from "../../../context.ts"
import { type FieldErrors, hidden, textField } from "../../../html/field.ts"
import { actions, button, form } from "../../../html/form.ts"
import { type Html, html, time, when } from "../../../html/html.ts"
import { empty, table } from "../../../html/table.ts"
import { seeOther } from "../../../paths.ts"
import { statusOf } from "../../form/errors.ts"
import { mayWrite } from "../../may.ts"
import { contentPath } from "../../parts/links.ts"
import { refusalNotice } from "../../parts/refusal.ts"
import { definitionCrumb, definitionTabs } from "../../parts/tabs.ts"
import { invoke } from "../../port.ts"
import type { Section } from "../../Section.ts"
import { readStored, type Stored } from "../../stored.ts"
import { readOnly } from "../../verbs.ts"

type Secret = typeof AppSecret.Type

/** An app as it is now, with its secrets. */
interface Kept {
  readonly app: Stored
  readonly secrets: ReadonlyArray<Secret>
}

const read = Effect.fnUntraced(function* (section: Section, visit: ContentVisit) {
  const app = yield* readStored(section, visit.param("id"))
  const { items } = yield* readOnly(invoke("list_app_secrets", ["NOT_FOUND"], { id: app.id }))
  return { app, secrets: items as ReadonlyArray<Secret> } satisfies Kept
})

const isSecret = (value: unknown): value is { readonly secret: string } =>
  typeof value === "object" && value !== null && "secret" in value && typeof value.secret === "string"

/** What sends each secret that the app names, by the secret's name. */
const usesOf = ({ source }: Stored): ReadonlyMap<string, ReadonlyArray<string>> => {
  const uses = new Map<string, ReadonlyArray<string>>()
  for (const [header, value] of Object.entries((source["headers"] as object | undefined) ?? {})) {
    if (isSecret(value)) uses.set(value.secret, [...(uses.get(value.secret) ?? []), header])
  }
  return uses
}

const usedAs = (name: string, headers: ReadonlyArray<string> = []): string | Html => {
  if (name === "signing") return "signs each call"
  return headers.length === 0
    ? html`<span class="quiet">nothing</span>`
    : html`${headers.map((header) => html`<code>${header}</code> `)}`
}

const takeForm = (name: string): Html =>
  form({
    inline: true,
    body: html`${hidden("name", name)}
    ${button("Take away", { kind: "plain", name: "action", value: "take", about: name })}`
  })

const rowsOf = ({ app, secrets }: Kept, writes: boolean) => {
  const uses = usesOf(app)
  const missing = [...uses.keys()].filter((name) => !secrets.some((secret) => secret.name === name)).sort()
  return [
    ...missing.map((name) => [
      html`<code>${name}</code>`,
      html`<b>not set</b>`,
      usedAs(name, uses.get(name)),
      "",
      ...(writes ? [""] : [])
    ]),
    ...secrets.map(({ name, preview, updatedAt }) => [
      html`<code>${name}</code>`,
      html`<code>…${preview ?? ""}</code>`,
      usedAs(name, uses.get(name)),
      time(updatedAt),
      ...(writes ? [takeForm(name)] : [])
    ])
  ]
}

const setForm = (name: string | undefined, errors: FieldErrors): Html =>
  html`<h2>Set a secret</h2>
    ${form({
      errors,
      body: html`${textField({
        name: "name",
        label: "Name",
        hint: html`Small letters, digits, underscores and hyphens. One that there is gets the new value;
          <code>signing</code> signs calls.`,
        value: name,
        maxlength: 40,
        error: errors["name"]
      })}
      ${textField({
        name: "value",
        label: "Value",
        type: "password",
        hint: "It is encrypted, sent only to the app, and never shown again.",
        maxlength: 4096,
        error: errors["value"]
      })}
      ${actions(button("Set secret", { name: "action", value: "set" }))}`
    })}`

/** What is wrong with the fields, where that is all that is wrong. */
const fieldErrors = (error: AgentError | undefined): FieldErrors => {
  if (error?._tag !== "VALIDATION_ERROR") return {}
  return Object.fromEntries(error.details.issues.map(({ path, message }) => [path.slice(1), message]))
}

const page = (section: Section, visit: ContentVisit, kept: Kept, error?: AgentError): Page => {
  const { app } = kept
  const writes = mayWrite(visit.access, section)
  const rows = rowsOf(kept, writes)
  const errors = fieldErrors(error)
  return {
    api: [{ operation: "list_app_secrets", input: { id: app.id } }],
    title: `Secrets of ${app.name}`,
    trail: [definitionCrumb(visit, section, app)],
    tabs: definitionTabs(visit, section, app.id),
    status: error === undefined ? 200 : statusOf(error),
    notices: { set: "The secret was set.", take: "The secret was taken away." },
    body: html`${error === undefined || Object.keys(errors).length > 0 ? "" : refusalNotice(visit, error)}
      <p>
        Headers of the app's calls name secrets, so that their values are neither in its definition nor in what is kept
        of a call. A copy of the app has none.
      </p>
      ${
        rows.length === 0
          ? empty('The app has no secrets. A header names one by { "secret": name }.')
          : table({
              caption: "Secrets by name",
              columns: ["Name", "Value", "Sent as", "Set", ...(writes ? ["Change"] : [])],
              rows
            })
      }
      ${when(writes, () => setForm(error === undefined ? undefined : visit.form.text("name"), errors))}`
  }
}

/** The secrets that an app has, and those that it names and has not. */
export const secretsPage = (section: Section) => (visit: ContentVisit) =>
  Effect.map(read(section, visit), (kept): Answer => page(section, visit, kept))

/** Sets a secret, or takes it away. What was typed as its value is not shown again, whatever is wrong with it. */
export const secretsAction = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const id = visit.param("id")
    const action = visit.form.text("action") === "take" ? "take" : "set"
    const name = visit.form.text("name").trim()
    const value = action === "take" ? null : visit.form.text("value")
    return yield* invoke("set_app_secret", ["NOT_FOUND"], { id, name, value }).pipe(
      Effect.map((): Answer => seeOther(contentPath(visit, section, id, "secrets"), action)),
      Effect.catch((error) => Effect.map(read(section, visit), (kept): Answer => page(section, visit, kept, error)))
    )
  })
