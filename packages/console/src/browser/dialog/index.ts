/** Shows what a page asks in a dialog over this one: "Revoke this key?" Without script the link is followed. */

const ask = async (link: HTMLAnchorElement): Promise<void> => {
  const answer = await fetch(link.href)
  const page = new DOMParser().parseFromString(await answer.text(), "text/html")
  const [title, form] = [page.querySelector("main h1"), page.querySelector<HTMLFormElement>("main form[method=post]")]
  const content = page.querySelector("main .page")
  if (!answer.ok || title === null || form === null || content === null) return location.assign(link.href)
  content.querySelector(".page-head")?.remove()
  const dialog = document.createElement("dialog")
  const head = Object.assign(document.createElement("h2"), { id: "dialog-title", className: "dialog-head" })
  head.append(...title.childNodes)
  dialog.setAttribute("aria-labelledby", head.id)
  dialog.append(head, ...content.childNodes)
  for (const each of dialog.querySelectorAll("form")) {
    // A page that asks sends its form to itself.
    if (!each.hasAttribute("action")) each.setAttribute("action", answer.url)
  }
  const cancel = [...dialog.querySelectorAll<HTMLElement>("a.button")].at(-1)
  cancel?.setAttribute("autofocus", "")
  cancel?.addEventListener("click", (event) => {
    event.preventDefault()
    dialog.close()
  })
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close()
  })
  dialog.addEventListener("close", () => {
    dialog.remove()
    link.focus()
  })
  document.body.append(dialog)
  dialog.showModal()
  dialog.dispatchEvent(new Event("content-added", { bubbles: true }))
}

export const start = (links: ReadonlyArray<HTMLElement>): void => {
  for (const link of links) {
    if (!(link instanceof HTMLAnchorElement)) continue
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      link.closest("details")?.removeAttribute("open")
      ask(link).catch(() => location.assign(link.href))
    })
  }
}
