const startOne = (form: HTMLElement): void => {
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>("input[name=chosen]")]
  const count = form.querySelector("[data-selection-count]")
  const all = document.createElement("input")
  all.type = "checkbox"
  const label = document.createElement("label")
  label.className = "choose-all"
  label.append(all, " Choose all on this page")
  form.prepend(label)
  const tell = () => {
    const [some, every] = [boxes().filter(({ checked }) => checked).length, boxes().length]
    all.checked = some > 0 && some === every
    all.indeterminate = some > 0 && some < every
    for (const button of form.querySelectorAll("button")) button.disabled = some === 0
    if (count !== null) count.textContent = some === 0 ? "" : `${some} chosen`
  }
  all.addEventListener("change", () => {
    for (const box of boxes()) box.checked = all.checked
    tell()
  })
  document.querySelector("[data-list-results]")?.addEventListener("change", tell)
  addEventListener("pageshow", tell)
  tell()
}

/** Chooses all rows at once, and says how many are chosen. */
export const start = (forms: ReadonlyArray<HTMLElement>): void => forms.forEach(startOne)
