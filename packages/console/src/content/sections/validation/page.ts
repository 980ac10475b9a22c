import { type AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { Answer, ContentVisit } from "../../../context.ts"
import { actions, buttonLink } from "../../../html/form.ts"
import { html, when } from "../../../html/html.ts"
import type { CheckDefinition } from "../../checks.ts"
import { mayWrite } from "../../may.ts"
import { fieldsOf } from "../../form/control.ts"
import { statusOf } from "../../form/errors.ts"
import { typedOfStored } from "../../form/stored.ts"
import { checkedNotice, issuesOf } from "../../parts/issues.ts"
import { contentPath, definitionPath } from "../../parts/links.ts"
import { refusalNotice } from "../../parts/refusal.ts"
import type { Section } from "../../Section.ts"
import { readStored } from "../../stored.ts"

/** What is wrong with the current revision of a definition, and with what it uses. */
export const validationPage = (check: CheckDefinition) => (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const current = yield* readStored(section, visit.param("id"))
    const title = `Check of ${current.name}`
    const back = actions(
      when(mayWrite(visit.access, section), () =>
        buttonLink("Edit", contentPath(visit, section, current.id, "edit"), { kind: "primary" })
      ),
      buttonLink("Back", definitionPath(visit, section, current.id))
    )
    const typed = yield* typedOfStored(section, current)
    const { source, settings, references } = current
    return yield* check({ source, settings, references }).pipe(
      Effect.map((checked): Answer => {
        const issues = issuesOf(visit, section.form, typed, checked)
        return {
          title,
          body: html` ${checkedNotice(checked, true)} ${fieldsOf(section.form).map(({ name }) => issues(name))}
          ${issues()} ${back}`
        }
      }),
      Effect.catch((error: AgentError) =>
        Effect.succeed<Answer>({ title, status: statusOf(error), body: html`${refusalNotice(visit, error)}${back}` })
      )
    )
  })
