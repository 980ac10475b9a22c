/** How long, in milliseconds, a toast stays that nobody looks at. */
const patience = 12_000

/** What was done is said once: not again when the page is reloaded. */
const forget = (): void => {
  const url = new URL(location.href)
  if (!url.searchParams.has("done")) return
  url.searchParams.delete("done")
  history.replaceState(history.state, "", url)
}

const startOne = (toast: HTMLElement): void => {
  if (toast.classList.contains("floating")) return
  toast.classList.add("floating")
  const button = document.createElement("button")
  button.type = "button"
  button.className = "button quiet"
  button.textContent = "Dismiss"
  button.addEventListener("click", () => toast.remove())
  toast.append(button)
  const later = () => {
    if (toast.matches(":hover, :focus-within")) setTimeout(later, patience)
    else toast.remove()
  }
  setTimeout(later, patience)
}

/** Lets what was done float at the end of the window, where it can be dismissed. Without script it stands above the page. */
export const start = (toasts: ReadonlyArray<HTMLElement>): void => {
  forget()
  toasts.forEach(startOne)
}
