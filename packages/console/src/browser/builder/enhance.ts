const grip = (): HTMLElement => {
  const handle = document.createElement("span")
  handle.className = "grip"
  // By keyboard and by ear, the buttons beside it move.
  handle.setAttribute("aria-hidden", "true")
  handle.textContent = "⠿"
  return handle
}

/** Gives a builder what needs script: handles to drag items by, and pickers of fields in place of the browser's lists. */
export const enhance = (builder: HTMLElement): void => {
  for (const list of builder.querySelectorAll("[data-items]")) {
    const items = [...list.children]
    if (items.length > 1) for (const item of items) item.prepend(grip())
  }
  for (const input of builder.querySelectorAll("input[data-field-picker]")) {
    input.removeAttribute("list")
    input.setAttribute("role", "combobox")
    input.setAttribute("aria-autocomplete", "list")
    input.setAttribute("aria-expanded", "false")
    input.setAttribute("spellcheck", "false")
  }
}
