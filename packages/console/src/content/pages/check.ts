import { type AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { Answer, InProject } from "../../context.ts"
import { actions, buttonLink } from "../../html/form.ts"
import { html } from "../../html/html.ts"
import { checkStored } from "../check.ts"
import { statusOf } from "../form/errors.ts"
import { fields, typedOf } from "../form/typed.ts"
import type { ContentKind } from "../kinds.ts"
import { checkedNotice, issuesOf } from "../parts/issues.ts"
import { contentPath, definitionPath } from "../parts/links.ts"
import { refusalNotice } from "../parts/refusal.ts"
import { readStored } from "../stored.ts"

/** What is wrong with the current revision of a definition, and with what it uses. */
export const checkPage = (kind: ContentKind) =>
  Effect.fnUntraced(function* (visit: InProject) {
    const current = yield* readStored(kind, visit.param("id"))
    const title = `Check of ${current.name}`
    const back = actions(
      buttonLink("Edit", contentPath(visit, kind, current.id, "edit"), { kind: "primary" }),
      buttonLink("Back", definitionPath(visit, kind, current.id))
    )
    const typed = yield* typedOf(kind, current)
    return yield* checkStored(kind, current).pipe(
      Effect.map((checked): Answer => ({
        title,
        body: html` ${checkedNotice(checked, true)} ${fields.map((field) => issuesOf(visit, typed, checked, field))}
        ${issuesOf(visit, typed, checked)} ${back}`
      })),
      Effect.catch((error: AgentError) =>
        Effect.succeed<Answer>({ title, status: statusOf(error), body: html`${refusalNotice(visit, error)}${back}` })
      )
    )
  })
