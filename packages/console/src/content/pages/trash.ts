import { Effect } from "effect"
import type { ContentVisit, Page } from "../../context.ts"
import { button, form } from "../../html/form.ts"
import { bdi, type Html, html, time } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import { empty, nextPage, table } from "../../html/table.ts"
import type { Tab } from "../../html/tabs.ts"
import { hintOf } from "../hints.ts"
import { mayRead, mayWrite } from "../may.ts"
import { contentPath, who } from "../parts/links.ts"
import { isRecoverable } from "../port.ts"
import { requireTrash, trashPath } from "../parts/trash.ts"
import type { Section } from "../Section.ts"
import { type Deleted, listDeleted, type Summary } from "../stored.ts"
import { capital } from "../words.ts"

const pageSize = 25

/** The names of those that are there may be the same, so that each button says of which one it is. */
const recoverButton = (visit: ContentVisit, section: Section, { id, name }: Summary): Html =>
  form({
    action: trashPath(visit, section, id),
    inline: true,
    body: button("Recover", { kind: "plain", about: name })
  })

const row =
  (visit: ContentVisit, section: Section) =>
  ({ definition, deletedAt, deletedBy, recoverableUntil }: Deleted<Summary>) => [
    html`<a href="${trashPath(visit, section, definition.id)}">${bdi(definition.name)}</a>`,
    time(deletedAt),
    who(deletedBy),
    String(definition.revision),
    time(recoverableUntil),
    ...(mayWrite(visit.access, section) ? [recoverButton(visit, section, definition)] : [])
  ]

const results = (
  visit: ContentVisit,
  section: Section,
  { items, nextCursor }: Effect.Success<ReturnType<typeof listDeleted>>
): Html => {
  if (items.length === 0) return empty(`No ${section.kind.title} was deleted in the last 30 days.`)
  const columns = ["Name", "Deleted", "By", "Last revision", "Recoverable until"]
  if (mayWrite(visit.access, section)) columns.push("Action")
  const caption = `Deleted ${section.kind.titlePlural}, the last deleted first`
  const next =
    nextCursor === null ? null : `${trashPath(visit, section)}?${new URLSearchParams({ cursor: nextCursor })}`
  return html`${table({ caption, columns, rows: items.map(row(visit, section)) })} ${nextPage(next)}`
}

/** The trash of each kind that has one and that the reader may read, beside each other. */
const tabsOf = (visit: ContentVisit) =>
  Effect.map(
    Effect.filter(
      visit.site.sections.filter((section) => mayRead(visit.access, section)),
      ({ kind }) => isRecoverable(kind)
    ),
    (sections) =>
      sections.map((section) => ({ label: capital(section.kind.titlePlural), href: trashPath(visit, section) }))
  )

const page = (visit: ContentVisit, section: Section, tabs: ReadonlyArray<Tab>, content: Html): Page => ({
  title: `Deleted ${section.kind.titlePlural}`,
  trail: [{ label: capital(section.kind.titlePlural), href: contentPath(visit, section) }],
  tabs,
  body: html`<p>What was deleted can be recovered for 30 days, with its ID and its history.</p>
    ${content}`
})

/** What was deleted of a kind and can be recovered: by whom, when, and until when. Law: R12. */
export const trashPage = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    yield* requireTrash(section)
    const cursor = visit.query("cursor")
    const tabs = yield* tabsOf(visit)
    return yield* listDeleted(section, { limit: pageSize, ...(cursor !== undefined && { cursor }) }).pipe(
      Effect.map((found) => page(visit, section, tabs, results(visit, section, found))),
      Effect.catchTag("VALIDATION_ERROR", (error) => {
        const refused = html`${notice("bad", `${error.message} ${hintOf(error)}`)}
          <p><a href="${trashPath(visit, section)}">Back to the last deleted</a></p>`
        return Effect.succeed({ ...page(visit, section, tabs, refused), status: 400 })
      })
    )
  })
