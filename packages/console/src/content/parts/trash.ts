import { NotFound } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { type Html, html } from "../../html/html.ts"
import { isRecoverable } from "../port.ts"
import type { Section } from "../Section.ts"
import { contentPath, type InProject } from "./links.ts"

/** The path of what was deleted of a kind, or of one of those. */
export const trashPath = (at: InProject, section: Section, ...id: readonly [string?]): string =>
  contentPath(at, section, "deleted", ...(id as ReadonlyArray<string>))

/** A page of the trash leads nowhere where the host does not serve the operations. */
export const requireTrash = ({ kind }: Section) =>
  Effect.flatMap(isRecoverable(kind), (served) =>
    served ? Effect.void : Effect.fail(new NotFound({ message: `What is deleted of ${kind.titlePlural} is gone.` }))
  )

/** What a list says after a delete: with the way back, if there is one. */
export const deletedNotice = (at: InProject, section: Section, id: string | undefined, isServed: boolean): Html => {
  const said = html`The ${section.kind.title} was deleted.`
  if (!isServed || id === undefined || !/^[a-z]{1,63}_[0-9a-z]{26}$/.test(id)) return said
  return html`${said} <a href="${trashPath(at, section, id)}">Recover it</a>`
}
