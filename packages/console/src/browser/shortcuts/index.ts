/** Presses what the keys of a shortcut are for, and lists all shortcuts by `?`. */

const storage = "agent-operations.shortcuts"
/** How long, in milliseconds, the second key of a shortcut is waited for. */
const patience = 1500

const isOff = (): boolean => {
  try {
    return localStorage.getItem(storage) === "off"
  } catch {
    return false
  }
}

const switchOff = (off: boolean): void => {
  try {
    if (off) localStorage.setItem(storage, "off")
    else localStorage.removeItem(storage)
  } catch {
    // A browser that keeps nothing asks again on the next page.
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"))

/** Somebody may need single keys for something else: assistive technology, or a voice that types. */
const addToggle = (within: ParentNode): void => {
  const place = within.querySelector<HTMLElement>("[data-shortcuts-toggle]")
  if (place === null) return
  const label = document.createElement("label")
  const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: !isOff() })
  box.addEventListener("change", () => switchOff(!box.checked))
  label.append(box, " Use keyboard shortcuts in this browser")
  place.replaceChildren(label)
  place.hidden = false
}

const showAll = async (address: string): Promise<void> => {
  if (document.querySelector("dialog.shortcuts-dialog[open]") !== null) return
  const answer = await fetch(address)
  const page = new DOMParser().parseFromString(await answer.text(), "text/html")
  const list = page.getElementById("shortcuts")
  if (list === null) {
    location.assign(address)
    return
  }
  const dialog = document.createElement("dialog")
  dialog.className = "dialog shortcuts-dialog"
  dialog.setAttribute("aria-labelledby", "shortcuts-title")
  const title = Object.assign(document.createElement("h2"), {
    id: "shortcuts-title",
    textContent: "Keyboard shortcuts"
  })
  const close = Object.assign(document.createElement("button"), { type: "button", className: "button plain" })
  close.textContent = "Close"
  close.addEventListener("click", () => dialog.close())
  dialog.append(title, ...list.childNodes, close)
  dialog.addEventListener("close", () => dialog.remove())
  addToggle(dialog)
  document.body.append(dialog)
  dialog.showModal()
}

export const start = ([root]: ReadonlyArray<HTMLElement>): void => {
  const address = root?.dataset["shortcuts"]
  if (address === undefined) return
  addToggle(document)
  let pressed = ""
  let since = 0
  document.addEventListener("keydown", (event) => {
    const { key, target } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || key.length !== 1) return
    if (isTyping(target) || isOff() || document.querySelector("dialog[open]") !== null) return
    if (key === "?") {
      event.preventDefault()
      showAll(address).catch(() => location.assign(address))
      return
    }
    pressed = event.timeStamp - since < patience && pressed !== "" ? `${pressed} ${key}` : key
    since = event.timeStamp
    const found = [...document.querySelectorAll<HTMLElement>("[data-shortcut]")].find(
      ({ dataset }) => dataset["shortcut"] === pressed || dataset["shortcut"] === key
    )
    if (found === undefined) return
    pressed = ""
    event.preventDefault()
    found.focus()
    found.click()
  })
}
