import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { ContentVisit, InOrganization, Page, SignedIn, Visit } from "../context.ts"
import { textField } from "../html/field.ts"
import { button, searchForm } from "../html/form.ts"
import { html } from "../html/html.ts"
import type { Place } from "../html/layout.ts"
import { organizationPath } from "../paths.ts"
import { projectHome } from "../site.ts"
import { foundInProject, projectCommands } from "./in-project.ts"
import { matches } from "./match.ts"
import { organizationCommands, pagesOf } from "./places.ts"
import { drawResults, type Result, type ResultGroup } from "./results.ts"

/** Of so many projects, the first by name, those are found that match, and so many are shown. */
const [mostSearched, mostFound] = [1000, 50]

const askedIn = ({ query }: Visit) => (query("q") ?? "").trim().slice(0, 120)

const page = (visit: Visit, asked: string, groups: ReadonlyArray<ResultGroup>, cut?: string): Page => ({
  title: "Search",
  body: html`${searchForm({
    action: visit.url.pathname,
    body: html`${textField({ name: "q", label: "Search by name", type: "search", value: asked })}
    ${button("Search", { kind: "plain" })}`
  })}
  ${drawResults(asked, groups, cut)}`
})

/** What says that there may be more projects than are shown. */
const cutOf = (searched: number, found: number): string | undefined => {
  if (found > mostFound)
    return `The first ${mostFound} projects that match are shown. Type more of the name for others.`
  return searched === mostSearched ? `Of the projects, the first ${mostSearched} by name were searched.` : undefined
}

const matching = (asked: string, title: string, results: ReadonlyArray<Result>): ResultGroup => ({
  title,
  results: results.filter(({ label }) => matches(asked, label))
})

/** Finds definitions, traces, pages and actions of a project. */
export const findInProject = Effect.fnUntraced(function* (visit: ContentVisit & Pick<Place, "membership">) {
  const asked = askedIn(visit)
  const commands = [...projectCommands(visit), ...organizationCommands(visit)]
  return page(visit, asked, [
    ...(yield* foundInProject(visit, asked)),
    matching(asked, "Actions", commands),
    matching(asked, "Pages", pagesOf(visit))
  ])
})

/** Finds projects, pages and actions of an organization. */
export const findInOrganization = Effect.fnUntraced(function* (visit: InOrganization) {
  const asked = askedIn(visit)
  const { membership, by, site } = visit
  const projects = yield* Organizations.use((organizations) =>
    organizations.projects({ organizationId: membership.organizationId, by, limit: mostSearched })
  )
  const found = projects.filter(({ name }) => matches(asked, name))
  const shown = found
    .slice(0, mostFound)
    .map((project): Result => ({ label: project.name, href: projectHome(site, project), icon: "folder" }))
  const groups = [
    { title: "Projects", results: shown },
    matching(asked, "Actions", organizationCommands(visit)),
    matching(asked, "Pages", pagesOf(visit))
  ]
  return page(visit, asked, groups, cutOf(projects.length, found.length))
})

/** Finds organizations, and pages of whoever is signed in. */
export const findAnywhere = Effect.fnUntraced(function* (visit: SignedIn) {
  const asked = askedIn(visit)
  const memberships = yield* Organizations.use((organizations) => organizations.membershipsOf(visit.by))
  return page(visit, asked, [
    matching(
      asked,
      "Organizations",
      memberships.map((membership) => ({
        label: membership.organizationName,
        href: organizationPath(visit.site, membership),
        icon: "building-2"
      }))
    ),
    matching(asked, "Pages", pagesOf(visit))
  ])
})
