/** How long until what goes on is asked for again, in milliseconds; as long as its figures are kept. */
const every = 2000

/** Puts the parts of a newer page in the place of those of this one, but for what somebody is in. */
const show = (newer: Document, selector: string): void => {
  for (const place of document.querySelectorAll<HTMLElement>(selector)) {
    const other = place.id === "" ? newer.querySelector(selector) : newer.getElementById(place.id)
    if (other === null || place.contains(document.activeElement) || place.innerHTML === other.innerHTML) continue
    place.replaceChildren(...other.childNodes)
    place.dispatchEvent(new Event("content-added", { bubbles: true }))
  }
}

/** Whether it still goes on; a page that does not come is no end. */
const refresh = async (): Promise<boolean> => {
  const asked = await fetch(location.href, { redirect: "error", headers: { accept: "text/html" } })
  if (asked.status >= 500) return true
  if (!asked.ok) return false
  const newer = new DOMParser().parseFromString(await asked.text(), "text/html")
  show(newer, "[data-live]")
  const goesOn = newer.querySelector("[data-live=running]") !== null
  // What can be done with it is another once it has ended.
  if (!goesOn) show(newer, ".page-actions")
  return goesOn
}

const watch = async (): Promise<void> => {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, every))
    // Nobody looks.
    if (document.hidden) continue
    try {
      if (!(await refresh())) return
    } catch (error) {
      // Without a connection it is asked for again.
      if (!(error instanceof TypeError)) throw error
    }
  }
}

/** Keeps the parts of a page that go on by themselves up to date, until they have ended. */
export const start = (): void => {
  void watch().catch(reportError)
}
