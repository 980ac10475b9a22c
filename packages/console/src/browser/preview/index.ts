import { formBody } from "../form-body.ts"
import { maxBodyBytes } from "../limits.ts"

const startOne = (form: HTMLFormElement): void => {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let asked: AbortController | undefined
  const show = async () => {
    asked?.abort()
    const asking = (asked = new AbortController())
    const body = formBody(form, "preview")
    const shown = document.getElementById("preview")
    if (shown === null || body.toString().length > maxBodyBytes) return
    shown.setAttribute("aria-busy", "true")
    try {
      // Not `form.action`, which is the field of that name.
      const answer = await fetch(form.getAttribute("action") ?? "", { method: "POST", body, signal: asking.signal })
      const page = new DOMParser().parseFromString(await answer.text(), "text/html")
      const made = page.getElementById("preview")
      if (made !== null) {
        shown.replaceChildren(...made.childNodes)
        shown.dispatchEvent(new Event("content-added", { bubbles: true }))
      }
    } catch (error) {
      if (!asking.signal.aborted) reportError(error)
    }
    if (asked === asking) shown.removeAttribute("aria-busy")
  }
  form.addEventListener("input", () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void show(), 600)
  })
  void show()
}

/** Shows what a form has beside it while somebody types: its page is asked for by the button that does so without script. */
export const start = (forms: ReadonlyArray<HTMLElement>): void => {
  for (const form of forms) if (form instanceof HTMLFormElement) startOne(form)
}
