import type { ValidationError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { ContentVisit, Page } from "../../context.ts"
import { buttonLink } from "../../html/form.ts"
import { bdi, type Html, html, time, when } from "../../html/html.ts"
import { menu, type MenuItem } from "../../html/menu.ts"
import { notice } from "../../html/notice.ts"
import { empty, pager, table } from "../../html/table.ts"
import { hintOf } from "../hints.ts"
import { mayWrite } from "../may.ts"
import { contentPath, definitionLink, definitionPath, who } from "../parts/links.ts"
import { deletedNotice, trashPath } from "../parts/trash.ts"
import { isRecoverable } from "../port.ts"
import type { Section } from "../Section.ts"
import { readList, type Summary } from "../stored.ts"
import { capital, clip } from "../words.ts"
import { chosen, selection } from "./bulk-form.ts"
import {
  inputOf,
  isFiltered,
  isNarrowed,
  type ListQuery,
  listPath,
  queryForm,
  readQuery,
  sortable,
  sortedBy
} from "./list-query.ts"

/** How many a page has, which is as many as are changed at once. */
export const pageSize = 25

type Listed = Effect.Success<ReturnType<typeof readList>>

const rowMenu = (visit: ContentVisit, section: Section, { id, name, revision }: Summary) => {
  const to = (...rest: ReadonlyArray<string>) => contentPath(visit, section, id, ...rest)
  const writes: ReadonlyArray<MenuItem> = [
    { label: "Edit", href: to("edit"), icon: "pencil" },
    { label: "Copy", href: to("copy"), icon: "copy" },
    { label: "Delete", href: to("delete"), icon: "trash-2", destructive: true }
  ]
  return menu(
    "Actions for",
    [
      { label: "Open", href: definitionPath(visit, section, id), icon: "eye" },
      { label: "History", href: to("history"), icon: "history" },
      { label: "Download", href: to("revisions", String(revision), "download"), icon: "download" },
      { label: "Copy ID", copy: id, icon: "hash" },
      { label: "Copy link", copy: visit.site.origin + definitionPath(visit, section, id), icon: "link" },
      ...(mayWrite(visit.access, section) ? writes : [])
    ],
    { about: name, icon: "ellipsis" }
  )
}

const row = (visit: ContentVisit, section: Section) => (item: Summary) => [
  html`${chosen(item)} <span class="row-name">${definitionLink(visit, item)}</span>`,
  item.description === null ? html`<span class="quiet">none</span>` : bdi(clip(item.description)),
  String(item.revision),
  time(item.updatedAt),
  html`<a href="${listPath(visit, section, { updatedBy: item.updatedBy.id })}">${who(item.updatedBy)}</a>`,
  rowMenu(visit, section, item)
]

/** What stands where nothing was found. */
const nothing = (visit: ContentVisit, section: Section, query: ListQuery): Html => {
  const { title, titlePlural } = section.kind
  if (isNarrowed(query)) {
    const named = query.search === undefined ? `No ${title}` : `No ${title} has “${query.search}” in its name`
    const left = isFiltered(query)
      ? query.search === undefined
        ? " is left by the filters"
        : " and is left by the filters"
      : ""
    return empty(`${named}${left}.`, buttonLink(`All ${titlePlural}`, contentPath(visit, section)))
  }
  return empty(
    `There are no ${titlePlural} in this project yet.`,
    ...(mayWrite(visit.access, section) ? [buttonLink(`Create ${title}`, contentPath(visit, section, "new"))] : [])
  )
}

const rangeOf = ({ preceding, items, total }: Listed) =>
  items.length === 0 ? `None of ${total}` : `${preceding + 1}–${preceding + items.length} of ${total}`

const results = (visit: ContentVisit, section: Section, query: ListQuery, listed: Listed): Html => {
  if (listed.total === 0) return nothing(visit, section, query)
  const { search } = query
  const { titlePlural } = section.kind
  const caption = `${search === undefined ? capital(titlePlural) : `Names with “${search}”`}, ${sortedBy(query)}`
  const columns = [
    sortable(visit, section, query, "Name", ["name_asc", "name_desc"]),
    "Description",
    "Revision",
    sortable(visit, section, query, "Updated", ["updated_desc", "updated_asc"]),
    "By",
    "Actions"
  ]
  return html` ${selection(visit, section)}
    <div class="definitions list">${table({ caption, columns, rows: listed.items.map(row(visit, section)) })}</div>
    ${pager({
      range: rangeOf(listed),
      previous: listed.previousCursor && listPath(visit, section, { ...query, before: listed.previousCursor }),
      next: listed.nextCursor && listPath(visit, section, { ...query, cursor: listed.nextCursor })
    })}
    ${when(isNarrowed(query), () => html`<p><a href="${contentPath(visit, section)}">All ${titlePlural}</a></p>`)}`
}

const page = (visit: ContentVisit, section: Section, query: ListQuery, content: Html, error?: string): Page => ({
  title: capital(section.kind.titlePlural),
  api: [{ operation: `list_${section.kind.plural}`, input: { limit: pageSize, ...inputOf(query) } }],
  status: error === undefined ? 200 : 400,
  primary: mayWrite(visit.access, section)
    ? buttonLink(`Create ${section.kind.title}`, contentPath(visit, section, "new"), {
        kind: "primary",
        shortcut: "create"
      })
    : "",
  body: html` ${when(section.about, (about) => html`<p class="lead">${about}</p>`)}
    ${queryForm(visit, section, query, error)}
    <p class="unseen" role="status" data-list-status></p>
    <div id="results" data-list-results>${content}</div>`
})

/** What the list's input was refused for: the search, a filter, or a cursor that is not of this list. */
const refused = (visit: ContentVisit, section: Section, query: ListQuery, error: ValidationError): Page =>
  error.details.issues.some(({ path }) => path === "/search")
    ? page(visit, section, query, html``, "Search for at most 120 characters.")
    : page(
        visit,
        section,
        query,
        html`${notice("bad", `${error.message} ${hintOf(error)}`)}
          <p><a href="${contentPath(visit, section)}">All ${section.kind.titlePlural}</a></p>`
      )

/** The definitions of a kind: searched, filtered and sorted, page by page. */
export const listPage = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const query = readQuery(visit)
    const before = visit.query("before")
    const cursor = before ?? visit.query("cursor")
    const input = { ...inputOf(query), limit: pageSize, ...(cursor !== undefined && { cursor }) }
    const trash = yield* isRecoverable(section.kind)
    const found = yield* readList(section, input, before !== undefined).pipe(
      Effect.map((listed) => page(visit, section, query, results(visit, section, query, listed))),
      Effect.catchTag("VALIDATION_ERROR", (error) =>
        Effect.succeed({ ...refused(visit, section, query, error), status: 400 })
      )
    )
    const more = trash ? [{ label: `Deleted ${section.kind.titlePlural}`, href: trashPath(visit, section) }] : []
    const notices = { deleted: deletedNotice(visit, section, visit.query("deleted"), trash) }
    return { ...found, notices, more }
  })
