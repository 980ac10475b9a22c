import { ApiKeys, type AuditEvent, AuditLog, Organizations } from "@agent-operations/auth"
import { Grants } from "@agent-operations/identity"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { code } from "../html/code.ts"
import { html } from "../html/html.ts"
import { empty, nextPage, table } from "../html/table.ts"
import { auditFilter, auditForm, auditPath, isNarrowed } from "./audit-filter.ts"
import { actorOf, detailsOf, exactTime, idsOf, type Names, sentence } from "./audit-words.ts"

const pageSize = 50

/** Of so many connected applications, the newest, the events can be picked out. */
const mostApplications = 100

/** The same of keys, the newest, and projects, the first by name. Events of others have the ID. */
const mostNamed = 1000

const number = new Intl.NumberFormat("en")

const counted = (count: number | null) =>
  count === null
    ? `More than ${number.format(10_000)} events`
    : `${number.format(count)} event${count === 1 ? "" : "s"}`

const row = (names: Names) => (event: AuditEvent) => [
  exactTime(event.at),
  actorOf(event.actor),
  sentence(event),
  html`${detailsOf(event, names)}
    <details>
      <summary class="quiet">IDs</summary>
      ${idsOf(event).map(([label, id]) => html`<div class="quiet">${label}: ${code(id)}</div>`)}
    </details>`
]

/** Who changed whose access, or what others rely on, newest first; for owners. */
export const audit = Effect.fnUntraced(function* (visit: InOrganization) {
  const { membership, by, query } = visit
  const { organizationId } = membership
  const asked = { organizationId, by, filter: auditFilter(visit) }
  const before = query("before")
  const log = yield* AuditLog
  const { items, nextBefore } = yield* log.list({ ...asked, limit: pageSize, ...(before !== undefined && { before }) })
  const count = yield* log.count(asked)
  const actors = yield* log.actors(asked)
  const projects = yield* Organizations.use((organizations) => organizations.projects({ ...asked, limit: mostNamed }))
  const { items: keys } = yield* ApiKeys.use((all) => all.list({ ...asked, limit: mostNamed }))
  const names: Names = new Map([...actors, ...projects, ...keys].map(({ id, name }) => [id, name]))
  const { items: grants } = yield* Grants.use((all) => all.listOfOrganization({ ...asked, limit: mostApplications }))
  const subjects = [
    ...keys.map(({ id, name, preview }) => ({ value: id, label: `${name} (${preview})`, group: "API keys" })),
    ...grants.map(({ id, clientName, person }) => ({
      value: id,
      label: `${clientName} of ${person.name}`,
      group: "Applications"
    })),
    ...projects.map(({ id, name }) => ({ value: id, label: name, group: "Projects" }))
  ]
  return {
    title: "Audit log",
    more: [
      { label: "Export as CSV", href: auditPath(visit, ["export.csv"]) },
      { label: "Export as NDJSON", href: auditPath(visit, ["export.ndjson"]) }
    ],
    body: html`${auditForm(visit, actors, subjects)}
      <p>${counted(count)}${isNarrowed(visit) ? " under these filters" : ""}. Times are in UTC.</p>
      ${
        items.length === 0
          ? empty(
              isNarrowed(visit)
                ? "No event is as the filters say. Clear them to see all."
                : "Nothing earlier is recorded."
            )
          : html`${table({
              caption: "Changes, newest first",
              columns: ["When", "Who", "What", "Details"],
              rows: items.map(row(names))
            })}
            ${nextPage(nextBefore && auditPath(visit, [], { before: nextBefore }), "Earlier")}`
      }`
  }
})
