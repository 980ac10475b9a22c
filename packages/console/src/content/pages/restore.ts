import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { Answer, ContentVisit } from "../../context.ts"
import { hidden } from "../../html/field.ts"
import { actions, button, buttonLink, form } from "../../html/form.ts"
import { html } from "../../html/html.ts"
import { seeOther } from "../../paths.ts"
import { statusOf } from "../form/errors.ts"
import type { Section } from "../Section.ts"
import { changesBetween } from "../parts/changes.ts"
import { contentPath, definitionPath } from "../parts/links.ts"
import { refusalNotice } from "../parts/refusal.ts"
import { readStored, type Stored } from "../stored.ts"
import { readOnly, verbs } from "../verbs.ts"
import { revisionIn } from "./definition.ts"
import { definitionCrumb } from "../parts/tabs.ts"

interface Both {
  readonly old: Stored
  readonly current: Stored
}

const readBoth = Effect.fnUntraced(function* (section: Section, visit: ContentVisit, revision: string | undefined) {
  const id = visit.param("id")
  const [current, old] = yield* Effect.all([
    readStored(section, id),
    readStored(section, id, revisionIn(revision ?? ""))
  ])
  return { current, old } satisfies Both
})

const page = Effect.fnUntraced(function* (
  section: Section,
  visit: ContentVisit,
  { old, current }: Both,
  error?: AgentError
) {
  const changes = yield* changesBetween(visit, section, current, old)
  return {
    title: `Restore revision ${old.revision} of ${current.name}?`,
    trail: [definitionCrumb(visit, section, current)],
    status: error === undefined ? 200 : statusOf(error),
    body: html` ${error === undefined ? "" : refusalNotice(visit, error)}
      <p>
        This creates revision ${current.revision + 1} with the content of revision ${old.revision}. Nothing is lost: the
        current revision ${current.revision} stays in the history. No other definition is changed.
      </p>
      ${form({
        body: html`${hidden("revision", String(old.revision))}${hidden("expectedRevision", String(current.revision))}
        ${actions(
          button(`Restore revision ${old.revision}`),
          buttonLink("Cancel", contentPath(visit, section, current.id, "history"))
        )}`
      })}
      <p>What this changes in the current revision:</p>
      ${changes}`
  }
})

/** Asks whether to create a revision from an old one. */
export const restorePage = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    return yield* page(section, visit, yield* readBoth(section, visit, visit.query("revision")))
  })

/** Creates it, unless the current revision is no longer the one that was shown. */
export const restoreAction = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const id = visit.param("id")
    const revision = visit.form.text("revision")
    const input = {
      id,
      revision: revisionIn(revision),
      expectedRevision: revisionIn(visit.form.text("expectedRevision"))
    }
    const refused = Effect.fnUntraced(function* (error: AgentError) {
      return yield* page(section, visit, yield* readBoth(section, visit, revision), error)
    })
    return yield* readOnly(verbs.restore(section, input)).pipe(
      Effect.map((): Answer => seeOther(definitionPath(visit, section, id), "restored")),
      Effect.catchTags({ CONFLICT: refused, NAME_TAKEN: refused, REFERENCE_NOT_FOUND: refused })
    )
  })
