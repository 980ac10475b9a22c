import type { Access } from "@agent-operations/auth"
import type { Actor, Origin } from "@agent-operations/contract"
import { bdi, type Html, html, time } from "../../html/html.ts"
import { projectPath } from "../../paths.ts"
import { sectionOf, type Site } from "../../site.ts"
import { mayRead } from "../may.ts"
import type { Section } from "../Section.ts"
import type { Summary } from "../stored.ts"

/** The project that a page is in, the console that it is of, and what its reader may do there. */
export interface InProject {
  readonly site: Site
  readonly access: Pick<Access, "scopes">
  readonly project: { readonly organizationId: string; readonly id: string }
}

/** The path of a page of a kind's definitions. */
export const contentPath = ({ project, site }: InProject, section: Section, ...rest: ReadonlyArray<string>): string =>
  projectPath(site, project, section.path, ...rest)

/** The path of a definition, at its current revision or at a pinned one. */
export const definitionPath = (at: InProject, section: Section, id: string, revision: number | null = null): string =>
  revision === null ? contentPath(at, section, id) : contentPath(at, section, id, "revisions", String(revision))

interface Named {
  readonly kind: string
  readonly id: string
  readonly name: string
}

/** Whether the reader may read definitions of a kind; those of one that has no pages are named. */
export const mayReadKind = ({ site, access }: InProject, kind: string): boolean => {
  const section = sectionOf(site, kind)
  return section === undefined || mayRead(access, section)
}

/** The name of a definition, which leads to it, at its current revision or at a pinned one. */
export const definitionLink = (at: InProject, { kind, id, name }: Named, revision: number | null = null): Html => {
  const section = sectionOf(at.site, kind)
  return section === undefined || !mayRead(at.access, section)
    ? bdi(name)
    : html`<a href="${definitionPath(at, section, id, revision)}">${bdi(name)}</a>`
}

/** Who did something: a person by name, and a key as one. */
export const who = ({ type, name }: typeof Actor.Type): Html =>
  type === "user" ? bdi(name) : html`<span>${bdi(name)} <span class="quiet">(API key)</span></span>`

/** How a revision came to be, with the way to where it came from. */
export const cameFrom = (at: InProject, section: Section, id: string, origin: typeof Origin.Type): Html => {
  const revision = (of: string, number: number) =>
    html`<a href="${definitionPath(at, section, of, number)}">revision ${number}</a>`
  switch (origin.type) {
    case "created":
      return html`<span>Created</span>`
    case "updated":
      return html`<span>Updated</span>`
    case "restored":
      return html`<span>Restored from ${revision(id, origin.revision)}</span>`
    case "copied":
      return html`<span>Copied from ${revision(origin.id, origin.revision)} of another ${section.kind.title}</span>`
    case "recovered":
      return html`<span>Recovered after ${who(origin.deletedBy)} deleted it ${time(origin.deletedAt)}</span>`
  }
}

/** When and by whom a revision was created. */
export const madeBy = ({ updatedAt, updatedBy }: Pick<Summary, "updatedAt" | "updatedBy">): Html =>
  html`${time(updatedAt)} by ${who(updatedBy)}`
