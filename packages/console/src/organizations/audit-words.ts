import type { AuditAction, AuditEvent } from "@agent-operations/auth"
import { bdi, type Html, html, time } from "../html/html.ts"

/** What somebody did, as the end of a sentence about them. An action that the log gains wants a line here to compile. */
const words: Readonly<Record<AuditAction, (name: Html) => Html>> = {
  "organization.created": (name) => html`created the organization ${name}`,
  "organization.renamed": (name) => html`renamed the organization to ${name}`,
  "project.created": (name) => html`created the project ${name}`,
  "project.renamed": (name) => html`renamed a project to ${name}`,
  "member.added": (name) => html`added ${name} as a member`,
  "member.role_changed": (name) => html`changed the role of ${name}`,
  "member.removed": (name) => html`removed ${name}`,
  "member.left": () => html`left the organization`,
  "invitation.created": (name) => html`invited ${name}`,
  "invitation.revoked": (name) => html`revoked the invitation of ${name}`,
  "invitation.accepted": (name) => html`accepted the invitation of ${name}`,
  "key.created": (name) => html`created the API key ${name}`,
  "key.revoked": (name) => html`revoked the API key ${name}`,
  "key.replaced": (name) => html`replaced the API key ${name}`,
  "application.connected": (name) => html`connected the application ${name}`,
  "application.disconnected": (name) => html`disconnected the application ${name}`
}

export const sentence = ({ action, subject }: AuditEvent): Html => words[action](bdi(subject.name))

/** `formerName` as "former name". */
const label = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

const shown = (value: unknown): Html | string => {
  if (typeof value === "string") return instant.test(value) ? time(value) : bdi(value)
  return Array.isArray(value) ? value.join(", ") : JSON.stringify(value)
}

/** What else is known, as it was recorded. */
export const detailsOf = ({ details }: AuditEvent): Html =>
  html`${Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => html`<div class="quiet">${label(key)}: ${shown(value)}</div>`)}`
