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

/** Of so many projects or organizations, the first by name, those are found that match, and so many are shown. */
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

/** What says that there may be more of them than are shown. */
const cutOf = (them: "projects" | "organizations", searched: number, found: number): string | undefined => {
  if (found > mostFound) return `The first ${mostFound} ${them} that match are shown. Type more of the name for others.`
  return searched === mostSearched ? `Of the ${them}, the first ${mostSearched} by name were searched.` : undefined
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
  return page(visit, asked, groups, cutOf("projects", projects.length, found.length))
})

/** Finds organizations, and pages of whoever is signed in. */
export const findAnywhere = Effect.fnUntraced(function* (visit: SignedIn) {
  const asked = askedIn(visit)
  const memberships = yield* Organizations.use((organizations) =>
    organizations.membershipsOf({ ...visit.by, limit: mostSearched })
  )
  const found = memberships.filter(({ organizationName }) => matches(asked, organizationName))
  const shown = found.slice(0, mostFound).map((membership): Result => ({
    label: membership.organizationName,
    href: organizationPath(visit.site, membership),
    icon: "building-2"
  }))
  const groups = [{ title: "Organizations", results: shown }, matching(asked, "Pages", pagesOf(visit))]
  return page(visit, asked, groups, cutOf("organizations", memberships.length, found.length))
})
