const startOne = (button: HTMLElement): void => {
  const { copy, copyText } = button.dataset
  const source = copyText ?? document.getElementById(copy ?? "")?.textContent
  if (source === undefined || navigator.clipboard === undefined) return
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
    const text = copyText ?? document.getElementById(copy ?? "")?.textContent ?? ""
    navigator.clipboard.writeText(text).then(
      () => say("Copied"),
      () => say("Copying was not allowed; select the text instead")
    )
  })
}

/** Shows the buttons that copy the text of an element. Without script they stay hidden, and it is selected by hand. */
export const start = (buttons: ReadonlyArray<HTMLElement>): void => buttons.forEach(startOne)
