/** An address with what the fields of a form hold now. */
const withFields = (address: string, form: HTMLFormElement): string => {
  const filled = [...new FormData(form)].filter((field): field is [string, string] => field[1] !== "")
  return filled.length === 0 ? address : `${address}?${new URLSearchParams(filled)}`
}

const textOf = (button: HTMLElement): string | undefined => {
  const { copy = "", copyText, copyFields } = button.dataset
  const form = copyFields === undefined ? null : button.closest("form")
  if (copyText === undefined) return document.getElementById(copy)?.textContent
  return form === null ? copyText : withFields(copyText, form)
}

const startOne = (button: HTMLElement): void => {
  if (textOf(button) === undefined || navigator.clipboard === undefined) return
  const status = document.createElement("span")
  status.className = "copied"
  status.setAttribute("role", "status")
  button.after(status)
  button.hidden = false
  const say = (text: string) => {
    status.textContent = text
    setTimeout(() => (status.textContent = ""), 4000)
  }
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(textOf(button) ?? "").then(
      () => say("Copied"),
      () => say("Copying was not allowed; select the text instead")
    )
  })
}

/** Shows the buttons that copy the text of an element. Without script they stay hidden, and it is selected by hand. */
export const start = (buttons: ReadonlyArray<HTMLElement>): void => buttons.forEach(startOne)
