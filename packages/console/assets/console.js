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

// Forms are sent once, and not when the server would refuse them for their size: either would lose what is on the page.
const maxBodyBytes = Number(document.currentScript.dataset.maxBodyBytes)
const sending = new Set()

const sizeOf = (form, submitter) => {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter)) fields.append(name, value.replace(/\r?\n/g, "\r\n"))
  return fields.toString().length
}

const refuse = (form, text) => {
  const notice = document.createElement("div")
  notice.className = "notice bad"
  notice.setAttribute("role", "alert")
  notice.append(Object.assign(document.createElement("p"), { textContent: text }))
  form.before(notice)
  notice.scrollIntoView({ block: "nearest" })
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event
  if (form.method !== "post") return
  if (form.previousElementSibling?.matches(".notice.bad")) form.previousElementSibling.remove()
  const size = sizeOf(form, submitter)
  if (sending.has(form)) event.preventDefault()
  else if (size > maxBodyBytes) {
    event.preventDefault()
    const [large, most] = [size, maxBodyBytes].map((bytes) => (bytes / 1024 / 1024).toFixed(1))
    refuse(form, `This is ${large} MiB as a form, and ${most} MiB is the most. Shorten it; nothing was sent.`)
  } else {
    sending.add(form)
    // Somebody may have stopped it.
    setTimeout(() => sending.delete(form), 5000)
  }
})
addEventListener("pageshow", () => sending.clear())
