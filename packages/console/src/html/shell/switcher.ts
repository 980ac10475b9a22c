import { organizationPath, path } from "../../paths.ts"
import { manages } from "../../roles.ts"
import { projectHome } from "../../site.ts"
import { bdi, type Html, html, when } from "../html.ts"
import { icon } from "../icon.ts"
import type { Place } from "../layout.ts"
import { type MenuItem, menuItems } from "../menu.ts"

/** As many of each are in the menu; the pages that it ends with have all. */
export const mostListed = 12

const part = (title: string | Html, items: ReadonlyArray<MenuItem>) =>
  when(
    items.length > 0,
    () =>
      html`<p class="menu-title">${title}</p>
        ${menuItems(items)}`
  )

const projectItems = ({ site, project, reach, membership }: Place): ReadonlyArray<MenuItem> => {
  if (membership === undefined) return []
  const listed = (reach?.projects ?? []).slice(0, mostListed).map((each): MenuItem => ({
    label: bdi(each.name),
    href: projectHome(site, each),
    current: each.id === project?.id
  }))
  return [
    ...listed,
    { label: "All projects", href: organizationPath(site, membership), icon: "folder" },
    ...(manages(membership)
      ? [
          {
            label: "Create project",
            href: organizationPath(site, membership, "projects", "new"),
            icon: "plus"
          } as const
        ]
      : [])
  ]
}

const organizationItems = ({ site, membership, reach }: Place): ReadonlyArray<MenuItem> => {
  const listed = (reach?.organizations ?? []).slice(0, mostListed).map((each): MenuItem => ({
    label: bdi(each.organizationName),
    href: organizationPath(site, each),
    current: each.organizationId === membership?.organizationId
  }))
  const all: MenuItem =
    site.host === undefined
      ? { label: "All organizations", href: path(site, "organizations"), icon: "building-2" }
      : { label: "All projects, of every organization", href: path(site), icon: "building-2" }
  return [...listed, all]
}

/** Says in which organization and project a page is, and leads to the others. It is a menu that needs no script. */
export const switcher = (at: Place): Html | "" =>
  when(
    at.membership,
    ({ organizationName }) =>
      html`<details class="menu start switcher" name="menu" data-menu>
        <summary>
          <span class="switcher-names">
            <span class="unseen">Switch from</span>
            <span class="switcher-organization">${bdi(organizationName)}</span>
            <span class="switcher-project">${at.project === undefined ? "All projects" : bdi(at.project.name)}</span>
          </span>
          ${icon("chevrons-up-down")}
        </summary>
        <div class="menu-panel">
          ${part(html`Projects of ${bdi(organizationName)}`, projectItems(at))}
          ${part("Organizations", organizationItems(at))}
        </div>
      </details>`
  )
