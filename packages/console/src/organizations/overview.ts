import { Organizations, type Project } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { buttonLink } from "../html/form.ts"
import { bdi, html, time, when } from "../html/html.ts"
import { empty, table } from "../html/table.ts"
import { organizationPath } from "../paths.ts"
import { manages } from "../roles.ts"
import { heldIn, projectHome, type Site } from "../site.ts"

const row = (site: Site) => (project: Project) => [
  html`<a href="${projectHome(site, project)}">${bdi(project.name)}</a>`,
  html`<code>${project.id}</code>`,
  time(project.createdAt)
]

/** As many as members can create. */
const mostListed = 1000

const notices = {
  created: "The organization was created. Create its first project next.",
  joined: "You are a member now."
}

/** An organization's projects. */
export const overview = Effect.fnUntraced(function* ({ membership, by, site }: InOrganization) {
  const { organizationId } = membership
  const projects = yield* Organizations.use((organizations) =>
    organizations.projects({ organizationId, by, limit: mostListed })
  )
  const newOne = when(manages(membership), () =>
    buttonLink("Create project", organizationPath(site, membership, "projects", "new"), { kind: "primary" })
  )
  return {
    title: "Projects",
    primary: projects.length === 0 ? "" : newOne,
    notices,
    body:
      projects.length === 0
        ? empty(
            manages(membership)
              ? `No project yet. A project holds ${heldIn(site)}.`
              : "No project yet. Ask an owner or an admin of the organization to create one.",
            newOne
          )
        : html`${table({
            caption: html`Projects of ${bdi(membership.organizationName)}`,
            columns: ["Project", "ID", "Created"],
            rows: projects.map(row(site))
          })}
          ${when(projects.length === mostListed, () => html`<p class="quiet">The first ${mostListed} by name are listed.</p>`)}`
  }
})
