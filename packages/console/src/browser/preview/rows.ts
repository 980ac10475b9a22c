const focusable = "a[href], button, input, select, textarea, summary, [tabindex]"

const focusables = (root: Element) => [...root.querySelectorAll<HTMLElement>(focusable)]

/** What is shown, in a sentence. */
const sentence = (shown: Element): string => {
  const nothing = shown.querySelector(".empty p")?.textContent?.trim()
  if (nothing !== undefined) return nothing
  const rows = shown.querySelectorAll("tbody tr").length
  return rows === 1 ? "Shows 1 row." : `Shows ${rows} rows.`
}

/** Puts other rows in the place of those that are shown, where they differ: focus and scroll stay. */
export const showRows = (shown: HTMLElement, markup: string): string => {
  const next = new DOMParser().parseFromString(markup, "text/html").body
  if (shown.innerHTML !== next.innerHTML) {
    const scrolled = [...shown.querySelectorAll(".wide-table")].map(({ scrollLeft, scrollTop }) => ({
      scrollLeft,
      scrollTop
    }))
    const focused = focusables(shown).findIndex((each) => each === document.activeElement)
    shown.replaceChildren(...next.childNodes)
    shown.querySelectorAll(".wide-table").forEach((each, n) => Object.assign(each, scrolled[n]))
    focusables(shown)[focused]?.focus({ preventScroll: true })
    shown.dispatchEvent(new Event("content-added", { bubbles: true }))
  }
  return sentence(shown)
}
