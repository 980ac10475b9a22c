/** Puts the text of a picked file, and its name, into fields of the same form. */
const startOne = (place: HTMLElement): void => {
  const picked = place.querySelector<HTMLInputElement>("input[type=file]")
  const form = place.closest("form")
  if (picked === null || form === null) return
  const fill = (name: string | undefined, text: string) => {
    const field = name === undefined ? null : form.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
    field.value = text
    field.dispatchEvent(new Event("input", { bubbles: true }))
  }
  picked.addEventListener("change", () => {
    const [file] = picked.files ?? []
    if (file === undefined) return
    void file.text().then((text) => {
      fill(place.dataset["fileInto"], text)
      fill(place.dataset["fileName"], file.name)
    }, reportError)
  })
  place.hidden = false
}

/** Lets people pick a file in place of typing its text. Without script its text is pasted. */
export const start = (places: ReadonlyArray<HTMLElement>): void => places.forEach(startOne)
