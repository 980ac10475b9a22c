import { askForm } from "../ask.ts"
import { showErrors } from "./errors.ts"
import { showRows } from "./rows.ts"

/** How long somebody pauses before what they typed is shown, in milliseconds. */
const pause = 100

/** How long until a server that was not reached is asked again: a network can say that it is back before it is. */
const again = 3000

/** What the server tells: what to show, or why what is shown is of before the last change. */
interface Live {
  readonly shown: string | null
  readonly said: string
  readonly errors: Readonly<Record<string, string>>
}

/** What a form has beside it. */
class Panel {
  readonly #panel: HTMLElement
  readonly #shown: HTMLElement
  readonly #said: HTMLElement

  constructor(panel: HTMLElement, shown: HTMLElement, said: HTMLElement) {
    this.#panel = panel
    this.#shown = shown
    this.#said = said
  }

  wait(): void {
    this.#panel.setAttribute("aria-busy", "true")
    this.#shown.dataset["stale"] = ""
  }

  show(markup: string): void {
    this.#end(showRows(this.#shown, markup), false)
    delete this.#shown.dataset["stale"]
  }

  /** What is shown stays, and is of before. */
  keep(why: string): void {
    const isRows = this.#shown.querySelector("table") !== null
    this.#end(isRows ? `${why} The rows below are of before your last change.` : why, true)
  }

  #end(said: string, isSeen: boolean): void {
    this.#panel.removeAttribute("aria-busy")
    this.#said.className = isSeen ? "stale" : "unseen"
    if (this.#said.textContent !== said) this.#said.textContent = said
  }
}

const panelOf = (form: HTMLFormElement): Panel | undefined => {
  const panel = form.querySelector<HTMLElement>("#preview")
  const [shown, said] = ["shown", "said"].map((part) => panel?.querySelector<HTMLElement>(`[data-preview-${part}]`))
  return panel && shown && said ? new Panel(panel, shown, said) : undefined
}

const startOne = (form: HTMLFormElement): void => {
  const panel = panelOf(form)
  if (panel === undefined) return
  let waiting: ReturnType<typeof setTimeout> | undefined
  let stop = new AbortController()
  let isLost = false

  const show = async () => {
    clearTimeout(waiting)
    stop.abort()
    const { signal } = (stop = new AbortController())
    panel.wait()
    const asked = await askForm<Live>(form, { action: "preview" }, signal)
    if (asked.type === "stopped" || signal.aborted) return
    isLost = asked.type === "none" && asked.isLost
    if (isLost) waiting = setTimeout(() => form.isConnected && void show(), again)
    if (asked.type === "none") return panel.keep(asked.why)
    const { shown, said, errors } = asked.answer
    const elsewhere = showErrors(form, errors)
    if (shown === null) panel.keep([said, ...elsewhere].join(" "))
    else panel.show(shown)
  }

  const showSoon = () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void show(), pause)
  }
  form.addEventListener("input", showSoon)
  form.addEventListener("change", showSoon)
  // The button that shows it without script, which the Enter key presses, too.
  form.addEventListener("click", (event) => {
    const { target } = event
    if (!(target instanceof Element) || target.closest("button[name=action][value=preview]") === null) return
    event.preventDefault()
    void show()
  })
  addEventListener("online", () => isLost && form.isConnected && void show())
  void show()
}

/** Shows what a form has beside it while somebody types. */
export const start = (forms: ReadonlyArray<HTMLElement>): void => {
  for (const form of forms) if (form instanceof HTMLFormElement) startOne(form)
}
