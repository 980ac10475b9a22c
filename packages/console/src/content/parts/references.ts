import { type Html, html, when } from "../../html/html.ts"
import { table } from "../../html/table.ts"
import type { Content, Reference } from "../Section.ts"
import { plain } from "../words.ts"
import { definitionLink, type InProject, mayReadKind } from "./links.ts"

/** A reference, with the name of what it leads to; none where nothing is there. */
export interface Resolved {
  readonly alias: string
  readonly reference: Reference
  readonly name: string | undefined
}

const pinned = (revision: number | null) =>
  revision === null ? "the current revision" : `pinned to revision ${revision}`

const nameOf = (at: InProject, reference: Reference, name: string | undefined): Html => {
  const id = html`<code>${reference.id}</code>`
  if (!mayReadKind(at, reference.kind)) return id
  return name === undefined
    ? html`${id} <span class="quiet">(no longer there)</span>`
    : definitionLink(at, { ...reference, name }, reference.revision)
}

/** What a definition uses, by alias. */
export const referencesOf = (at: InProject, references: ReadonlyArray<Resolved>): Html =>
  references.length === 0
    ? html`<p>It uses no other definition.</p>`
    : table({
        caption: "Definitions that it uses",
        columns: ["Alias", "Definition", "Kind", "Revision"],
        rows: references.map(({ alias, reference, name }) => [
          html`<code>${alias}</code>`,
          nameOf(at, reference, name),
          plain(reference.kind),
          pinned(reference.revision)
        ])
      })

/** A use of a definition by another, under an alias. */
interface Dependent {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly alias: string
  readonly pinnedRevision: number | null
}

/** What uses a definition, one line an alias. */
export const dependentsTable = (
  at: InProject,
  caption: string,
  {
    items,
    hasMore
  }: {
    readonly items: ReadonlyArray<Dependent>
    readonly hasMore: boolean
  }
): Html =>
  html` ${table({
    caption,
    columns: ["Definition", "Kind", "Under the alias", "Uses"],
    rows: items.map(({ kind, id, name, alias, pinnedRevision }) => [
      definitionLink(at, { kind, id, name }),
      plain(kind),
      html`<code>${alias}</code>`,
      pinned(pinnedRevision)
    ])
  })}
  ${when(hasMore, () => html`<p>There are more than these ${items.length}.</p>`)}`

/** The references of a definition in the order of their aliases. */
export const aliasesOf = ({ references }: Pick<Content, "references">): ReadonlyArray<readonly [string, Reference]> =>
  Object.entries(references).sort(([one], [other]) => (one < other ? -1 : 1))
