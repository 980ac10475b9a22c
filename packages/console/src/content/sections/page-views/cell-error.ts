import type { Operation } from "@agent-operations/contract"
import type { viewRows } from "@agent-operations/contract/view-rows"
import type { ContentVisit } from "../../../context.ts"
import { badge } from "../../../html/badge.ts"
import { type Html, html, when } from "../../../html/html.ts"
import { sectionOf } from "../../../site.ts"
import { recorded } from "../../../traces/parts.ts"
import { definitionPath, mayReadKind } from "../../parts/links.ts"
import type { PreviewContent } from "../../preview.ts"

type Row = Operation.Result<(typeof viewRows)["operations"]["query"]>["items"][number]
type References = PreviewContent["references"]
type CellError = NonNullable<Row["errors"]>[string]

/** Why a cell has no value, in a word, and how its formula is repaired. */
const explained: Readonly<Record<CellError["code"], { readonly word: string; readonly repair: string }>> = {
  TYPE_ERROR: {
    word: "Wrong type",
    repair: "Let the formula test for null, for a missing key or for another type before it uses the value."
  },
  ARITHMETIC: {
    word: "No number",
    repair: "Let the formula test that the divisor is not zero, and that the numbers are in range."
  },
  TOO_EXPENSIVE: {
    word: "Takes too long",
    repair: "Shorten what the formula does for each item of a list, or narrow the rows down."
  },
  TOO_LARGE: { word: "Too large", repair: "Let the formula return less: a part of the text or of the list." },
  BAD_PATTERN: {
    word: "Bad pattern",
    repair: "Correct the pattern that the formula gives to matches(): RE2 has no look-ahead and no back-references."
  }
}

/** The ID of the custom field that a field of a row names. */
const customFieldOf = (references: References, field: string): string | undefined => {
  const alias = field.replace(/^custom\./, "")
  return alias !== field && Object.hasOwn(references, alias) ? references[alias]?.id : undefined
}

/** A mark in a cell without a value: opened, it says what went wrong, how to repair it, and where. */
export const cellError = (
  visit: ContentVisit,
  references: References,
  field: string,
  { code, message }: CellError
): Html => {
  const { word, repair } = explained[code]
  const section = mayReadKind(visit, "custom_field") ? sectionOf(visit.site, "custom_field") : undefined
  const id = customFieldOf(references, field)
  const href = section === undefined || id === undefined ? undefined : definitionPath(visit, section, id)
  return html`<details class="why">
    <summary>${badge(word, "warning")}<span class="unseen"> Explain</span></summary>
    <p>${recorded(message, 200)}</p>
    <p>${repair}</p>
    ${when(href, (href) => html`<p><a href="${href}">Open custom field</a></p>`)}
  </details>`
}
