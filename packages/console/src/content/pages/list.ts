import type { ValidationError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { ContentVisit, Page } from "../../context.ts"
import { textField } from "../../html/field.ts"
import { actions, button, buttonLink, searchForm } from "../../html/form.ts"
import { bdi, type Html, html, time, when } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import { empty, nextPage, table } from "../../html/table.ts"
import { mayWrite } from "../may.ts"
import type { Section } from "../Section.ts"
import { contentPath, definitionLink, who } from "../parts/links.ts"
import { hintOf } from "../hints.ts"
import { capital, clip } from "../words.ts"
import { readList, type Summary } from "../stored.ts"

const pageSize = 25

interface Listed {
  readonly items: ReadonlyArray<Summary>
  readonly nextCursor: string | null
}

const row = (visit: ContentVisit) => (item: Summary) => [
  definitionLink(visit, item),
  item.description === null ? html`<span class="quiet">none</span>` : bdi(clip(item.description)),
  String(item.revision),
  time(item.updatedAt),
  who(item.updatedBy)
]

const link = (visit: ContentVisit, section: Section, query: Readonly<Record<string, string>>) =>
  `${contentPath(visit, section)}?${new URLSearchParams(query)}`

const results = (visit: ContentVisit, section: Section, search: string, { items, nextCursor }: Listed): Html => {
  const { title, titlePlural } = section.kind
  const anew = mayWrite(visit.access, section)
    ? [buttonLink(`Create ${title}`, contentPath(visit, section, "new"))]
    : []
  if (items.length === 0) {
    return search === ""
      ? empty(`There are no ${titlePlural} in this project yet.`, ...anew)
      : empty(`No ${title} has “${search}” in its name.`, buttonLink(`All ${titlePlural}`, contentPath(visit, section)))
  }
  const caption = search === "" ? `${capital(titlePlural)}, newest first` : `Names with “${search}”, newest first`
  const next =
    nextCursor === null ? null : link(visit, section, { ...(search !== "" && { search }), cursor: nextCursor })
  const columns = ["Name", "Description", "Revision", "Updated", "By"]
  return html` <div class="definitions">${table({ caption, columns, rows: items.map(row(visit)) })}</div>
    ${when(search !== "", () => html`<p><a href="${contentPath(visit, section)}">All ${titlePlural}</a></p>`)}
    ${when(visit.query("cursor") !== undefined, () => html`<p><a href="${link(visit, section, { search })}">Back to the newest</a></p>`)}
    ${nextPage(next)}`
}

const page = (visit: ContentVisit, section: Section, search: string, content: Html, error?: string): Page => ({
  title: capital(section.kind.titlePlural),
  status: error === undefined ? 200 : 400,
  notices: { deleted: `The ${section.kind.title} was deleted.` },
  body: html` ${when(section.about, (about) => html`<p>${about}</p>`)}
  ${when(mayWrite(visit.access, section), () =>
    actions(buttonLink(`Create ${section.kind.title}`, contentPath(visit, section, "new"), { kind: "primary" }))
  )}
  ${searchForm({
    action: contentPath(visit, section),
    body: html`${textField({ name: "search", label: "Search by name", type: "search", value: search, error })}
    ${button("Search", { kind: "plain" })}`
  })}
  ${content}`
})

/** What the list's input was refused for: the search, or a cursor that is not of this list. */
const refused = (visit: ContentVisit, section: Section, search: string, error: ValidationError): Page =>
  error.details.issues.some(({ path }) => path === "/search")
    ? page(visit, section, search, html``, "Search for at most 120 characters.")
    : page(
        visit,
        section,
        search,
        html`${notice("bad", `${error.message} ${hintOf(error)}`)}
          <p><a href="${contentPath(visit, section)}">Back to the newest</a></p>`
      )

/** The definitions of a kind: searched by name, newest first, page by page. */
export const listPage = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const search = visit.query("search")?.trim() ?? ""
    const cursor = visit.query("cursor")
    const input = { limit: pageSize, ...(cursor !== undefined && { cursor }), ...(search !== "" && { search }) }
    return yield* readList(section, input).pipe(
      Effect.map((listed) => page(visit, section, search, results(visit, section, search, listed))),
      Effect.catchTag("VALIDATION_ERROR", (error) =>
        Effect.succeed({ ...refused(visit, section, search, error), status: 400 })
      )
    )
  })
