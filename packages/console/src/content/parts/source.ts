import { codeBlock } from "../../html/code.ts"
import { type Html, html, when } from "../../html/html.ts"
import { type ContentKind, sourceForm, sourceText } from "../kinds.ts"
import type { Stored } from "../stored.ts"
import type { InProject } from "./links.ts"
import { cutNotice } from "./whole.ts"

/** How much of a text is shown, in characters. */
const maxShown = 64 * 1024

/** What a definition is made of: its form, and its code, formula or pointer. */
export const sourceOf = (at: InProject, kind: ContentKind, stored: Stored): Html => {
  const form = sourceForm(kind, stored.source.type)
  const text = sourceText(kind, stored.source)
  const label = form?.text?.label ?? "Source"
  const isCut = text !== undefined && text.length > maxShown
  return html` <p><b>${form?.label ?? stored.source.type}.</b> ${form?.about ?? ""}</p>
    ${when(text, (text) => codeBlock({ id: "source", label: isCut ? `${label}, the beginning` : label, text: text.slice(0, maxShown) }))}
    ${isCut ? cutNotice(at, kind, [stored]) : ""}`
}
