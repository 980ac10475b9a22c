import type { Place } from "../html/layout.ts"
import { organizationEntries, ownEntries, projectEntries } from "../navigation.ts"
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

const ofEverybody = (site: Where["site"]): ReadonlyArray<Result> => [
  ...ownEntries(site).map(({ label, href, icon }): Result => ({ label, href, icon })),
  { label: "Keyboard shortcuts", href: path(site, "shortcuts"), icon: "keyboard" }
]

/** The pages that the navigation leads to from some place, and those of everybody. */
export const pagesOf = ({ site, membership, project, access }: Where): ReadonlyArray<Result> => {
  const at = { site, ...(access !== undefined && { access }) }
  const ofProject =
    membership === undefined || project === undefined
      ? []
      : projectEntries(at, membership, project).map(({ label, href, icon }): Result => ({ label, href, icon }))
  const ofOrganization =
    membership === undefined || site.host !== undefined
      ? []
      : organizationEntries(at, membership).map(({ label, href, icon }): Result => ({
          label,
          href,
          icon,
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
    { label: "Invite member", href: to("members", "invitations", "new"), icon: "user-plus" }
  ]
}
