import type { Actor, KindName, Origin } from "@agent-operations/contract"
import { bdi, type Html, html, time } from "../../html/html.ts"
import { projectPath } from "../../paths.ts"
import { type ContentKind, type Definition, kindNamed } from "../kinds.ts"

/** The project that a page is in. */
export interface InProject {
  readonly project: { readonly organizationId: string; readonly id: string }
}

/** The path of a page of a kind's definitions. */
export const contentPath = ({ project }: InProject, kind: ContentKind, ...rest: ReadonlyArray<string>): string =>
  projectPath(project, kind.path, ...rest)

/** The path of a definition, at its current revision or at a pinned one. */
export const definitionPath = (at: InProject, kind: ContentKind, id: string, revision: number | null = null): string =>
  revision === null ? contentPath(at, kind, id) : contentPath(at, kind, id, "revisions", String(revision))

interface Named {
  readonly kind: KindName
  readonly id: string
  readonly name: string
}

/** A link to a definition by its name, at its current revision or at a pinned one. */
export const definitionLink = (at: InProject, { kind, id, name }: Named, revision: number | null = null): Html =>
  html`<a href="${definitionPath(at, kindNamed(kind), id, revision)}">${bdi(name)}</a>`

/** Who did something: a person by name, and a key as one. */
export const who = ({ type, name }: typeof Actor.Type): Html =>
  type === "user" ? bdi(name) : html`<span>${bdi(name)} <span class="quiet">(API key)</span></span>`

/** How a revision came to be, with the way to where it came from. */
export const cameFrom = (at: InProject, kind: ContentKind, id: string, origin: typeof Origin.Type): Html => {
  const revision = (of: string, number: number) =>
    html`<a href="${definitionPath(at, kind, of, number)}">revision ${number}</a>`
  switch (origin.type) {
    case "created":
      return html`<span>Created</span>`
    case "updated":
      return html`<span>Updated</span>`
    case "restored":
      return html`<span>Restored from ${revision(id, origin.revision)}</span>`
    case "copied":
      return html`<span>Copied from ${revision(origin.id, origin.revision)} of another ${kind.spec.title}</span>`
  }
}

/** When and by whom a revision was made. */
export const madeBy = ({ updatedAt, updatedBy }: Pick<Definition, "updatedAt" | "updatedBy">): Html =>
  html`${time(updatedAt)} by ${who(updatedBy)}`
