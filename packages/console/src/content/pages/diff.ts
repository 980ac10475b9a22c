import { Effect } from "effect"
import type { ContentVisit } from "../../context.ts"
import { textField } from "../../html/field.ts"
import { button } from "../../html/form.ts"
import { type Html, html } from "../../html/html.ts"
import { facts } from "../../html/table.ts"
import type { Section } from "../Section.ts"
import { changesBetween } from "../parts/changes.ts"
import { cameFrom, contentPath, definitionPath, madeBy } from "../parts/links.ts"
import { readStored, type Stored } from "../stored.ts"
import { revisionIn } from "./definition.ts"
import { definitionCrumb } from "../parts/tabs.ts"

const side = (visit: ContentVisit, section: Section, name: string, of: Stored) =>
  [
    name,
    html`<a href="${definitionPath(visit, section, of.id, of.revision)}">Revision ${of.revision}</a>:
      ${cameFrom(visit, section, of.id, of.origin)}, ${madeBy(of)}`
  ] as const

/** Any two revisions, on this page of the history or not. */
const another = (visit: ContentVisit, section: Section, from: Stored, to: Stored): Html =>
  html`<form method="get" action="${contentPath(visit, section, from.id, "diff")}" class="inline">
    ${textField({ name: "from", label: "From revision", type: "number", value: String(from.revision) })}
    ${textField({ name: "to", label: "To revision", type: "number", value: String(to.revision) })}
    ${button("Compare revisions", { kind: "plain" })}
  </form>`

/** How one revision of a definition became another. */
export const diffPage = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const id = visit.param("id")
    const at = (name: string) => readStored(section, id, revisionIn(visit.query(name) ?? ""))
    const [from, to] = yield* Effect.all([at("from"), at("to")])
    const changes = yield* changesBetween(visit, section, from, to)
    return {
      title: `${to.name}: revision ${from.revision} to ${to.revision}`,
      trail: [
        definitionCrumb(visit, section, to),
        { label: "History", href: contentPath(visit, section, id, "history") }
      ],
      body: html` ${facts([side(visit, section, "From", from), side(visit, section, "To", to)])} ${changes}
        <h2>Compare other revisions</h2>
        ${another(visit, section, from, to)}`
    }
  })
