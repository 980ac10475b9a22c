import { holds, mayRead } from "./content/may.ts"
import { capital } from "./content/words.ts"
import type { Shortcut } from "./finding/shortcuts.ts"
import type { IconName } from "./html/icon.ts"
import type { Place } from "./html/layout.ts"
import { organizationPath, path, projectPath } from "./paths.ts"
import { manages } from "./roles.ts"
import { listsOf } from "./site.ts"

/** A page that the navigation leads to. */
export interface NavigationEntry {
  readonly label: string
  readonly href: string
  readonly icon: IconName
  /** What else is the entry's: whatever lies below these paths, by default below `href`. */
  readonly below?: ReadonlyArray<string>
  readonly shortcut?: Shortcut | undefined
}

/** Pages of one thing: the project, the organization, the person. */
export interface NavigationGroup {
  readonly label: string
  readonly entries: ReadonlyArray<NavigationEntry>
}

type Organization = NonNullable<Place["membership"]>

/** The pages of an organization that its reader may open. */
export const organizationEntries = ({ site }: Pick<Place, "site">, membership: Organization) => {
  const to = (...rest: ReadonlyArray<string>) => organizationPath(site, membership, ...rest)
  const entries: ReadonlyArray<NavigationEntry | false> = [
    { label: "Projects", href: to(), below: [to("projects")], icon: "folder" },
    { label: "Members", href: to("members"), icon: "users" },
    manages(membership) && { label: "API keys", href: to("keys"), icon: "key-round" },
    manages(membership) && { label: "Applications", href: to("applications"), icon: "plug" },
    membership.role === "owner" && { label: "Audit log", href: to("audit"), icon: "scroll-text" },
    manages(membership) && { label: "Settings", href: to("settings"), icon: "settings", shortcut: "settings" }
  ]
  return entries.filter((entry) => entry !== false)
}

/** What is told apart by more than its name, by the path of its list. */
const known: Readonly<Record<string, { readonly icon: IconName; readonly shortcut?: Shortcut }>> = {
  traces: { icon: "activity", shortcut: "traces" },
  "traces/sessions": { icon: "messages-square" },
  reviews: { icon: "inbox", shortcut: "reviews" },
  evaluations: { icon: "git-compare", shortcut: "evaluations" },
  playground: { icon: "flask-conical" },
  usage: { icon: "wallet" },
  "page-views": { icon: "table-2", shortcut: "views" },
  "custom-fields": { icon: "sigma", shortcut: "fields" },
  "metrics-charts": { icon: "chart-line", shortcut: "charts" }
}

type Project = NonNullable<Place["project"]>
type InProject = Pick<Place, "site" | "access">

const everything = { scopes: "all" } as const

/** The trash of the first kind that has one, whose page leads to those of the others. */
const trashEntries = ({ site, access = everything }: InProject, project: Project): ReadonlyArray<NavigationEntry> => {
  const [first, ...others] = site.sections
    .filter((section) => site.recoverable?.has(section.kind.name) && mayRead(access, section))
    .map(({ path }) => projectPath(site, project, path, "deleted"))
  return first === undefined ? [] : [{ label: "Trash", href: first, below: [first, ...others], icon: "trash-2" }]
}

/** The pages of a project that its reader may open. */
export const projectEntries = (
  at: InProject,
  membership: Organization,
  project: Project
): ReadonlyArray<NavigationEntry> => {
  const { site, access = everything } = at
  const to = (...rest: ReadonlyArray<string>) => projectPath(site, project, ...rest)
  return [
    { label: "Start", href: to(), below: [to("start")], icon: "house", shortcut: "start" },
    ...listsOf(site, access).map(({ title, path }): NavigationEntry => ({
      label: capital(title),
      href: to(...path.split("/")),
      icon: "shapes",
      ...known[path]
    })),
    ...(site.pages ?? [])
      .filter(({ scope }) => scope === undefined || holds(access, scope))
      .map(({ label, path }): NavigationEntry => ({ label, href: to(path), icon: "file-text" })),
    ...trashEntries(at, project),
    ...(manages(membership) && site.hasConnections
      ? [{ label: "Model connections", href: to("connections"), icon: "plug" } as const]
      : []),
    ...(manages(membership)
      ? [{ label: "Settings", href: to("settings"), icon: "settings", shortcut: "settings" } as const]
      : [])
  ]
}

/** What whoever is signed in has wherever they are. */
export const ownEntries = (site: Place["site"]): ReadonlyArray<NavigationEntry> =>
  site.host === undefined
    ? [
        { label: "Organizations", href: path(site, "organizations"), icon: "building-2" },
        { label: "Account", href: path(site, "account"), icon: "user" }
      ]
    : [{ label: "Projects", href: path(site), below: [], icon: "folder" }]

/** The navigation of a page: its project and organization, or the person's own pages where it is in neither. */
export const navigationOf = (at: Place): ReadonlyArray<NavigationGroup> => {
  const { site, membership, project } = at
  const ofProject =
    membership !== undefined && project !== undefined
      ? [{ label: "Project", entries: projectEntries(at, membership, project) }]
      : []
  const ofOrganization =
    membership !== undefined && site.host === undefined
      ? [{ label: "Organization", entries: organizationEntries(at, membership) }]
      : []
  const groups = [...ofProject, ...ofOrganization]
  return groups.length > 0 ? groups : [{ label: "Yours", entries: ownEntries(site) }]
}

/** The entry that is open, or that the page lies below: the nearest one. */
export const openEntry = (
  groups: ReadonlyArray<NavigationGroup>,
  { pathname }: Pick<URL, "pathname">
): NavigationEntry | undefined => {
  const nearness = ({ href, below = [href] }: NavigationEntry) =>
    Math.max(
      href === pathname ? href.length : 0,
      ...below.map((place) => (`${pathname}/`.startsWith(`${place}/`) ? place.length : 0))
    )
  const [nearest] = groups
    .flatMap(({ entries }) => entries)
    .map((entry) => ({ entry, near: nearness(entry) }))
    .filter(({ near }) => near > 0)
    .toSorted((a, b) => b.near - a.near)
  return nearest?.entry
}
