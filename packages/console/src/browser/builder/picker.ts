import { type FieldChoice, choicesIn, matching } from "./field-choices.ts"

const listId = "picked-fields"

const option = ({ value, label, type, about, group }: FieldChoice, n: number): HTMLElement => {
  const part = (name: string, text: string) =>
    Object.assign(document.createElement("span"), { className: `picker-${name}`, textContent: text, dir: "auto" })
  const item = document.createElement("li")
  item.id = `${listId}-${n}`
  item.setAttribute("role", "option")
  item.setAttribute("aria-selected", "false")
  item.dataset["value"] = value
  const words = [group === "Custom fields" ? "Custom field" : "", about].filter((text) => text !== "").join(" · ")
  item.append(part("name", label), part("type", type), ...(words === "" ? [] : [part("about", words)]))
  return item
}

/** The list of fields below the input that they are picked for: one at a time. */
class Picker {
  readonly input: HTMLInputElement
  readonly #list = document.createElement("ul")

  constructor(input: HTMLInputElement) {
    this.input = input
    this.#list.id = listId
    this.#list.className = "picker-list"
    this.#list.dataset["script"] = ""
    this.#list.setAttribute("role", "listbox")
    this.#list.setAttribute("aria-label", "Fields")
    input.closest(".picker")?.append(this.#list)
    input.setAttribute("aria-expanded", "true")
    input.setAttribute("aria-controls", listId)
  }

  close(): void {
    this.#list.remove()
    this.input.setAttribute("aria-expanded", "false")
    for (const name of ["aria-controls", "aria-activedescendant"]) this.input.removeAttribute(name)
  }

  show(choices: ReadonlyArray<FieldChoice>): void {
    const none = Object.assign(document.createElement("li"), {
      className: "picker-none",
      textContent: "No field is called so. A path can be typed all the same."
    })
    none.setAttribute("role", "option")
    none.setAttribute("aria-disabled", "true")
    this.#list.replaceChildren(...(choices.length === 0 ? [none] : choices.map(option)))
    this.input.removeAttribute("aria-activedescendant")
    const chosen = this.#options().find(({ dataset }) => dataset["value"] === this.input.value)
    if (chosen !== undefined) this.#turnTo(chosen)
  }

  step(by: 1 | -1): void {
    const options = this.#options()
    const at = options.findIndex(({ ariaSelected }) => ariaSelected === "true")
    const to = at === -1 ? (by === 1 ? 0 : options.length - 1) : (at + by + options.length) % options.length
    if (options[to] !== undefined) this.#turnTo(options[to])
  }

  /** The value that is turned to. */
  get value(): string | undefined {
    return this.#options().find(({ ariaSelected }) => ariaSelected === "true")?.dataset["value"]
  }

  #options(): ReadonlyArray<HTMLElement> {
    return [...this.#list.querySelectorAll<HTMLElement>("[data-value]")]
  }

  #turnTo(option: HTMLElement): void {
    for (const each of this.#options()) each.ariaSelected = String(each === option)
    this.input.setAttribute("aria-activedescendant", option.id)
    this.#list.scrollTop = Math.max(0, option.offsetTop - this.#list.clientHeight / 2)
  }
}

const pickerOf = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.matches("[data-field-picker]") ? target : undefined

/** Lets fields be picked by name, type and what they are: a combobox with a list that only suggests. */
export const startPickers = (form: HTMLFormElement): void => {
  let open: Picker | undefined
  const close = () => {
    open?.close()
    open = undefined
  }
  const show = (input: HTMLInputElement, typed: string) => {
    if (open?.input !== input) {
      close()
      open = new Picker(input)
    }
    open?.show(matching(choicesIn(form), typed))
  }
  const choose = (value: string) => {
    const input = open?.input
    close()
    if (input === undefined) return
    input.value = value
    input.dispatchEvent(new Event("input", { bubbles: true }))
    // One that ends in a dot goes on: its key is typed.
    if (!value.endsWith(".")) input.dispatchEvent(new Event("change", { bubbles: true }))
  }

  form.addEventListener("input", ({ target, isTrusted }) => {
    const input = pickerOf(target)
    if (input !== undefined && isTrusted) show(input, input.value)
  })
  form.addEventListener("click", ({ target }) => {
    const input = pickerOf(target)
    if (input !== undefined && open?.input !== input) show(input, "")
    const chosen = target instanceof Element ? target.closest<HTMLElement>(`#${listId} [data-value]`) : null
    if (chosen !== null) choose(chosen.dataset["value"] ?? "")
  })
  form.addEventListener("pointerdown", (event) => {
    // The input keeps the focus.
    if (event.target instanceof Element && event.target.closest(`#${listId}`) !== null) event.preventDefault()
  })
  form.addEventListener("mousedown", (event) => {
    if (event.target instanceof Element && event.target.closest(`#${listId}`) !== null) event.preventDefault()
  })
  form.addEventListener("focusout", close)
  form.addEventListener("keydown", (event) => {
    const input = pickerOf(event.target)
    if (input === undefined || event.isComposing) return
    const isOpen = open?.input === input
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        event.preventDefault()
        if (!isOpen) show(input, "")
        if (isOpen || open?.value === undefined) open?.step(event.key === "ArrowDown" ? 1 : -1)
        break
      case "Enter":
        if (!isOpen || open?.value === undefined) return close()
        event.preventDefault()
        choose(open.value)
        break
      case "Escape":
        if (!isOpen) return
        event.preventDefault()
        event.stopPropagation()
        close()
    }
  })
}
