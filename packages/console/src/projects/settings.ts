import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InProject, Page } from "../context.ts"
import { code } from "../html/code.ts"
import { deletionEntry } from "../deletion/confirm.ts"
import { html, time, when } from "../html/html.ts"
import { facts } from "../html/table.ts"
import { nameForm, withName } from "../name-form.ts"
import { onlyManagers } from "../only.ts"
import { projectPath, seeOther } from "../paths.ts"
import { projectHome } from "../site.ts"

const page = ({ project, membership, site }: InProject, value = project.name, error?: string): Page => ({
  title: "Settings of the project",
  ...(error !== undefined && { status: 422 }),
  notices: { renamed: "The project has its new name.", kept: "The project will not be deleted." },
  body: html`${nameForm({ label: "Name", button: "Rename project", value, error })}
    ${facts([
      ["ID", code(project.id)],
      ["Created", time(project.createdAt)]
    ])}
    <p class="quiet">Programs name the project by its ID, in the header ${code("x-project-id")}.</p>
    ${when(membership.role === "owner" && project.deletion === undefined, () => deletionEntry("project", projectPath(site, project, "settings", "delete")))}`
})

export const projectSettings = onlyManagers((visit: InProject) => Effect.succeed(page(visit)))

export const renameProject = onlyManagers((visit: InProject) =>
  withName(
    visit,
    (value, error) => Effect.succeed(page(visit, value, error)),
    Effect.fnUntraced(function* (name) {
      const { project, by } = visit
      const organizations = yield* Organizations
      yield* organizations.renameProject({ ...project, name, by })
      return seeOther(projectPath(visit.site, project, "settings"), "renamed")
    })
  )
)

/** A project begins with its page views. */
export const projectStart = ({ project, site }: InProject) => Effect.succeed(seeOther(projectHome(site, project)))
