import { Effect } from "effect"
import type { AgentError } from "@agent-operations/error-envelope"
import type { Answer, ContentVisit, Page } from "../../context.ts"
import { hidden, textField } from "../../html/field.ts"
import { actions, button, buttonLink, form } from "../../html/form.ts"
import { bdi, html } from "../../html/html.ts"
import { seeOther } from "../../paths.ts"
import { fieldErrorsOf, statusOf } from "../form/errors.ts"
import { typedAnew } from "../form/stored.ts"
import type { Section } from "../Section.ts"
import { definitionPath } from "../parts/links.ts"
import { refusalNotice } from "../parts/refusal.ts"
import { readStored, type Stored } from "../stored.ts"
import { verbs } from "../verbs.ts"
import { clip } from "../words.ts"
import { revisionIn } from "./definition.ts"
import { definitionCrumb } from "../parts/tabs.ts"

const page = (section: Section, visit: ContentVisit, of: Stored, name: string, error?: AgentError): Page => {
  const errors = error && fieldErrorsOf(section.form, error, { ...typedAnew(section), name })
  return {
    title: `Copy ${of.name}`,
    trail: [definitionCrumb(visit, section, of)],
    narrow: true,
    status: error === undefined ? 200 : statusOf(error),
    body: html` ${error !== undefined && errors === undefined ? refusalNotice(visit, error) : ""}
      <p>
        This creates a new ${section.kind.title} with the content of revision ${of.revision} of ${bdi(of.name)}, under a
        name of its own. Later changes to one do not affect the other.
      </p>
      ${form({
        errors: errors ?? {},
        body: html` ${textField({ name: "name", label: "Name of the copy", value: name, required: true, error: errors?.["name"] })}
        ${hidden("revision", String(of.revision))}
        ${actions(button("Create copy"), buttonLink("Cancel", definitionPath(visit, section, of.id)))}`
      })}`
  }
}

const readOriginal = (section: Section, visit: ContentVisit, revision: string | undefined) =>
  readStored(section, visit.param("id"), revisionIn(revision))

/** Asks for the name of a copy. */
export const copyPage = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const original = yield* readOriginal(section, visit, visit.query("revision"))
    return page(section, visit, original, `${clip(original.name, 113)} (copy)`)
  })

/** Creates the copy, of the revision that was shown. */
export const copyAction = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const [name, revision] = [visit.form.text("name"), visit.form.text("revision")]
    const original = yield* readOriginal(section, visit, revision)
    const refused = (error: AgentError) => Effect.succeed<Answer>(page(section, visit, original, name, error))
    return yield* verbs.copy(section, { id: original.id, name, revision: original.revision }).pipe(
      Effect.map(({ id }): Answer => seeOther(definitionPath(visit, section, id), "copied")),
      Effect.catchTags({
        NAME_TAKEN: refused,
        REFERENCE_NOT_FOUND: refused,
        VALIDATION_ERROR: refused,
        PAYLOAD_TOO_LARGE: refused,
        UNAVAILABLE: refused,
        TIMEOUT: refused
      })
    )
  })
