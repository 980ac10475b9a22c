import { type Html, html, when } from "../../../../../html/html.ts"
import { definitionLink, type InProject } from "../../../../parts/links.ts"
import type { ReferenceRow } from "../model.ts"
import { choice, doButton, type Drawing } from "./controls.ts"

interface ReferencesDrawing extends Drawing {
  readonly at: InProject
}

const draw = (drawing: ReferencesDrawing, { alias, kind, id, revision }: ReferenceRow, canRemove: boolean): Html => {
  const head = drawing.standing.choices.heads.get(`${kind} ${id}`)
  const pins = [...new Set([revision, head === undefined ? "" : String(head.revision)])].filter((text) => text !== "")
  return html`<li class="item reference">
    <div class="reference-name">
      <code>custom.${alias}</code>
      ${head === undefined ? html`<code>${id}</code> <span class="quiet">is no longer there</span>` : definitionLink(drawing.at, { kind, id, name: head.name })}
    </div>
    ${choice(drawing, {
      name: `references.${alias}.revision`,
      label: "Revision",
      value: revision,
      options: [
        { value: "", label: "follows the current one" },
        ...pins.map((pin) => ({
          value: pin,
          label: `pinned to revision ${pin}${pin === String(head?.revision) ? ", the current one" : ""}`
        }))
      ]
    })}
    ${when(canRemove, () => html`<div class="item-buttons">${doButton(drawing, `references.${alias}.remove`, "Remove", `reference ${alias}`, "quiet")}</div>`)}
  </li>`
}

/** The custom fields that a definition uses, each with the revision that it follows. */
export const drawReferences = (
  drawing: ReferencesDrawing,
  rows: ReadonlyArray<ReferenceRow>,
  canRemove: (row: ReferenceRow) => boolean
): Html =>
  html`<ul class="items">
    ${rows.map((row) => draw(drawing, row, canRemove(row)))}
  </ul>`
