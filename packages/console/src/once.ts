import { newTypeId } from "@agent-operations/database"
import type { Form } from "./form.ts"
import { hidden } from "./html/field.ts"

const name = "idempotencyKey"
const wellFormed = /^frm_[0-9a-z]{26}$/

/** The key of a form that was sent; none where it was not sent by a page. */
export const idempotencyKeyOf = (form: Form): string | undefined => {
  const given = form.text(name)
  return wellFormed.test(given) ? given : undefined
}

/**
 * The field by which a form creates one thing at most, however often it is sent: by a double click, by reloading its
 * answer, by going back. A form that is shown again with what is wrong keeps its key.
 */
export const idempotencyField = (form: Form) => hidden(name, idempotencyKeyOf(form) ?? newTypeId("frm"))
