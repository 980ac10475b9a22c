import { type AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { Answer, ContentVisit } from "../../../context.ts"
import { buttonLink } from "../../../html/form.ts"
import { html, when } from "../../../html/html.ts"
import type { CheckDefinition } from "../../checks.ts"
import { mayWrite } from "../../may.ts"
import { fieldsOf } from "../../form/control.ts"
import { statusOf } from "../../form/errors.ts"
import { typedOfStored } from "../../form/stored.ts"
import { checkedNotice, issuesOf } from "../../parts/issues.ts"
import { contentPath } from "../../parts/links.ts"
import { refusalNotice } from "../../parts/refusal.ts"
import { definitionCrumb, definitionTabs } from "../../parts/tabs.ts"
import type { Section } from "../../Section.ts"
import { readStored } from "../../stored.ts"

/** What is wrong with the current revision of a definition, and with what it uses. */
export const validationPage = (check: CheckDefinition) => (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const current = yield* readStored(section, visit.param("id"))
    const title = `Check of ${current.name}`
    const head = {
      title,
      trail: [definitionCrumb(visit, section, current)],
      tabs: definitionTabs(visit, section, current.id),
      primary: when(mayWrite(visit.access, section), () =>
        buttonLink("Edit", contentPath(visit, section, current.id, "edit"), { kind: "primary", shortcut: "edit" })
      )
    }
    const typed = yield* typedOfStored(section, current)
    const { source, settings, references } = current
    return yield* check({ source, settings, references }).pipe(
      Effect.map((checked): Answer => {
        const issues = issuesOf(visit, section.form, typed, checked)
        return {
          ...head,
          body: html` ${checkedNotice(checked, true)} ${fieldsOf(section.form).map(({ name }) => issues(name))}
          ${issues()}`
        }
      }),
      Effect.catch((error: AgentError) =>
        Effect.succeed<Answer>({ ...head, status: statusOf(error), body: refusalNotice(visit, error) })
      )
    )
  })
