import { facetsOf, listSorts } from "@agent-operations/contract"
import type { ListInput } from "@agent-operations/definitions"
import type { ContentVisit } from "../../context.ts"
import { selectField, textField } from "../../html/field.ts"
import { button, buttonLink } from "../../html/form.ts"
import { type Html, html, when } from "../../html/html.ts"
import { icon } from "../../html/icon.ts"
import type { SortableColumn } from "../../html/table.ts"
import { contentPath } from "../parts/links.ts"
import type { Section } from "../Section.ts"
import { capital, plain } from "../words.ts"

type Sort = NonNullable<ListInput["sort"]>

const sortWords: Readonly<Record<Sort, string>> = {
  created_desc: "Newest first",
  created_asc: "Oldest first",
  updated_desc: "Last updated first",
  updated_asc: "Last updated last",
  name_asc: "Name, A to Z",
  name_desc: "Name, Z to A"
}

/** What a list is sorted and narrowed by, by the names of the query. */
const names = ["search", "sort", "target", "sourceType", "updatedBy", "updatedAfter", "updatedBefore"] as const

const filters = names.filter((name) => name !== "sort" && name !== "search")

export type ListQuery = { readonly [N in (typeof names)[number]]?: string }

/** What the query of a list's page says, without what says nothing. */
export const readQuery = (visit: ContentVisit): ListQuery =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = visit.query(name)?.trim() ?? ""
      return value === "" ? [] : [[name, value]]
    })
  )

/** Whether filters narrow a list, beside the search. */
export const isFiltered = (query: ListQuery): boolean => filters.some((name) => query[name] !== undefined)

export const isNarrowed = (query: ListQuery): boolean => query.search !== undefined || isFiltered(query)

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The input of the operation: a day begins at midnight, in UTC. */
export const inputOf = ({ updatedAfter, updatedBefore, ...query }: ListQuery): ListInput => {
  const instant = (day: string) => (isDay(day) ? `${day}T00:00:00.000Z` : day)
  return {
    ...(query as ListInput),
    ...(updatedAfter !== undefined && { updatedAfter: instant(updatedAfter) }),
    ...(updatedBefore !== undefined && { updatedBefore: instant(updatedBefore) })
  }
}

/** The page of a list with some of its query changed. */
export const listPath = (
  visit: ContentVisit,
  section: Section,
  query: Readonly<Record<string, string | undefined>>
): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const asked = new URLSearchParams(given).toString()
  return `${contentPath(visit, section)}${asked === "" ? "" : `?${asked}`}`
}

/** A column that a list is sorted by: first upwards or downwards as people want it first, then the other way. */
export const sortable = (
  visit: ContentVisit,
  section: Section,
  query: ListQuery,
  label: string,
  [first, second]: readonly [Sort, Sort]
): SortableColumn => {
  const sort = query.sort
  return {
    label,
    href: listPath(visit, section, { ...query, sort: sort === first ? second : first }),
    sorted: sort !== first && sort !== second ? undefined : sort.endsWith("_asc") ? "ascending" : "descending"
  }
}

/** How a list is sorted, in words. */
export const sortedBy = ({ sort }: ListQuery): string =>
  (sort !== undefined && Object.hasOwn(sortWords, sort)
    ? sortWords[sort as Sort]
    : sortWords.created_desc
  ).toLowerCase()

const choice = (name: "target" | "sourceType", label: string, values: ReadonlyArray<string>, query: ListQuery) =>
  when(values.length > 0, () =>
    selectField({
      name,
      label,
      value: query[name],
      options: [{ value: "", label: "Any" }, ...values.map((value) => ({ value, label: capital(plain(value)) }))]
    })
  )

/** Whose updates are shown: anybody's, the reader's own, or those of whom the query names. */
const author = (visit: ContentVisit, { updatedBy }: ListQuery) => {
  const me = visit.session?.user.id
  const options = [
    { value: "", label: "Anybody" },
    ...(me === undefined ? [] : [{ value: me, label: "Me" }]),
    ...(updatedBy === undefined || updatedBy === me ? [] : [{ value: updatedBy, label: updatedBy }])
  ]
  return selectField({ name: "updatedBy", label: "Updated by", value: updatedBy, options })
}

/** The form that narrows and sorts a list: it works by its button, and as typed with a script. */
export const queryForm = (visit: ContentVisit, section: Section, query: ListQuery, error?: string): Html => {
  const { target, sourceType } = facetsOf(section.kind)
  const more = isFiltered(query) || query.sort !== undefined
  return html`<form
    method="get"
    action="${contentPath(visit, section)}"
    role="search"
    aria-label="${capital(section.kind.titlePlural)}"
    class="list-query"
    data-list-query
  >
    <div class="list-search">
      ${textField({
        name: "search",
        label: "Search by name",
        type: "search",
        value: query.search,
        error,
        attributes: html` placeholder="Search by name"`
      })}
      ${button("Search", { kind: "plain" })}
    </div>
    <details class="list-filters" ${when(more, () => html`open`)}>
      <summary class="button plain">${icon("list-filter")} Filter and sort</summary>
      <div class="list-filter-fields">
        ${choice("target", "Target", target, query)} ${choice("sourceType", "Source", sourceType, query)}
        ${author(visit, query)}
        ${textField({ name: "updatedAfter", label: "Updated since", type: "date", value: query.updatedAfter })}
        ${textField({ name: "updatedBefore", label: "Updated before", type: "date", value: query.updatedBefore })}
        ${selectField({
          name: "sort",
          label: "Sort",
          value: query.sort ?? "created_desc",
          options: listSorts.map((value) => ({ value, label: sortWords[value] }))
        })}
        <div class="actions">
          ${button("Apply", { kind: "plain" })}
          ${when(isNarrowed(query), () => buttonLink("Clear filters", contentPath(visit, section)))}
        </div>
      </div>
    </details>
  </form>`
}
