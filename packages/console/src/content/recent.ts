import { Effect } from "effect"
import type { ContentVisit } from "../context.ts"
import { html, time } from "../html/html.ts"
import { table } from "../html/table.ts"
import { mayRead } from "./may.ts"
import { cameFrom, definitionLink, who } from "./parts/links.ts"
import type { Section } from "./Section.ts"
import { readOnly } from "./verbs.ts"
import { readFirst, type Summary } from "./stored.ts"

/** How many changes are shown. */
const most = 12

const updatedIn = (section: Section) =>
  Effect.map(readOnly(readFirst(section, { limit: most, sort: "updated_desc" })), (items) =>
    items.map((item) => ({ section, item }))
  )

/** What was created or changed last in a project, of all kinds, newest first. */
export const recentChanges = Effect.fnUntraced(function* (visit: ContentVisit) {
  const sections = visit.site.sections.filter((section) => mayRead(visit.access, section))
  const found = yield* Effect.forEach(sections, updatedIn, { concurrency: 4 })
  return found
    .flat()
    .toSorted((a, b) => b.item.updatedAt.localeCompare(a.item.updatedAt))
    .slice(0, most)
})

interface Change {
  readonly section: Section
  readonly item: Summary
}

const row =
  (visit: ContentVisit) =>
  ({ section, item }: Change) => [
    html`${definitionLink(visit, item)} <span class="quiet">${section.kind.title}</span>`,
    html`Revision ${item.revision}: ${cameFrom(visit, section, item.id, item.origin)}`,
    who(item.updatedBy),
    time(item.updatedAt)
  ]

/** The table of what was changed. */
export const changesTable = (visit: ContentVisit, changes: ReadonlyArray<Change>) =>
  table({
    caption: "What was created or changed last",
    columns: ["What", "Change", "Who", "When"],
    rows: changes.map(row(visit))
  })
