const described = (control: Element, id: string, isWrong: boolean): void => {
  const others = (control.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .filter((token) => !["", id].includes(token))
  const tokens = isWrong ? [...others, id] : others
  if (tokens.length === 0) control.removeAttribute("aria-describedby")
  else control.setAttribute("aria-describedby", tokens.join(" "))
  if (isWrong) control.setAttribute("aria-invalid", "true")
  else control.removeAttribute("aria-invalid")
}

const messageOf = (id: string, text: string): HTMLElement => {
  const message = document.createElement("p")
  message.id = id
  message.className = "live-error"
  message.dataset["script"] = ""
  message.append(Object.assign(document.createElement("b"), { textContent: "Error: " }), text)
  return message
}

/** Says what is wrong at the controls that have it, and takes back what is right now. Says what has no control. */
export const showErrors = (form: HTMLFormElement, errors: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const left = new Map(Object.entries(errors))
  for (const place of form.querySelectorAll<HTMLElement>("[data-built-issues]")) {
    const name = place.dataset["builtIssues"] ?? ""
    const id = `${name}-live`
    const text = left.get(name)
    left.delete(name)
    // What the page came with is told anew, or repaired.
    document.getElementById(`${name}-error`)?.remove()
    const control = document.getElementById(name)
    if (control !== null) described(control, id, text !== undefined)
    if (text === undefined) place.replaceChildren()
    else if (document.getElementById(id)?.textContent !== `Error: ${text}`) place.replaceChildren(messageOf(id, text))
  }
  return [...left.values()]
}
