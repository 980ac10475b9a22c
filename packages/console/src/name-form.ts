import { type Effect, Result } from "effect"
import type { Answer, Page, Visit } from "./context.ts"
import { textField } from "./html/field.ts"
import { actions, button, form } from "./html/form.ts"
import { type Html, html } from "./html/html.ts"
import { readName } from "./names.ts"

/** A form whose one field is a name, as it was typed, with what is wrong with it. */
export const nameForm = (options: {
  readonly action?: string
  readonly label: string
  readonly button: string
  readonly value?: string
  readonly error?: string | undefined
  /** What goes along unseen. */
  readonly unseen?: Html
}) =>
  form({
    ...(options.action !== undefined && { action: options.action }),
    ...(options.error !== undefined && { errors: { name: options.error } }),
    body: html`${textField({
      name: "name",
      label: options.label,
      value: options.value,
      error: options.error,
      required: true,
      maxlength: 120
    })}
    ${options.unseen ?? ""} ${actions(button(options.button))}`
  })

/** Does something with the name that a form gives, or shows the page again with what is wrong. */
export const withName = <E, R>(
  { form }: Visit,
  again: (value: string, error: string) => Effect.Effect<Page, E, R>,
  use: (name: string) => Effect.Effect<Answer, E, R>
): Effect.Effect<Answer, E, R> =>
  Result.match(readName(form.text("name")), {
    onFailure: (error) => again(form.text("name"), error),
    onSuccess: use
  })
