import type { Access } from "@agent-operations/auth"
import type { Duration } from "effect"
import { holds, mayRead } from "./content/may.ts"
import type { Section } from "./content/Section.ts"
import type { OwnPage } from "./content/own-page.ts"
import { projectPath } from "./paths.ts"
import { mayPlay } from "./playground/links.ts"
import type { CheckedTheme } from "./theme.ts"

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
  /** The name of the command line that has the served operations, if there is one. */
  readonly program?: string | undefined
  /** What the host gives the console of its own looks. */
  readonly theme?: CheckedTheme
  /** The kinds of definition that have pages, in the order of the navigation. */
  readonly sections: ReadonlyArray<Section>
  /** Whether the host serves traces, so that projects have pages of them. */
  readonly hasTraces: boolean
  /** The pages of the host's own, in each project. */
  readonly pages?: ReadonlyArray<OwnPage>
  /** Whether there is a list of sessions: it is a query of metrics. */
  readonly hasSessions?: boolean
  /** Whether the host makes items of datasets of traces. */
  readonly hasDatasetTraces?: boolean
  /** Whether the host serves reviews of traces. */
  readonly hasReviews?: boolean
  /** Whether the host serves evaluation runs. */
  readonly hasEvaluations?: boolean
  /** Whether the host has budgets, which owners and admins set. */
  readonly hasBudgets?: boolean
  /** Whether the host has model connections, which owners and admins make. */
  readonly hasConnections?: boolean
  /** The kinds, by name, whose deleted definitions can be recovered. */
  readonly recoverable?: ReadonlySet<string>
  /** What leads back to the host whose people open the pages. By default people sign in here. */
  readonly host?: { readonly signOut: string | undefined }
  /** How long the deletion of a project or an organization can be cancelled. */
  readonly deletionDelay?: Duration.Input | undefined
  /** How many organizations that still exist one person may have created. */
  readonly organizationsPerPerson?: number | "off" | undefined
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

/** The lists of a project that somebody may read, in the order of the navigation. */
export const listsOf = (
  {
    sections,
    hasTraces,
    hasSessions,
    hasReviews,
    hasEvaluations
  }: Pick<Site, "sections" | "hasTraces" | "hasSessions" | "hasReviews" | "hasEvaluations">,
  access: Pick<Access, "scopes">
): ReadonlyArray<{ readonly title: string; readonly path: string }> => [
  ...(hasTraces && holds(access, "traces:read") ? [{ title: "traces", path: "traces" }] : []),
  ...(hasTraces && hasSessions && holds(access, "traces:read") && holds(access, "metrics:read")
    ? [{ title: "sessions", path: "traces/sessions" }]
    : []),
  ...(hasTraces && hasReviews && holds(access, "reviews:read") ? [{ title: "reviews", path: "reviews" }] : []),
  ...(hasTraces && hasEvaluations && holds(access, "evals:read")
    ? [
        { title: "evaluations", path: "evaluations" },
        ...(mayPlay(access) ? [{ title: "playground", path: "playground" }] : []),
        { title: "usage", path: "usage" }
      ]
    : []),
  ...sections.filter((section) => mayRead(access, section)).map(({ kind, path }) => ({ title: kind.titlePlural, path }))
]

/** The page of a project that its name leads to. */
export const projectHome = (
  site: Pick<Site, "prefix">,
  project: { readonly organizationId: string; readonly id: string }
): string => projectPath(site, project)
