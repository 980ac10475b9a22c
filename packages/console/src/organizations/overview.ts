import { Organizations, type Project } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { buttonLink } from "../html/form.ts"
import { bdi, type Html, html, time, when } from "../html/html.ts"
import { empty, nextPage, table } from "../html/table.ts"
import { pageOf, readForPage } from "../paging.ts"
import { organizationPath } from "../paths.ts"
import { manages } from "../roles.ts"
import { heldIn, projectHome, type Site } from "../site.ts"

const row = (site: Site) => (project: Project) => [
  html`<a href="${projectHome(site, project)}">${bdi(project.name)}</a>`,
  html`<code>${project.id}</code>`,
  time(project.createdAt)
]

const notices = {
  created: "The organization was created. Create its first project next.",
  joined: "You are a member now."
}

const none = ({ membership, site }: InOrganization, newOne: Html | "") =>
  empty(
    manages(membership)
      ? `No project yet. A project holds ${heldIn(site)}.`
      : "No project yet. Ask an owner or an admin of the organization to create one.",
    newOne
  )

/** An organization's projects, by name. */
export const overview = Effect.fnUntraced(function* (visit: InOrganization) {
  const { membership, by, query, site } = visit
  const { organizationId } = membership
  const after = query("after")
  const projects = yield* Organizations.use((organizations) =>
    organizations.projects({ organizationId, by, after, limit: readForPage })
  )
  const { items, last } = pageOf(projects, ({ id }) => id)
  const newOne = when(manages(membership), () =>
    buttonLink("Create project", organizationPath(site, membership, "projects", "new"), { kind: "primary" })
  )
  return {
    title: "Projects",
    primary: items.length === 0 && after === undefined ? "" : newOne,
    notices,
    body:
      items.length === 0
        ? after === undefined
          ? none(visit, newOne)
          : empty("No further project comes after these by name.")
        : html`${table({
            caption: html`Projects of ${bdi(membership.organizationName)}`,
            columns: ["Project", "ID", "Created"],
            rows: items.map(row(site))
          })}
          ${nextPage(last && `${organizationPath(site, membership)}?after=${encodeURIComponent(last)}`, "More projects")}`
  }
})
