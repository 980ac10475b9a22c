import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { Answer, ContentVisit, Page } from "../../context.ts"
import { hidden } from "../../html/field.ts"
import { actions, button, buttonLink, form } from "../../html/form.ts"
import { bdi, type Html, html } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import { seeOther } from "../../paths.ts"
import { statusOf } from "../form/errors.ts"
import type { Section } from "../Section.ts"
import { cameFrom, contentPath, definitionPath, madeBy } from "../parts/links.ts"
import { dependentsTable } from "../parts/references.ts"
import { refusalNotice } from "../parts/refusal.ts"
import { trashPath } from "../parts/trash.ts"
import { isRecoverable, referrers } from "../port.ts"
import { readStored, type Stored } from "../stored.ts"
import { readOnly, verbs } from "../verbs.ts"
import { revisionIn } from "./definition.ts"
import { definitionCrumb } from "../parts/tabs.ts"

/** How many uses of a definition the page names. */
const maxDependents = 100

interface Asked {
  readonly current: Stored
  readonly users: Effect.Success<ReturnType<typeof referrers>>
  /** Whether it can be recovered afterwards. */
  readonly isRecoverable: boolean
}

const readAsked = Effect.fnUntraced(function* (section: Section, visit: ContentVisit) {
  const current = yield* readStored(section, visit.param("id"))
  const users = yield* referrers(section.kind, current.id, maxDependents)
  return { current, users, isRecoverable: yield* isRecoverable(section.kind) } satisfies Asked
})

/** What uses it has to let go of it first: the names lead there. */
const inUse = (section: Section, visit: ContentVisit, { current, users }: Asked): Html =>
  html` ${notice(
    "warning",
    html`<p><b>It cannot be deleted yet: other definitions use it.</b></p>
      <p>Open each one below, remove its reference and save it. Then come back.</p>`
  )}
  ${dependentsTable(visit, "Used by", users)}
  ${actions(
    buttonLink("Check again", contentPath(visit, section, current.id, "delete")),
    buttonLink("Cancel", definitionPath(visit, section, current.id))
  )}`

const afterwards = (section: Section, visit: ContentVisit, { isRecoverable }: Asked): Html =>
  isRecoverable
    ? html`It can be recovered for 30 days, with its ID and its history, from
        <a href="${trashPath(visit, section)}">deleted ${section.kind.titlePlural}</a>.`
    : html`Its history is not shown any more.`

const question = (section: Section, visit: ContentVisit, asked: Asked): Html => {
  const { current } = asked
  return html` <p>No other definition uses it.</p>
    <p>
      This deletes the ${section.kind.title} ${bdi(current.name)} for everybody in this project, and frees its name.
      ${afterwards(section, visit, asked)}
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
}

const page = (section: Section, visit: ContentVisit, asked: Asked, error?: AgentError): Page => ({
  title: `Delete ${asked.current.name}?`,
  trail: [definitionCrumb(visit, section, asked.current)],
  status: error === undefined ? 200 : statusOf(error),
  body: html` ${error === undefined || error._tag === "STILL_REFERENCED" ? "" : refusalNotice(visit, error)}
  ${asked.users.items.length > 0 ? inUse(section, visit, asked) : question(section, visit, asked)}`
})

/** Asks whether to delete a definition, or says what uses it. */
export const deletePage = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    return page(section, visit, yield* readAsked(section, visit))
  })

/** Deletes it, unless it is no longer at the revision that was shown, or another definition uses it. */
export const deleteAction = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const input = { id: visit.param("id"), expectedRevision: revisionIn(visit.form.text("expectedRevision")) }
    const refused = (error: AgentError) =>
      Effect.map(readAsked(section, visit), (asked): Answer => page(section, visit, asked, error))
    return yield* readOnly(verbs.remove(section, input)).pipe(
      Effect.map((): Answer =>
        seeOther(`${contentPath(visit, section)}?${new URLSearchParams({ deleted: input.id })}`, "deleted")
      ),
      Effect.catchTags({ CONFLICT: refused, STILL_REFERENCED: refused, LABEL_PROTECTED: refused })
    )
  })
