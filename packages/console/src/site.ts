import type { Access } from "@agent-operations/auth"
import { mayRead } from "./content/may.ts"
import type { Section } from "./content/Section.ts"
import { organizationPath, projectPath } from "./paths.ts"

/** What all pages of a console share. */
export interface Site {
  /** The console's own origin: `https://ops.example.com`. */
  readonly origin: string
  /** Below which path of the origin its pages are: `/ops`. Empty for none. */
  readonly prefix: string
  /** Both: what links in mails begin with. */
  readonly baseUrl: string
  /** What the product is called at the top of each page. */
  readonly name: string
  /** The kinds of definition that have pages, in the order of the navigation. */
  readonly sections: ReadonlyArray<Section>
  /** What leads back to the host whose people open the pages. By default people sign in here. */
  readonly host?: { readonly signOut: string | undefined }
  /** The scopes that people can grant, each with the sentence that says what it lets a program do. */
  readonly scopes: Readonly<Record<string, string>>
}

/** The section of a kind, if the console has one. */
export const sectionOf = ({ sections }: Pick<Site, "sections">, kind: string): Section | undefined =>
  sections.find((section) => section.kind.name === kind)

const listed = new Intl.ListFormat("en")

/** What projects hold, in running text: "page views and custom fields". */
export const heldIn = ({ sections }: Pick<Site, "sections">): string =>
  listed.format(sections.map(({ kind }) => kind.titlePlural))

/** The page of a project that its name leads to: the first list that its reader may read. */
export const projectHome = (
  site: Pick<Site, "prefix" | "sections">,
  project: { readonly organizationId: string; readonly id: string },
  access: Pick<Access, "scopes"> = { scopes: "all" }
): string => {
  const first = site.sections.find((section) => mayRead(access, section))
  return first === undefined ? organizationPath(site, project) : projectPath(site, project, first.path)
}
