import { type Json, mergeJson, type Versions } from "@agent-operations/definition-diff"
import type { Content, Reference } from "./content.ts"

/** What a merge made of a definition: three versions, that differ where both sides changed the base differently. */
export interface MergedContent extends Versions<Partial<Content>> {
  readonly isClash: boolean
}

/** A reference is changed as a whole: the ID of one side with the revision of the other would be neither. */
const encoded = ({ references = {}, ...content }: Partial<Content>): Json => ({
  ...content,
  references: Object.fromEntries(
    Object.entries(references).map(([alias, { kind, id, revision }]) => [alias, JSON.stringify([kind, id, revision])])
  )
})

const decoded = (value: Json): Partial<Content> => {
  const { references, ...content } = value as { readonly references: { readonly [alias: string]: string } }
  return {
    ...content,
    references: Object.fromEntries(
      Object.entries(references).map(([alias, text]) => {
        const [kind, id, revision]: readonly [string, string, Reference["revision"]] = JSON.parse(text)
        return [alias, { kind, id, revision }]
      })
    )
  }
}

/** Merges what a definition became in a folder and in its project; `base` is empty where they have none. */
export const mergeContent = (mine: Content, theirs: Content, base: Partial<Content>): MergedContent => {
  const merged = mergeJson({ base: encoded(base), mine: encoded(mine), theirs: encoded(theirs) })
  return {
    base: decoded(merged.base),
    mine: decoded(merged.mine),
    theirs: decoded(merged.theirs),
    isClash: merged.clashes.length > 0
  }
}
