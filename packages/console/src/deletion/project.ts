import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InProject } from "../context.ts"
import { html } from "../html/html.ts"
import { onlyOwners } from "../only.ts"
import { projectPath, seeOther } from "../paths.ts"
import { heldIn } from "../site.ts"
import { confirmDeletion, delayOf, wrongName } from "./confirm.ts"

const page = (visit: InProject, error?: string) => {
  const { project, site } = visit
  const traces = site.hasTraces ? ", all traces" : ""
  const holds = html`all ${heldIn(site)}${traces} and the connections of applications to it`
  const cancel = projectPath(site, project, "settings")
  return confirmDeletion(visit, { what: "project", name: project.name, holds, cancel }, error)
}

export const askToDeleteProject = onlyOwners((visit: InProject) => Effect.succeed(page(visit)))

/** Plans the deletion of a project. */
export const deleteProject = onlyOwners(
  Effect.fnUntraced(function* (visit: InProject) {
    const { project, by, site } = visit
    const error = wrongName(visit, project.name)
    if (error !== undefined) return page(visit, error)
    const organizations = yield* Organizations
    yield* organizations.planProjectDeletion({ ...project, by, after: delayOf(visit) })
    return seeOther(projectPath(site, project, "settings"))
  })
)

/** Cancels the deletion of a project. */
export const keepProject = onlyOwners(
  Effect.fnUntraced(function* ({ project, by, site }: InProject) {
    const organizations = yield* Organizations
    yield* organizations.cancelProjectDeletion({ ...project, by })
    return seeOther(projectPath(site, project, "settings"), "kept")
  })
)
