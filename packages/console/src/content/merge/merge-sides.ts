import { Effect } from "effect"
import { Renderer } from "../render/Renderer.ts"
import type { Content, Section } from "../Section.ts"
import type { Stored } from "../stored.ts"
import type { Contents } from "./merge-contents.ts"
import { tagsOf } from "./tags.ts"

/** Both sides of an update of a revision that is no longer the current one. */
export interface Sides {
  readonly section: Section
  /** What was typed, decoded. */
  readonly mine: Content
  /** The revision that was edited. */
  readonly edited: Stored
  readonly current: Stored
  readonly choices?: Contents["choices"]
  /** The revision that was the current one when the choices were made, where that was another. */
  readonly seen?: Stored | undefined
}

/** What a revision says, as JSON text with its settings as they are stored. */
const contentText = ({ name, description, source, settings, references }: Stored) => {
  const parts = Object.entries({ name, description, source }).map(([key, value]) => `"${key}":${JSON.stringify(value)}`)
  return `{${parts.join()},"settings":${settings},"references":${JSON.stringify(references)}}`
}

/** Merges what was typed with what somebody else saved; nothing where they are too large for that. */
export const mergeSides = ({ section, mine, edited, current, choices = [], seen }: Sides) => {
  const { name, description, source, settings, references } = mine
  return Renderer.use((renderer) =>
    renderer.merge({
      base: contentText(edited),
      mine: JSON.stringify({ name, description, source, settings, references }),
      theirs: contentText(current),
      seen: seen && contentText(seen),
      tags: tagsOf(section.form),
      choices
    })
  ).pipe(Effect.catchTags({ TooSlow: () => Effect.succeed(undefined), TooLarge: () => Effect.succeed(undefined) }))
}
