import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { Answer, ContentVisit } from "../../context.ts"
import { textField } from "../../html/field.ts"
import { actions, button, buttonLink, form } from "../../html/form.ts"
import { bdi, type Html, html, time, when } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import { facts } from "../../html/table.ts"
import { seeOther } from "../../paths.ts"
import { statusOf } from "../form/errors.ts"
import { mayWrite } from "../may.ts"
import { cameFrom, contentPath, definitionPath, madeBy, who } from "../parts/links.ts"
import { referencesOf } from "../parts/references.ts"
import { sourceOf } from "../parts/source.ts"
import { requireTrash, trashPath } from "../parts/trash.ts"
import { shownOf } from "../parts/whole.ts"
import { Renderer } from "../render/Renderer.ts"
import type { Section } from "../Section.ts"
import { type Deleted, readDeletedDefinition } from "../stored.ts"
import { capital } from "../words.ts"
import { readOnly, verbs } from "../verbs.ts"
import { resolve } from "./definition.ts"

/** What was refused, and the name that was asked for. */
interface Refused {
  readonly error: AgentError
  readonly name: string
}

/** What is wrong with the name that was asked for, if that is what it was refused for. */
const nameError = ({ kind }: Section, { _tag }: AgentError): string | undefined =>
  _tag === "NAME_TAKEN"
    ? `Another ${kind.title} has this name by now. Type another one.`
    : _tag === "VALIDATION_ERROR"
      ? "Type a name of 1 to 120 characters."
      : undefined

const referencesFirst = ({ message }: AgentError): Html =>
  notice(
    "bad",
    html`<p><b>${message}</b></p>
      <p>Recover the definitions that it refers to first: they were deleted after it.</p>`
  )

const recoverForm = (visit: ContentVisit, section: Section, { definition }: Deleted, refused?: Refused): Html => {
  const error = refused && nameError(section, refused.error)
  return form({
    action: trashPath(visit, section, definition.id),
    ...(error !== undefined && { errors: { name: error } }),
    body: html`${textField({
      name: "name",
      label: "Name",
      value: refused?.name ?? definition.name,
      required: true,
      error
    })}
    ${actions(button(`Recover ${section.kind.title}`), buttonLink("Cancel", trashPath(visit, section)))}`
  })
}

const about = (visit: ContentVisit, section: Section, { definition, ...deletion }: Deleted): Html =>
  facts([
    ["Deleted", html`${time(deletion.deletedAt)} by ${who(deletion.deletedBy)}`],
    ["Recoverable until", time(deletion.recoverableUntil)],
    [
      "Description",
      definition.description === null ? "none" : html`<span class="text">${bdi(definition.description)}</span>`
    ],
    [
      "Last revision",
      html`${definition.revision}: ${cameFrom(visit, section, definition.id, definition.origin)}, ${madeBy(definition)}`
    ],
    ["Created", html`${time(definition.createdAt)} by ${who(definition.createdBy)}`],
    ["ID", html`<code>${definition.id}</code>`]
  ])

const page = Effect.fnUntraced(function* (section: Section, visit: ContentVisit, deleted: Deleted, refused?: Refused) {
  const { definition } = deleted
  const references = yield* resolve(definition)
  const rendering = (yield* Renderer).settings(section, definition.settings)
  const settings = yield* shownOf(rendering, visit, section, [])
  const { titlePlural } = section.kind
  return {
    title: definition.name,
    status: refused === undefined ? 200 : statusOf(refused.error),
    trail: [
      { label: capital(titlePlural), href: contentPath(visit, section) },
      { label: `Deleted ${titlePlural}`, href: trashPath(visit, section) }
    ],
    body: html` ${when(refused?.error._tag === "REFERENCE_NOT_FOUND", () => referencesFirst(refused!.error))}
      ${notice("plain", `This ${section.kind.title} is deleted. Recovered, it has its ID and its history again, and this content as revision ${definition.revision + 1}.`)}
      ${when(mayWrite(visit.access, section), () => recoverForm(visit, section, deleted, refused))}
      ${about(visit, section, deleted)}
      <h2>Source</h2>
      ${sourceOf(visit, section, definition, [])}
      <h2>Settings</h2>
      ${settings}
      <h2>References</h2>
      ${referencesOf(visit, references)}`
  }
})

const readDeleted = (section: Section, visit: ContentVisit) =>
  Effect.andThen(requireTrash(section), readDeletedDefinition(section, visit.param("id")))

/** A deleted definition at its last revision, and what recovers it. Law: R12. */
export const deletedPage = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    return yield* page(section, visit, yield* readDeleted(section, visit))
  })

/** Recovers it: under its name, or under the one that was typed. Law: R11. */
export const recoverAction = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    yield* requireTrash(section)
    const id = visit.param("id")
    // A button in the list of the deleted sends none.
    const name = visit.form.has("name") ? visit.form.text("name") : undefined
    const refused = Effect.fnUntraced(function* (error: AgentError) {
      const deleted = yield* readDeleted(section, visit)
      return yield* page(section, visit, deleted, { error, name: name ?? deleted.definition.name })
    })
    return yield* verbs.recover(section, { id, name }).pipe(
      Effect.map((): Answer => seeOther(definitionPath(visit, section, id), "recovered")),
      Effect.catchTags({
        NAME_TAKEN: refused,
        REFERENCE_NOT_FOUND: refused,
        VALIDATION_ERROR: (error) =>
          error.details.issues.some(({ path }) => path === "/name") ? refused(error) : Effect.fail(error)
      }),
      readOnly
    )
  })
