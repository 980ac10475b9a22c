import { diffJson } from "@agent-operations/definition-diff"
import { sideOf } from "../definitions/definition.ts"
import { comparisonText } from "../diff/comparison-text.ts"
import { compare } from "../diff/comparison.ts"
import type { Style } from "../output/style.ts"
import type { Content } from "./content.ts"
import type { FolderKind } from "./kinds.ts"

/** What a conflict of a definition is between. */
export interface Sides {
  /** The revision that was pulled, where the server still has it. */
  readonly base: Content | undefined
  readonly here: Content | undefined
  readonly there: Content | undefined
}

/** Where one content differs from another: `settings.groupBy`. */
export const changedPaths = (before: Content, after: Content): ReadonlyArray<string> =>
  diffJson(before, after).map(({ path }) => path.join("."))

/** What each side changed, as `diff` shows it; where they have nothing in common, how what is there becomes what is here. */
export const sidesText = ({ base, here, there }: Sides, kind: FolderKind, style: Style): string => {
  const section = (title: string, before: Content, after: Content | undefined) => {
    if (after === undefined) return `  ${title}: deleted`
    const text = comparisonText(compare(sideOf(kind, before), sideOf(kind, after)), style)
    return [`  ${title}:`, ...text.split("\n").map((line) => (line === "" ? "" : `    ${line}`))].join("\n")
  }
  if (base !== undefined) return `${section("Here", base, here)}\n${section("There", base, there)}`
  return here && there ? section("From there to here", there, here) : ""
}
