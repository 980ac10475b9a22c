import { fieldsOf, isSame } from "./fields.ts"
import type { Fields } from "./store.ts"

const selector = "form[data-draft]"

const early = new WeakMap<HTMLFormElement, Fields>()

/** What a form had as the server sent it. */
const fieldsAsSent = (form: HTMLFormElement): Fields => {
  const copy = form.cloneNode(true) as HTMLFormElement
  copy.reset()
  return fieldsOf(copy)
}

/** Notices what is typed before the scripts that keep it are there, as over a slow connection. Called before they change a form. */
export const watchEarlyTyping = (): void => {
  const look = (form: HTMLFormElement) => {
    const sent = fieldsAsSent(form)
    if (!isSame(sent, fieldsOf(form))) early.set(form, sent)
  }
  for (const form of document.querySelectorAll<HTMLFormElement>(selector)) look(form)
  document.addEventListener("input", ({ target, isTrusted }) => {
    const form = target instanceof Element ? target.closest<HTMLFormElement>(selector) : null
    if (isTrusted && form !== null && !early.has(form)) look(form)
  })
}

/** What a form had before somebody typed in it already; undefined where nobody did. */
export const beforeEarlyTyping = (form: HTMLFormElement): Fields | undefined => early.get(form)
