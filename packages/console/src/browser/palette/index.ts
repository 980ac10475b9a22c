/** Shows what a search finds while somebody types, as a list to choose from by arrow keys: the palette. */

const wait = 120

const optionsOf = (results: Element): void => {
  for (const section of results.querySelectorAll("section")) section.setAttribute("role", "group")
  for (const other of results.querySelectorAll("h2, ul, li")) other.setAttribute("role", "presentation")
  for (const [n, link] of results.querySelectorAll("a").entries()) {
    link.id = `palette-option-${n}`
    link.setAttribute("role", "option")
    link.setAttribute("aria-selected", "false")
    link.tabIndex = -1
  }
}

const makePalette = (address: string) => {
  const dialog = document.createElement("dialog")
  dialog.className = "dialog palette"
  dialog.setAttribute("aria-label", "Search")
  const input = document.createElement("input")
  for (const [name, value] of Object.entries({
    type: "text",
    role: "combobox",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "Search, or jump to…",
    maxlength: "120",
    "aria-label": "Search, or jump to a page",
    "aria-expanded": "true",
    "aria-controls": "palette-results",
    "aria-autocomplete": "list"
  })) {
    input.setAttribute(name, value)
  }
  const results = document.createElement("div")
  results.id = "palette-results"
  results.setAttribute("role", "listbox")
  results.setAttribute("aria-label", "Results")
  const status = document.createElement("p")
  status.className = "unseen"
  status.setAttribute("role", "status")
  dialog.append(input, results, status)
  document.body.append(dialog)

  let asked: AbortController | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let chosen = -1

  const options = () => [...results.querySelectorAll<HTMLAnchorElement>("a")]

  const choose = (place: number): void => {
    const all = options()
    chosen = all.length === 0 ? -1 : (place + all.length) % all.length
    for (const [n, option] of all.entries()) option.setAttribute("aria-selected", String(n === chosen))
    const option = all[chosen]
    if (option === undefined) input.removeAttribute("aria-activedescendant")
    else {
      input.setAttribute("aria-activedescendant", option.id)
      option.scrollIntoView({ block: "nearest" })
    }
  }

  const show = async (): Promise<void> => {
    asked?.abort()
    asked = new AbortController()
    const { signal } = asked
    results.setAttribute("aria-busy", "true")
    try {
      const answer = await fetch(`${address}?${new URLSearchParams({ q: input.value })}`, { signal })
      const page = new DOMParser().parseFromString(await answer.text(), "text/html")
      const found = page.getElementById("found")
      if (signal.aborted) return
      if (found === null) throw new Error("no results")
      optionsOf(found)
      results.replaceChildren(...found.childNodes)
      choose(0)
      const count = options().length
      status.textContent = count === 1 ? "1 result" : `${count} results`
    } catch {
      if (signal.aborted) return
      status.textContent = "The search did not work. Try again."
      results.replaceChildren(Object.assign(document.createElement("p"), { textContent: status.textContent }))
      choose(-1)
    }
    results.removeAttribute("aria-busy")
  }

  input.addEventListener("input", () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void show(), wait)
  })
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      choose(chosen + step)
    } else if (event.key === "Enter") {
      event.preventDefault()
      const option = options()[chosen]
      if (option === undefined) return
      if (event.ctrlKey || event.metaKey) window.open(option.href, "_blank", "noopener")
      else option.click()
    }
  })
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close()
  })
  dialog.addEventListener("close", () => asked?.abort())

  return {
    open: (asked: string): void => {
      if (dialog.open) return
      if (asked !== "") input.value = asked
      dialog.showModal()
      if (asked === "") input.select()
      void show()
    }
  }
}

/** The forms that search, of which the first says where: it stays a form where this does not run. */
export const start = (forms: ReadonlyArray<HTMLElement>): void => {
  const address = forms[0]?.getAttribute("action")
  if (address == null) return
  let palette: ReturnType<typeof makePalette> | undefined
  const open = (asked = "") => (palette ??= makePalette(address)).open(asked)
  for (const form of forms) {
    form.addEventListener("submit", (event) => {
      event.preventDefault()
      open()
    })
    const field = form.querySelector("input")
    field?.addEventListener("click", () => open())
    field?.addEventListener("input", () => {
      open(field.value)
      field.value = ""
    })
  }
  document.addEventListener("keydown", (event) => {
    const isK = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "k"
    if (!isK) return
    event.preventDefault()
    open()
  })
}
