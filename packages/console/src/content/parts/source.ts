import { codeBlock } from "../../html/code.ts"
import { type Html, html, when } from "../../html/html.ts"
import { facts } from "../../html/table.ts"
import { type Control, type Json, onlyText, plainText } from "../form/control.ts"
import { sourceText, variantIn } from "../form/source.ts"
import type { Section } from "../Section.ts"
import type { Stored } from "../stored.ts"
import type { InProject } from "./links.ts"
import { lineOf } from "../render/settings.ts"
import { cutNotice } from "./whole.ts"

/** How much of a text is shown, in characters. */
const maxShown = 64 * 1024

const variantOf = ({ source }: Section, stored: Stored) =>
  source.type === "choice" ? variantIn(source, stored.source) : undefined

const membersOf = (section: Section, stored: Stored): ReadonlyArray<readonly [string, Control]> =>
  section.source.type === "group" ? section.source.members : (variantOf(section, stored)?.members ?? [])

/** What is shown of a source in a box of its own: its code, or any other text that is its only one. */
const blockOf = (section: Section, stored: Stored) => {
  const [key, text] = sourceText(section, stored.source) ?? []
  const control = membersOf(section, stored).find(([name]) => name === key)?.[1]
  const variant = variantOf(section, stored)
  const isBlock =
    control?.type === "text" && (control.rows > 1 || (variant !== undefined && onlyText(variant) !== undefined))
  return isBlock && key !== undefined && text !== undefined ? { key, text, label: control.label } : undefined
}

/** A value of which not more is shown than there is room for. */
const clip = (value: Json): Json => (plainText(value).length > maxShown ? plainText(value).slice(0, maxShown) : value)

/** What a definition is made of: its form, its values, and its code, formula or pointer. */
export const sourceOf = (
  at: InProject,
  section: Section,
  stored: Stored,
  /** What can be downloaded in its place where it is not shown whole. */
  whole: ReadonlyArray<Stored> = [stored]
): Html => {
  const variant = variantOf(section, stored)
  const block = blockOf(section, stored)
  const entries = membersOf(section, stored).flatMap(([key, control]) => {
    const value = stored.source[key]
    const isShown = control.type !== "constant" && key !== block?.key && value !== undefined && value !== null
    return isShown ? [[control.label, lineOf(control, clip(value))] as const] : []
  })
  const json = JSON.stringify(stored.source, null, 2)
  const isCut = (block?.text ?? json).length > maxShown
  return html` ${when(variant, ({ label, about = "" }) => html`<p><b>${label}.</b> ${about}</p>`)}
  ${when(entries.length > 0, () => facts(entries))}
  ${when(block, ({ label, text }) => codeBlock({ id: "source", label: isCut ? `${label}, the beginning` : label, text: text.slice(0, maxShown) }))}
  ${when(section.source.type === "json", () => codeBlock({ id: "source", label: "Source", text: json.slice(0, maxShown) }))}
  ${isCut ? cutNotice(at, section, whole) : ""}`
}
