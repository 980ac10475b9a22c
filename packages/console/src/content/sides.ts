import type { Schema } from "effect"
import { type Content, type ContentKind, sourceForm, sourceText } from "./kinds.ts"
import type { EncodedSide } from "./render/jobs.ts"
import type { Stored } from "./stored.ts"

/** What a revision says, or would, as it is compared: the text of its source by lines, all else by path. */
const sideOf = (
  kind: ContentKind,
  { name, description, source, references }: Omit<Content, "settings">,
  settings: string
): EncodedSide => {
  const key = sourceForm(kind, source.type)?.text?.key
  return {
    name,
    description,
    text: sourceText(kind, source) ?? "",
    source: Object.fromEntries(Object.entries(source).filter(([name]) => name !== key)) as Schema.JsonObject,
    settings,
    references
  }
}

export const sideOfStored = (kind: ContentKind, stored: Stored): EncodedSide => sideOf(kind, stored, stored.settings)

export const sideOfContent = (kind: ContentKind, content: Content): EncodedSide =>
  sideOf(kind, content, JSON.stringify(content.settings))
