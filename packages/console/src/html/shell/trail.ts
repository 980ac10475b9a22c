import type { Crumb, Page } from "../../context.ts"
import type { NavigationEntry } from "../../navigation.ts"
import { organizationPath } from "../../paths.ts"
import { projectHome } from "../../site.ts"
import type { Place } from "../layout.ts"

/** The pages that a page lies below: its organization, its project, the list that it is of, and what it says itself. */
export const trailOf = (
  { trail = [] }: Pick<Page, "trail">,
  { site, membership, project, url }: Place,
  open: NavigationEntry | undefined
): ReadonlyArray<Crumb> => {
  const places: ReadonlyArray<Crumb | undefined> = [
    membership && { label: membership.organizationName, href: organizationPath(site, membership) },
    project && { label: project.name, href: projectHome(site, project) },
    open && { label: open.label, href: open.href },
    ...trail
  ]
  const seen = new Set([url.pathname])
  return places.filter((crumb) => {
    if (crumb === undefined || seen.has(crumb.href)) return false
    seen.add(crumb.href)
    return true
  }) as ReadonlyArray<Crumb>
}
