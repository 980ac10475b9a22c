import { Effect } from "effect"
import type { ContentVisit } from "../../context.ts"
import { actions, button, buttonLink } from "../../html/form.ts"
import { bdi, type Html, html, time, when } from "../../html/html.ts"
import { nextPage, table } from "../../html/table.ts"
import { mayWrite } from "../may.ts"
import type { Section } from "../Section.ts"
import { cameFrom, contentPath, definitionPath, who } from "../parts/links.ts"
import { definitionCrumb, definitionTabs } from "../parts/tabs.ts"
import { readHead, readHistory, type Summary } from "../stored.ts"
import { revisionIn } from "./definition.ts"

const pageSize = 25

const choice = (name: "from" | "to", revision: number, checked: boolean): Html =>
  html`<label class="choice compare">
    <input type="radio" name="${name}" value="${revision}" ${when(checked, () => html` checked`)} /> ${name}<span
      class="unseen"
    >
      revision ${revision}</span
    >
  </label>`

const row =
  (visit: ContentVisit, section: Section, current: number) =>
  (item: Summary, index: number, items: ReadonlyArray<Summary>) => {
    const { id, revision, origin, updatedAt, updatedBy } = item
    const restore = `${contentPath(visit, section, id, "restore")}?revision=${revision}`
    return [
      html`<a href="${definitionPath(visit, section, id, revision)}">Revision ${revision}</a>`,
      cameFrom(visit, section, id, origin),
      time(updatedAt),
      who(updatedBy),
      ...(current === 1
        ? []
        : [
            html`<div>
              ${choice("from", revision, index === Math.min(1, items.length - 1))}
              ${choice("to", revision, index === 0)}
            </div>`
          ]),
      revision === current
        ? html`<span class="quiet">the current one</span>`
        : when(
            mayWrite(visit.access, section),
            () => html`<a href="${restore}">Restore<span class="unseen"> revision ${revision}</span></a>`
          )
    ]
  }

/** Every revision of a definition, newest first, of which two can be compared. */
export const historyPage = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const id = visit.param("id")
    const current = yield* readHead(section, id)
    const { items, nextBefore } = yield* readHistory(section, id, pageSize, revisionIn(visit.query("before")))
    const here = contentPath(visit, section, id, "history")
    return {
      api: [{ operation: `get_${section.kind.name}_history`, input: { id, limit: pageSize } }],
      title: `History of ${current.name}`,
      trail: [definitionCrumb(visit, section, current)],
      tabs: definitionTabs(visit, section, id),
      body: html` <p>
          <a href="${definitionPath(visit, section, id)}">${bdi(current.name)}</a> is at revision ${current.revision}. A
          revision never changes: restoring one creates a new revision with the same content.
        </p>
        <form method="get" action="${contentPath(visit, section, id, "diff")}">
          ${table({
            caption: "Revisions, newest first",
            columns: ["Revision", "How", "When", "By", ...(current.revision === 1 ? [] : ["Compare"]), "Restore"],
            rows: items.map(row(visit, section, current.revision))
          })}
          ${when(current.revision > 1, () => actions(button("Compare revisions", { kind: "plain" })))}
        </form>
        ${when(visit.query("before") !== undefined, () => actions(buttonLink("Back to the newest", here)))}
        ${nextPage(nextBefore === null ? null : `${here}?before=${nextBefore}`)}`
    }
  })
