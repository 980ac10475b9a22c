import type { ContentVisit } from "../../context.ts"
import { type Html, html, when } from "../../html/html.ts"
import { mayWrite } from "../may.ts"
import { contentPath } from "../parts/links.ts"
import type { Section } from "../Section.ts"
import type { Summary } from "../stored.ts"

const form = "selection"

/** The box that chooses a row, at the revision that the reader sees. */
export const chosen = ({ id, name, revision }: Pick<Summary, "id" | "name" | "revision">): Html =>
  html`<input
    type="checkbox"
    class="row-choice"
    form="${form}"
    name="chosen"
    value="${id}:${revision}"
    aria-label="Choose ${name}"
  />`

/** What is done with the rows that are chosen. The boxes are in the rows, whose menus have forms of their own. */
export const selection = (visit: ContentVisit, section: Section): Html =>
  html`<form method="post" id="${form}" class="actions list-selection" data-selection>
    <button type="submit" class="button plain" formaction="${contentPath(visit, section, "download")}">
      Download chosen
    </button>
    ${when(
      mayWrite(visit.access, section),
      () =>
        html`<button type="submit" class="button plain" formaction="${contentPath(visit, section, "delete")}">
          Delete chosen
        </button>`
    )}
    <span class="quiet" role="status" data-selection-count></span>
  </form>`
