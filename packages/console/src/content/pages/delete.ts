import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { Answer, ContentVisit, Page } from "../../context.ts"
import { hidden } from "../../html/field.ts"
import { actions, button, buttonLink, form } from "../../html/form.ts"
import { bdi, html } from "../../html/html.ts"
import { seeOther } from "../../paths.ts"
import { statusOf } from "../form/errors.ts"
import type { Section } from "../Section.ts"
import { cameFrom, contentPath, definitionPath, madeBy } from "../parts/links.ts"
import { refusalNotice } from "../parts/refusal.ts"
import { readStored, type Stored } from "../stored.ts"
import { readOnly, verbs } from "../verbs.ts"
import { revisionIn } from "./definition.ts"

const page = (section: Section, visit: ContentVisit, current: Stored, error?: AgentError): Page => ({
  title: `Delete ${current.name}?`,
  status: error === undefined ? 200 : statusOf(error),
  body: html` ${error === undefined ? "" : refusalNotice(visit, error)}
    <p>
      This deletes the ${section.kind.title} ${bdi(current.name)} and its history of ${current.revision}
      ${current.revision === 1 ? "revision" : "revisions"} for everybody in this project, and frees its name. What
      another definition still uses cannot be deleted.
    </p>
    <p>
      The current revision is ${current.revision}: ${cameFrom(visit, section, current.id, current.origin)},
      ${madeBy(current)}.
    </p>
    ${form({
      body: html`${hidden("expectedRevision", String(current.revision))}
      ${actions(
        button(`Delete ${section.kind.title}`, { kind: "danger" }),
        buttonLink("Cancel", definitionPath(visit, section, current.id))
      )}`
    })}`
})

const readCurrent = (section: Section, visit: ContentVisit) => readStored(section, visit.param("id"))

/** Asks whether to delete a definition. */
export const deletePage = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    return page(section, visit, yield* readCurrent(section, visit))
  })

/** Deletes it, unless it is no longer at the revision that was shown, or another definition uses it. */
export const deleteAction = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const input = { id: visit.param("id"), expectedRevision: revisionIn(visit.form.text("expectedRevision")) }
    const refused = (error: AgentError) =>
      Effect.map(readCurrent(section, visit), (current): Answer => page(section, visit, current, error))
    return yield* readOnly(verbs.remove(section, input)).pipe(
      Effect.map((): Answer => seeOther(contentPath(visit, section), "deleted")),
      Effect.catchTags({ CONFLICT: refused, STILL_REFERENCED: refused })
    )
  })
