/** Taking the content of an item away for good. Laws: D2, F1. */
import { type AgentError, ValidationError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { ContentVisit, Page } from "../../../context.ts"
import { hidden, textField } from "../../../html/field.ts"
import { actions, button, buttonLink, form } from "../../../html/form.ts"
import { bdi, html, when } from "../../../html/html.ts"
import { manages } from "../../../roles.ts"
import { statusOf } from "../../form/errors.ts"
import { mayWrite } from "../../may.ts"
import { contentPath } from "../../parts/links.ts"
import { refusalNotice } from "../../parts/refusal.ts"
import { definitionCrumb } from "../../parts/tabs.ts"
import type { Section } from "../../Section.ts"
import { type Item, purgeItem } from "./port.ts"
import { nameOf } from "./words.ts"

/** Whether the reader may purge an item: owners and admins may. */
export const mayPurge = (visit: ContentVisit, section: Section, { purged }: Pick<Item, "purged">): boolean =>
  !purged && mayWrite(visit.access, section) && manages(visit.membership ?? {})

/** Asks for the reason. */
export const purgePage = (
  section: Section,
  visit: ContentVisit,
  head: { readonly id: string; readonly name: string },
  item: Item,
  error?: AgentError
): Page => {
  const [issue] = error?._tag === "VALIDATION_ERROR" ? error.details.issues : []
  const path = contentPath(visit, section, head.id, "items")
  const reason = issue === undefined ? undefined : `Reason: ${issue.message}.`
  return {
    title: "Purge this item?",
    trail: [definitionCrumb(visit, section, head)],
    narrow: true,
    status: error === undefined ? 200 : statusOf(error),
    body: html`${when(reason === undefined && error, (error) => refusalNotice(visit, error))}
      <p>
        This takes the input, expected, metadata, name and source of ${bdi(nameOf(item))} away for good: in every
        version of the dataset, and in what evaluations show of it. It can't be undone. What apps answered, and how that
        was scored, stays.
      </p>
      ${form({
        action: path,
        errors: reason === undefined ? {} : { reason },
        body: html`${hidden("item", item.id)}
        ${textField({
          name: "reason",
          label: "Reason",
          hint: "Kept in the organization's audit log, so it must not repeat what is purged.",
          value: visit.form.text("reason"),
          maxlength: 500,
          required: true,
          error: reason
        })}
        ${actions(
          button("Purge item", { kind: "danger", name: "action", value: "purge" }),
          buttonLink("Cancel", `${path}?item=${item.id}`)
        )}`
      })}`
  }
}

/** Purges it. */
export const purge = Effect.fnUntraced(function* (visit: ContentVisit) {
  const [id, reason] = [visit.form.text("item"), visit.form.text("reason").trim()]
  if (reason === "") {
    const issues = [{ path: "/reason", message: "Write why" }]
    return yield* new ValidationError({ message: "A reason is needed.", details: { issues } })
  }
  yield* purgeItem({ id, reason })
  return { done: "purge", id }
})
