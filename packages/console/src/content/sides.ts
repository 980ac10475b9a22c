import type { JsonObject } from "./form/control.ts"
import { sourceText } from "./form/source.ts"
import type { Content, Section } from "./Section.ts"
import type { EncodedSide } from "./render/jobs.ts"
import type { Stored } from "./stored.ts"

/** What a revision says, or would, as it is compared: the text of its source by lines, all else by path. */
const sideOf = (
  section: Section,
  { name, description, source, references }: Omit<Content, "settings">,
  settings: string
): EncodedSide => {
  const [key, text] = sourceText(section, source) ?? []
  return {
    name,
    description,
    text: text ?? "",
    source: Object.fromEntries(Object.entries(source).filter(([name]) => name !== key)) as JsonObject,
    settings,
    references
  }
}

export const sideOfStored = (section: Section, stored: Stored): EncodedSide => sideOf(section, stored, stored.settings)

export const sideOfContent = (section: Section, content: Content): EncodedSide =>
  sideOf(section, content, JSON.stringify(content.settings))
