import type { Schema } from "effect"
import { type Html, html } from "../../../html/html.ts"
import { none, visible, visibleJson } from "../../../traces/values.ts"
import { printJson } from "../../render/print.ts"
import type { Item } from "./port.ts"

/** How much of a value a cell shows, in characters. */
const mostInCell = 160

/** The beginning of a value, in a line: a text as it reads, and all else as JSON. */
export const inLine = (value: Schema.Json): Html => {
  if (value === null) return none
  if (typeof value === "string") {
    const shown = value.slice(0, mostInCell).replace(/[\uD800-\uDBFF]$/, "")
    return html`<span dir="auto">${visible(shown)}${shown.length < value.length ? "…" : ""}</span>`
  }
  const { text, isCut } = printJson(value, { indent: 0, most: mostInCell })
  return html`<code>${visibleJson(text)}${isCut ? "…" : ""}</code>`
}

/** What people call an item by: the name that its owners gave it, or its place. */
export const nameOf = ({ externalId, position }: Pick<Item, "externalId" | "position">): string =>
  externalId === null ? `Item ${position}` : visible(externalId)

/** What stands where there is no content. */
export const purged: Html = html`<span class="quiet">purged</span>`
