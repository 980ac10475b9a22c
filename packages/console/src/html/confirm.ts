import type { Page } from "../context.ts"
import { actions, button, buttonLink, form } from "./form.ts"
import { type Html, html } from "./html.ts"

/** A page that says what a button will do before it is pressed. It posts to its own path. */
export const confirmPage = (options: {
  /** A question: "Revoke this key?" */
  readonly title: string
  /** What will happen, and what will not. */
  readonly body: Html
  /** The button: "Revoke key". */
  readonly button: string
  readonly danger?: boolean
  /** The way back. */
  readonly cancel: string
}): Page => ({
  title: options.title,
  body: html` ${options.body}
  ${form({
    body: actions(
      button(options.button, { kind: options.danger === false ? "primary" : "danger" }),
      buttonLink("Cancel", options.cancel)
    )
  })}`
})
