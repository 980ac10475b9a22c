/** Shows, in the place of a link, the part that the page has which it leads to; the link stays where there is none. */
const startOne = async (place: HTMLElement): Promise<void> => {
  const link = place.querySelector<HTMLAnchorElement>("a[href]")
  if (link === null) return
  place.setAttribute("aria-busy", "true")
  try {
    const answer = await fetch(link.href, { redirect: "error" })
    const page = new DOMParser().parseFromString(await answer.text(), "text/html")
    const shown = page.querySelector("[data-shown]")
    if (shown === null) return
    const isFocused = place.contains(document.activeElement)
    place.replaceChildren(...shown.childNodes)
    if (isFocused) place.querySelector<HTMLElement>("a[href], button, input, select")?.focus({ preventScroll: true })
    place.dispatchEvent(new Event("content-added", { bubbles: true }))
  } catch (error) {
    // Without a connection, too, the link leads there.
    if (!(error instanceof TypeError)) reportError(error)
  } finally {
    place.removeAttribute("aria-busy")
  }
}

/** Loads what a page leaves for later, so that it is not waited for. */
export const start = (places: ReadonlyArray<HTMLElement>): void => {
  for (const place of places) void startOne(place)
}
