import type { Schema } from "effect"
import { type ContentKind, type Definition, sourceForm, sourceText } from "../kinds.ts"
import { diffJson, type JsonChange } from "./json.ts"
import { diffLines, type Run } from "./sequences.ts"

/** What a revision says. */
export type Content = Pick<Definition, "name" | "description" | "source" | "settings" | "references">

/** How one part of a definition differs: its text by lines, and its values by path. */
export interface Part {
  readonly title: "Name" | "Description" | "Source" | "Settings" | "References"
  readonly text: ReadonlyArray<Run<string>>
  readonly values: ReadonlyArray<JsonChange>
}

type Json = Schema.Json

const differs = (runs: ReadonlyArray<Run<string>>) => (runs.some(({ type }) => type !== "kept") ? runs : [])

/** A source without its text, which is compared by lines. */
const withoutText = (kind: ContentKind, source: Content["source"]): Json => {
  const key = sourceForm(kind, source.type)?.text?.key
  return Object.fromEntries(Object.entries(source).filter(([name]) => name !== key))
}

/**
 * How one content of a definition becomes another, part by part. A part that is the same has neither text nor values.
 *
 * @example
 * compareContents(kind, revision3, revision5).filter(isChanged).map(({ title }) => title) // ["Source"]
 */
export const compareContents = (kind: ContentKind, before: Content, after: Content): ReadonlyArray<Part> => [
  { title: "Name", text: differs(diffLines(before.name, after.name)), values: [] },
  {
    title: "Description",
    text: differs(diffLines(before.description ?? "", after.description ?? "")),
    // None at all and an empty one have the same lines.
    values:
      (before.description ?? "") === (after.description ?? "") ? diffJson(before.description, after.description) : []
  },
  {
    title: "Source",
    text: differs(diffLines(sourceText(kind, before.source) ?? "", sourceText(kind, after.source) ?? "")),
    values: diffJson(withoutText(kind, before.source), withoutText(kind, after.source))
  },
  { title: "Settings", text: [], values: diffJson(before.settings as Json, after.settings as Json) },
  { title: "References", text: [], values: diffJson(before.references, after.references) }
]

export const isChanged = ({ text, values }: Part): boolean => text.length > 0 || values.length > 0
