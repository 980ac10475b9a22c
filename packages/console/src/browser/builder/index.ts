import { askForm } from "../ask.ts"
import { startDrag } from "./drag.ts"
import { focusOn, keepFocus } from "./focus.ts"
import { morph } from "./morph.ts"
import { startPickers } from "./picker.ts"
import { enhance } from "./enhance.ts"

/** How often a button's work is begun anew, because the form changed before the answer came. */
const mostTries = 20

/** The builder and what narrows down what is beside it, as markup. */
interface LiveBuilder {
  readonly built: string
  readonly narrowing: string
}

const parse = (markup: string, selector: string): HTMLElement | null =>
  new DOMParser().parseFromString(markup, "text/html").querySelector<HTMLElement>(selector)

const stateOf = (form: HTMLFormElement): string =>
  JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === "string"))

const tabOf = (builder: Element) => builder.querySelector<HTMLInputElement>("input[name=tab]")?.value

const change = (form: HTMLFormElement, { built, narrowing }: LiveBuilder): void => {
  const [builder, next] = [form.querySelector<HTMLElement>("#builder"), parse(built, "#builder")]
  if (builder === null || next === null) return
  enhance(next)
  const focus = next.querySelector("[autofocus]")?.id
  const isSameTab = tabOf(builder) === tabOf(next)
  const refocus = keepFocus(form)
  if (isSameTab) morph(builder, next)
  else {
    builder.replaceChildren(...next.childNodes)
    builder.dispatchEvent(new Event("content-added", { bubbles: true }))
  }
  const [asks, others] = [form.querySelector("[data-narrowing]"), parse(narrowing, "[data-narrowing]")]
  const named = (root: Element) => [...root.querySelectorAll("[name]")].map((each) => each.getAttribute("name")).join()
  if (asks !== null && others !== null && named(asks) !== named(others)) asks.replaceWith(others)
  if (focus === undefined || !focusOn(focus)) refocus()
}

const say = (form: HTMLFormElement, why: string): void => {
  const said = form.querySelector("#builder > [role=status]")
  if (said === null) return
  said.className = "stale"
  said.textContent = why
}

const startOne = (form: HTMLFormElement): void => {
  const first = form.querySelector<HTMLElement>("#builder")
  if (first === null) return
  enhance(first)
  let last: Promise<void> = Promise.resolve()
  let pending = 0

  /** One after the other, as each goes by what the one before left. */
  const queue = (work: () => Promise<void> | undefined) => {
    pending += 1
    last = last
      .then(work)
      .catch(reportError)
      .then(() => void (pending -= 1))
  }

  /** Has a button's work done on the form as it is once that is answered: what is typed meanwhile is not lost. */
  const carryOut = async (action: string) => {
    for (let tries = 0; tries < mostTries; tries++) {
      const before = stateOf(form)
      const asked = await askForm<LiveBuilder>(form, { do: action })
      if (!form.isConnected || asked.type === "stopped") return
      if (asked.type === "none") return say(form, `${asked.why} Nothing was changed.`)
      if (stateOf(form) !== before) continue
      change(form, asked.answer)
      form.dispatchEvent(new Event("input", { bubbles: true }))
      return
    }
    say(form, "The form changed all the while. Nothing was changed by the button: press it again.")
  }

  const act = (action: string) => queue(() => carryOut(action))

  /** The same way again, of what was moved meanwhile and has the focus. */
  const again = (action: string) =>
    queue(() => {
      const { activeElement: focused } = document
      const way = action.slice(action.lastIndexOf("."))
      return focused instanceof HTMLButtonElement && focused.name === "do" && focused.value.endsWith(way)
        ? carryOut(focused.value)
        : undefined
    })

  form.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>("button[name=do]") : null
    if (button === null) return
    event.preventDefault()
    button.focus()
    if (pending > 0 && /\.(?:up|down)$/.test(button.value)) again(button.value)
    else act(button.value)
  })
  // What a field is compared with, and what it is called, depend on these.
  form.addEventListener("change", ({ target }) => {
    if (target instanceof Element && /^(?:target|groupBy|.*\.(?:field|operator))$/.test(target.id)) act("refresh")
  })
  startPickers(form)
  startDrag(form, act)
}

/** Lets the builder of a form change without leaving its page, and be used by pointing. */
export const start = (forms: ReadonlyArray<HTMLElement>): void => {
  for (const form of forms) if (form instanceof HTMLFormElement) startOne(form)
}
