type Child = Node | string

/** An element with text, attributes and children. */
export const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  ...children: ReadonlyArray<Child>
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** A button that does something on the page. */
export const pressable = (label: string, kind: "primary" | "plain", press: () => void): HTMLButtonElement => {
  const made = element("button", { type: "button", class: `button ${kind}` }, label)
  made.addEventListener("click", press)
  return made
}

/** Puts a notice above a form, in the place of the one of that name that was there. */
export const showNotice = (
  form: HTMLFormElement,
  name: string,
  kind: "plain" | "warning" | "bad",
  ...children: ReadonlyArray<Child>
): HTMLElement => {
  hideNotice(form, name)
  const role = kind === "bad" ? "alert" : "status"
  const made = element("div", { class: `notice ${kind}`, role, "data-notice": name }, ...children)
  form.before(made)
  return made
}

export const hideNotice = (form: HTMLFormElement, name: string): void =>
  form.parentElement?.querySelector(`:scope > [data-notice="${name}"]`)?.remove()
