import type { Place } from "../html/layout.ts"
import { organizationEntries, projectEntries } from "../navigation.ts"
import { organizationPath, path, projectPath } from "../paths.ts"
import { manages } from "../roles.ts"
import type { Result } from "./results.ts"

type Where = Pick<Place, "site" | "membership" | "project" | "access">

/** The search of the project or organization that a page is in; none where a host's people are in no project. */
export const searchPath = ({ site, membership, project }: Where): string | undefined => {
  if (project !== undefined) return projectPath(site, project, "find")
  if (site.host !== undefined) return undefined
  return membership === undefined ? path(site, "find") : organizationPath(site, membership, "find")
}

const ofEverybody = (site: Where["site"]): ReadonlyArray<Result> =>
  site.host === undefined
    ? [
        { label: "Organizations", href: path(site, "organizations"), icon: "building-2" },
        { label: "Account", href: path(site, "account"), icon: "user" },
        { label: "Keyboard shortcuts", href: path(site, "shortcuts"), icon: "keyboard" }
      ]
    : [
        { label: "Projects", href: path(site), icon: "folder" },
        { label: "Keyboard shortcuts", href: path(site, "shortcuts"), icon: "keyboard" }
      ]

/** The pages that the navigation leads to from some place, and those of everybody. */
export const pagesOf = ({ site, membership, project, access }: Where): ReadonlyArray<Result> => {
  const at = { site, ...(access !== undefined && { access }) }
  const ofProject =
    membership === undefined || project === undefined
      ? []
      : projectEntries(at, membership, project).map(({ label, href }): Result => ({ label, href, icon: "layout-list" }))
  const ofOrganization =
    membership === undefined || site.host !== undefined
      ? []
      : organizationEntries(at, membership).map(({ label, href }): Result => ({
          label,
          href,
          icon: "building-2",
          about: membership.organizationName
        }))
  return [...ofProject, ...ofOrganization, ...ofEverybody(site)]
}

/** What somebody who manages an organization can do in it. */
export const organizationCommands = ({ site, membership }: Where): ReadonlyArray<Result> => {
  if (membership === undefined || site.host !== undefined || !manages(membership)) return []
  const to = (...rest: ReadonlyArray<string>) => organizationPath(site, membership, ...rest)
  return [
    { label: "Create key", href: to("keys", "new"), icon: "key-round" },
    { label: "Create project", href: to("projects", "new"), icon: "folder" },
    { label: "Invite member", href: to("members", "invite"), icon: "user-plus" }
  ]
}
