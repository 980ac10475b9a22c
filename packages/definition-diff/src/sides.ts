import { type Effort, fullEffort } from "./effort.ts"
import type { Json } from "./json-value.ts"
import { diffJson, type JsonChange } from "./json.ts"
import { diffLines, type Run } from "./sequences.ts"

/** What a revision says, as it is compared: the text of its source by lines, all else by path. */
export interface Side {
  readonly name: string
  readonly description: string | null
  /** The source's code, formula or pointer; empty where it has none. */
  readonly text: string
  readonly source: Json
  readonly settings: Json
  readonly references: Json
}

/** How one part of a definition differs: its text by lines, and its values by path. */
export interface Part {
  readonly title: "Name" | "Description" | "Source" | "Settings" | "References"
  readonly text: ReadonlyArray<Run<string>>
  readonly values: ReadonlyArray<JsonChange>
}

/**
 * How one content of a definition becomes another, part by part. A part that is the same has neither text nor values.
 *
 * @example
 * compareSides(revision3, revision5).filter(isChanged).map(({ title }) => title) // ["Source"]
 */
export const compareSides = (before: Side, after: Side, effort: Effort = fullEffort()): ReadonlyArray<Part> => {
  const lines = (one: string, other: string) => (one === other ? [] : diffLines(one, other, effort))
  const [described, describedAfter] = [before.description ?? "", after.description ?? ""]
  return [
    { title: "Name", text: lines(before.name, after.name), values: [] },
    {
      title: "Description",
      text: lines(described, describedAfter),
      // None at all and an empty one have the same lines.
      values: described === describedAfter ? diffJson(before.description, after.description, effort) : []
    },
    {
      title: "Source",
      text: lines(before.text, after.text),
      values: diffJson(before.source, after.source, effort)
    },
    { title: "Settings", text: [], values: diffJson(before.settings, after.settings, effort) },
    { title: "References", text: [], values: diffJson(before.references, after.references, effort) }
  ]
}

export const isChanged = ({ text, values }: Part): boolean => text.length > 0 || values.length > 0

/** Whether two contents say the same. */
export const saysTheSame = (before: Side, after: Side): boolean =>
  !compareSides(before, after, { steps: 0, changes: 1, isCut: false }).some(isChanged)
