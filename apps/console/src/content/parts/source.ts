import { codeBlock } from "../../html/code.ts"
import { type Html, html } from "../../html/html.ts"
import { type ContentKind, type Definition, sourceForm, sourceText } from "../kinds.ts"

/** What a definition is made of: its form, and its code, formula or pointer. */
export const sourceOf = (kind: ContentKind, { source }: Definition): Html => {
  const form = sourceForm(kind, source.type)
  const text = sourceText(kind, source)
  return html` <p><b>${form?.label ?? source.type}.</b> ${form?.about ?? ""}</p>
    ${text === undefined ? "" : codeBlock({ id: "source", label: form?.text?.label ?? "Source", text })}`
}
