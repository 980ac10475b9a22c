const delay = 250

/** The query of a form without what says nothing. */
const queryOf = (form: HTMLFormElement): string => {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    const isSaid = typeof value === "string" && value.trim() !== "" && !(name === "sort" && value === "created_desc")
    if (isSaid) query.set(name, value)
  }
  return query.toString()
}

const startOne = (form: HTMLElement): void => {
  const results = document.querySelector("[data-list-results]")
  const status = document.querySelector("[data-list-status]")
  if (!(form instanceof HTMLFormElement) || results === null) return
  let waiting: ReturnType<typeof setTimeout> | undefined
  let asked: AbortController | undefined
  let shown = queryOf(form)
  const show = async () => {
    clearTimeout(waiting)
    const query = queryOf(form)
    if (query === shown) return
    asked?.abort()
    const asking = (asked = new AbortController())
    const url = `${form.getAttribute("action") ?? ""}${query === "" ? "" : `?${query}`}`
    results.setAttribute("aria-busy", "true")
    try {
      const answer = await fetch(url, { signal: asking.signal })
      const page = new DOMParser().parseFromString(await answer.text(), "text/html")
      const made = page.querySelector("[data-list-results]")
      // Something else answered, such as the way to sign in: the browser goes there.
      if (made === null) return location.assign(url)
      shown = query
      results.replaceChildren(...made.childNodes)
      results.dispatchEvent(new Event("content-added", { bubbles: true }))
      history.replaceState(null, "", url)
      const range = results.querySelector(".pages span, .empty p")?.textContent ?? ""
      if (status !== null) status.textContent = range.trim()
    } catch (error) {
      if (asking.signal.aborted) return
      if (status !== null) status.textContent = "The list could not be reached. Press Search to try again."
      reportError(error)
    } finally {
      if (asked === asking) results.removeAttribute("aria-busy")
    }
  }
  const later = () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void show(), delay)
  }
  form.addEventListener("input", later)
  form.addEventListener("change", later)
}

/** Narrows a list while somebody types, by the page that its button leads to. */
export const start = (forms: ReadonlyArray<HTMLElement>): void => forms.forEach(startOne)
