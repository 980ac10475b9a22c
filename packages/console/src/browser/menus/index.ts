/** Lets arrow keys move within menus, and closes them by Escape, by a press elsewhere, and once the focus is elsewhere. */

const itemsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>(".menu-item")]

const close = (menu: HTMLDetailsElement, refocus: boolean): void => {
  menu.open = false
  if (refocus) menu.querySelector("summary")?.focus()
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count - 1 : at - 1),
  Home: () => 0,
  End: (_, count) => count - 1
}

const startOne = (menu: HTMLElement): void => {
  if (!(menu instanceof HTMLDetailsElement)) return
  menu.addEventListener("keydown", (event) => {
    const { key, target } = event
    if (key === "Escape" && menu.open) {
      event.preventDefault()
      event.stopPropagation()
      close(menu, true)
      return
    }
    const step = steps[key]
    const onSummary = target instanceof Element && target.closest("summary") !== null
    if (step === undefined || (onSummary && !key.startsWith("Arrow"))) return
    event.preventDefault()
    menu.open = true
    const items = itemsOf(menu)
    const at = items.findIndex((item) => item === document.activeElement)
    items[step(at, items.length)]?.focus()
  })
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) close(menu, false)
  })
}

document.addEventListener("pointerdown", ({ target }) => {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details[data-menu][open]")) {
    if (target instanceof Node && !menu.contains(target)) close(menu, false)
  }
})

export const start = (menus: ReadonlyArray<HTMLElement>): void => menus.forEach(startOne)
