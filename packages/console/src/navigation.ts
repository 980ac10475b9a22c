import type { Shortcut } from "./finding/shortcuts.ts"
import { capital } from "./content/words.ts"
import type { Place } from "./html/layout.ts"
import { organizationPath, projectPath } from "./paths.ts"
import { manages } from "./roles.ts"
import { listsOf } from "./site.ts"

/** A page that the navigation leads to. */
export interface NavigationEntry {
  readonly label: string
  readonly href: string
  /** What else is the entry's: by default what lies below `href`. */
  readonly below?: string
  readonly shortcut?: Shortcut | undefined
}

type Organization = NonNullable<Place["membership"]>

/** The pages of an organization that its reader may open. */
export const organizationEntries = ({ site }: Pick<Place, "site">, membership: Organization) => {
  const to = (...rest: ReadonlyArray<string>) => organizationPath(site, membership, ...rest)
  const entries: ReadonlyArray<NavigationEntry | false> = [
    { label: "Projects", href: to(), below: to("projects") },
    { label: "Members", href: to("members") },
    manages(membership) && { label: "API keys", href: to("keys") },
    manages(membership) && { label: "Applications", href: to("applications") },
    membership.role === "owner" && { label: "Audit log", href: to("audit") },
    manages(membership) && { label: "Settings", href: to("settings"), shortcut: "settings" }
  ]
  return entries.filter((entry) => entry !== false)
}

const shortcuts: Readonly<Record<string, Shortcut>> = {
  traces: "traces",
  "page-views": "views",
  "custom-fields": "fields",
  "metrics-charts": "charts"
}

/** The pages of a project that its reader may open. */
export const projectEntries = (
  { site, access = { scopes: "all" } }: Pick<Place, "site" | "access">,
  membership: Organization,
  project: NonNullable<Place["project"]>
): ReadonlyArray<NavigationEntry> => [
  { label: "Start", href: projectPath(site, project), below: projectPath(site, project, "start"), shortcut: "start" },
  ...listsOf(site, access).map(({ title, path }): NavigationEntry => ({
    label: capital(title),
    href: projectPath(site, project, path),
    shortcut: shortcuts[path]
  })),
  ...(manages(membership)
    ? [{ label: "Settings", href: projectPath(site, project, "settings"), shortcut: "settings" } as const]
    : [])
]
