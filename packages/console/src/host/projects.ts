import { NotFound } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { bdi, html } from "../html/html.ts"
import { empty, table } from "../html/table.ts"
import { organizationPath, projectPath, seeOther } from "../paths.ts"
import type { Site } from "../site.ts"
import type { HostVisit } from "./people.ts"

type Listed = HostVisit["projects"]

const to = (site: Site, { id, organization }: Listed[number]) =>
  projectPath(site, { organizationId: organization.id, id })

const tableOf = (site: Site, projects: Listed) =>
  table({
    caption: "Projects that you can open",
    columns: ["Project", "ID", "Organization"],
    rows: projects.map((one) => [
      html`<a href="${to(site, one)}">${bdi(one.name)}</a>`,
      html`<code>${one.id}</code>`,
      html`<a href="${organizationPath(site, { organizationId: one.organization.id })}"
        >${bdi(one.organization.name)}</a
      >`
    ])
  })

/** Where somebody begins: their one project, or the list of them. */
export const projectList = ({ site, projects }: HostVisit) => {
  const [only, another] = projects
  return Effect.succeed(
    only !== undefined && another === undefined
      ? seeOther(to(site, only))
      : {
          title: "Projects",
          body: only === undefined ? empty("There is no project yet that you can open.") : tableOf(site, projects)
        }
  )
}

/** The projects of one organization. */
export const organizationProjects = ({ site, projects, param }: HostVisit) => {
  const own = projects.filter(({ organization }) => organization.id === param("org"))
  const [first] = own
  return first === undefined
    ? Effect.fail(new NotFound({ message: "There is no such organization." }))
    : Effect.succeed({ title: `Projects of ${first.organization.name}`, body: tableOf(site, own) })
}
