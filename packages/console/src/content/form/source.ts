import type { Section } from "../Section.ts"
import { type ChoiceControl, type Control, type JsonObject, plainText, type Variant } from "./control.ts"
import { variantOf } from "./typed.ts"

/** The variant that a source has. */
export const variantIn = (control: ChoiceControl, source: JsonObject): Variant | undefined =>
  variantOf(control, plainText(source[control.tag]))

const membersOf = (control: Control, source: JsonObject) => {
  if (control.type === "group") return control.members
  return control.type === "choice" ? (variantIn(control, source)?.members ?? []) : []
}

/**
 * The text of a source that is read by lines, with its key: its code, its formula, or whatever else is its longest text.
 * Nothing for a source without any.
 *
 * @example
 * sourceText(pageViews, { type: "react", code: "export default …" }) // ["code", "export default …"]
 */
export const sourceText = ({ source: control }: Section, source: JsonObject): readonly [string, string] | undefined => {
  const texts = membersOf(control, source).flatMap(([key, member]) => {
    const text = Object.hasOwn(source, key) ? source[key] : undefined
    return member.type === "text" && typeof text === "string" ? [{ key, text, rows: member.rows }] : []
  })
  const [longest] = texts.toSorted((one, other) => other.rows - one.rows)
  return longest && [longest.key, longest.text]
}
