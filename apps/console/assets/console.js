// Copy buttons. Without this script they stay hidden, and the text is selected by hand.
for (const button of document.querySelectorAll("button[data-copy]")) {
  const source = document.getElementById(button.dataset.copy)
  if (source === null || navigator.clipboard === undefined) continue
  const status = document.createElement("span")
  status.className = "copied"
  status.setAttribute("role", "status")
  button.after(status)
  button.hidden = false
  const say = (text) => {
    status.textContent = text
    setTimeout(() => (status.textContent = ""), 4000)
  }
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(source.textContent).then(
      () => say("Copied"),
      () => say("Copying was not allowed; select the text instead")
    )
  })
}
