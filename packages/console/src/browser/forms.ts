import { maxBodyBytes } from "./limits.ts"

const sizeOf = (form: HTMLFormElement, submitter: HTMLElement | null): number => {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter)) {
    if (typeof value === "string") fields.append(name, value.replace(/\r?\n/g, "\r\n"))
  }
  return fields.toString().length
}

const refuse = (form: HTMLFormElement, text: string): void => {
  const notice = document.createElement("div")
  notice.className = "notice bad"
  notice.setAttribute("role", "alert")
  notice.append(Object.assign(document.createElement("p"), { textContent: text }))
  form.before(notice)
  notice.scrollIntoView({ block: "nearest" })
}

const sending = new Set<HTMLFormElement>()

/** A form whose sending ended on its page can be sent again. */
export const release = (form: HTMLFormElement): void => void sending.delete(form)

/** Sends forms once, and not when the server would refuse them for their size: either would lose what is on the page. */
export const guardForms = (): void => {
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || form.method !== "post") return
    if (form.previousElementSibling?.matches(".notice.bad")) form.previousElementSibling.remove()
    const size = sizeOf(form, submitter)
    if (sending.has(form)) event.preventDefault()
    else if (size > maxBodyBytes) {
      event.preventDefault()
      const [large, most] = [size, maxBodyBytes].map((bytes) => (bytes / 1024 / 1024).toFixed(1))
      refuse(form, `This is ${large} MiB as a form, and ${most} MiB is the most. Shorten it; nothing was sent.`)
    } else {
      sending.add(form)
      // Somebody may have stopped it.
      setTimeout(() => sending.delete(form), 5000)
    }
  })
  addEventListener("pageshow", () => sending.clear())
}
