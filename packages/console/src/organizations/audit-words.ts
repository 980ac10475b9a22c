import type { AuditAction, AuditActor, AuditEvent } from "@agent-operations/auth"
import type { OptionGroup } from "../html/field.ts"
import { code } from "../html/code.ts"
import { bdi, type Html, html, seen } from "../html/html.ts"

const readable = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" })

/** An instant to the second, in UTC. */
export const exactTime = (iso: string): Html =>
  html`<time datetime="${iso}">${readable.format(new Date(iso))} UTC</time>`

const sorts: Readonly<Record<AuditActor["type"], { readonly one: string; readonly many: string }>> = {
  user: { one: "Person", many: "People" },
  api_key: { one: "API key", many: "API keys" },
  operator: { one: "The operator of this server", many: "The operator of this server" }
}

/** Who did something, with what they are and which one: people and keys choose their names, that of another too. */
export const actorOf = ({ type, id, name }: AuditActor): Html =>
  html`${bdi(name)}
    <div class="quiet">${sorts[type].one} ${type === "operator" ? "" : code(id)}</div>`

/** Options by which one of them is chosen, under what they are. */
export const actorOptions = (actors: ReadonlyArray<AuditActor>): ReadonlyArray<OptionGroup> =>
  Object.entries(sorts)
    .map(([sort, { many }]) => ({
      group: many,
      options: actors.filter(({ type }) => type === sort).map(({ id, name }) => ({ value: id, label: seen(name) }))
    }))
    .filter(({ options }) => options.length > 0)

/** What somebody did, as the end of a sentence about them. An action that the log gains wants a line here to compile. */
const words: Readonly<Record<AuditAction, (name: Html, type: string) => Html>> = {
  "organization.created": (name) => html`created the organization ${name}`,
  "organization.renamed": (name) => html`renamed the organization to ${name}`,
  "organization.deletion_planned": (name) => html`planned the deletion of the organization ${name}`,
  "organization.deletion_cancelled": (name) => html`cancelled the deletion of the organization ${name}`,
  "project.created": (name) => html`created the project ${name}`,
  "project.renamed": (name) => html`renamed a project to ${name}`,
  "project.deletion_planned": (name) => html`planned the deletion of the project ${name}`,
  "project.deletion_cancelled": (name) => html`cancelled the deletion of the project ${name}`,
  "project.deleted": (name) => html`deleted the project ${name}, as planned`,
  "member.added": (name) => html`added ${name} as a member`,
  "member.role_changed": (name) => html`changed the role of ${name}`,
  "member.removed": (name) => html`removed ${name}`,
  "member.left": () => html`left the organization`,
  "member.renamed": (name) => html`renamed a member to ${name}`,
  "invitation.created": (name) => html`invited ${name}`,
  "invitation.revoked": (name) => html`revoked the invitation of ${name}`,
  "invitation.accepted": (name) => html`accepted the invitation of ${name}`,
  "key.created": (name) => html`created the API key ${name}`,
  "key.revoked": (name) => html`revoked the API key ${name}`,
  "key.replaced": (name) => html`replaced the API key ${name}`,
  "key.renamed": (name) => html`renamed an API key to ${name}`,
  "budget.changed": (name) => html`changed the budget of ${name}`,
  "application.connected": (name) => html`connected the application ${name}`,
  "application.disconnected": (name) => html`disconnected the application ${name}`,
  "connection.added": (name) => html`added the model connection ${name}`,
  "connection.removed": (name) => html`removed the model connection ${name}`,
  "connection.rotated": (name) => html`replaced the key of the model connection ${name}`,
  "dataset_item.purged": (name) => html`purged the item ${name} of a dataset`,
  "dataset_item.deleted": (name) => html`deleted items of the dataset ${name}`,
  "definition.deleted": (name, type) => html`deleted the ${type.replaceAll("_", " ")} ${name}`,
  "definition.recovered": (name, type) => html`recovered the ${type.replaceAll("_", " ")} ${name}`,
  "evaluation_run.cancelled": (name) => html`cancelled the evaluation run ${name}`,
  "evaluation_run.deleted": (name) => html`deleted the evaluation run ${name}`,
  "reviews.assigned": (name) => html`changed who may review in the session ${name}`,
  "trace.deleted": (name) => html`deleted the trace ${name}`,
  "score.deleted": (name) => html`deleted the score ${name}`,
  "secret.set": (name) => html`set the secret ${name} of an app`,
  "secret.removed": (name) => html`removed the secret ${name} of an app`,
  "label.moved": (name) => html`moved the label ${name} of a prompt`,
  "label.removed": (name) => html`removed the label ${name} of a prompt`,
  "label.protected": (name) => html`protected the label ${name} of a prompt`,
  "label.unprotected": (name) => html`no longer protects the label ${name} of a prompt`,
  "data.exported": (name) => html`exported ${name}`,
  "retention.allowed": () => html`had upkeep delete what it held back`
}

const isAction = (text: string): text is AuditAction => Object.hasOwn(words, text)

function actionsOf(subject: string): ReadonlyArray<AuditAction> {
  return Object.keys(words)
    .filter(isAction)
    .filter((action) => action.startsWith(`${subject}.`))
}

export const sentence = ({ action, subject }: AuditEvent): Html => words[action](bdi(subject.name), subject.type)

/** `formerName` as "former name". */
const label = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Names of what events only have the IDs of: projects, keys. */
export type Names = ReadonlyMap<string, string>

const shown = (key: string, value: unknown, names: Names): Html | string => {
  if (typeof value === "string") return instant.test(value) ? exactTime(value) : bdi(names.get(value) ?? value)
  if (!Array.isArray(value)) return JSON.stringify(value)
  if (value.length === 0 && /assignees$/i.test(key)) return "every member"
  return value.map((one) => names.get(one) ?? one).join(", ")
}

/** `projectId` is about a project. */
const about = (key: string) => label(key.replace(/Id$/, ""))

/** What else is known, as it was recorded, with names where they are known. */
export const detailsOf = ({ details }: AuditEvent, names: Names): Html =>
  html`${Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => html`<div class="quiet">${about(key)}: ${shown(key, value, names)}</div>`)}`

/** Everything in an event that is an ID, to be copied. */
export const idsOf = ({ id, actor, subject, details }: AuditEvent): ReadonlyArray<readonly [string, string]> => [
  ["Event", id],
  ["Who", actor.id],
  ["What", subject.id],
  ...Object.entries(details).flatMap(([key, value]) =>
    typeof value === "string" && /^[a-z]{3}_\w+$/.test(value) ? [[label(key), value] as const] : []
  )
]

/** What the log can be narrowed to, in words, with the actions that each stands for. */
export const auditTopics: Readonly<
  Record<string, { readonly label: string; readonly actions: ReadonlyArray<AuditAction> }>
> = {
  keys: { label: "API keys", actions: actionsOf("key") },
  applications: { label: "Applications", actions: actionsOf("application") },
  connections: { label: "Model connections", actions: actionsOf("connection") },
  items: { label: "Items of datasets", actions: actionsOf("dataset_item") },
  traces: { label: "Traces", actions: actionsOf("trace") },
  scores: { label: "Scores", actions: actionsOf("score") },
  definitions: { label: "Definitions", actions: actionsOf("definition") },
  runs: { label: "Evaluation runs", actions: actionsOf("evaluation_run") },
  reviews: { label: "Reviews", actions: actionsOf("reviews") },
  secrets: { label: "Secrets of apps", actions: actionsOf("secret") },
  labels: { label: "Labels of prompts", actions: actionsOf("label") },
  budgets: { label: "Budgets", actions: actionsOf("budget") },
  exports: { label: "Exports", actions: actionsOf("data") },
  members: { label: "Members", actions: actionsOf("member") },
  invitations: { label: "Invitations", actions: actionsOf("invitation") },
  projects: { label: "Projects", actions: actionsOf("project") },
  organization: { label: "The organization", actions: actionsOf("organization") },
  retention: { label: "Retention", actions: actionsOf("retention") }
}
