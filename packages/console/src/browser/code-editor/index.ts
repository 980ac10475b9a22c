import { EditorView } from "@codemirror/view"
import { diagnosticsOf } from "./diagnostics.ts"
import { extensionsOf } from "./extensions.ts"
import { languageOf } from "./languages.ts"

/** By which the page's policy lets the editor's styles in. */
const nonce = document.querySelector<HTMLElement>("script[data-style-nonce]")?.dataset["styleNonce"]

const help = "Escape, then Tab, leaves the editor."

/** Makes what leads to a field lead to its editor. */
const redirectFocus = (area: HTMLTextAreaElement, view: EditorView): void => {
  for (const label of area.labels) label.addEventListener("click", () => view.focus())
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest(`a[href="#${CSS.escape(area.id)}"]`) !== null) view.focus()
  })
}

const describe = (area: HTMLTextAreaElement): { readonly id: string; readonly element: HTMLElement } => {
  const element = document.createElement("p")
  element.id = `${area.id}-keys`
  element.className = "hint editor-keys"
  element.textContent = help
  return { id: element.id, element }
}

const attributesOf = (area: HTMLTextAreaElement, described: string): Record<string, string> => {
  const by = [area.getAttribute("aria-describedby"), described].filter((id) => id !== null)
  const label = area.labels[0]
  if (label !== undefined) label.id ||= `${area.id}-label`
  return {
    ...(label === undefined ? {} : { "aria-labelledby": label.id }),
    "aria-describedby": by.join(" "),
    // So that what scrolls is known to be reached by keyboard.
    tabindex: "0",
    spellcheck: "false",
    autocapitalize: "off"
  }
}

/** Puts an editor in the place of a text area, which stays what is sent. */
const startOne = (area: HTMLTextAreaElement, nonce: string): void => {
  const keys = describe(area)
  let updating = false
  const view = new EditorView({
    doc: area.value,
    extensions: [
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of(() => ({
        ...attributesOf(area, keys.id),
        ...(area.getAttribute("aria-invalid") === "true" && { "aria-invalid": "true" })
      })),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (!docChanged || updating) return
        updating = true
        area.value = state.doc.toString()
        area.dispatchEvent(new Event("input", { bubbles: true }))
        updating = false
      }),
      extensionsOf()
    ]
  })
  view.dom.style.setProperty("--editor-height", `${Math.min(area.rows, 24) * 1.5}em`)
  area.before(view.dom, keys.element)
  area.hidden = true
  redirectFocus(area, view)

  // Others write into the field, too: what was typed before is put back, another view shows the same.
  area.addEventListener("input", () => {
    if (updating || area.value === view.state.doc.toString()) return
    updating = true
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: area.value } })
    updating = false
  })
  const show = () => view.dispatch(diagnosticsOf(area, view.state))
  area.addEventListener("marked", show)
  show()
  languageOf(area, (effects) => view.dispatch({ effects }))
}

/** Makes text areas into editors of the language that `data-code-editor` names: `tsx`, `json` or `cel`. */
export const start = (areas: ReadonlyArray<HTMLElement>): void => {
  if (nonce === undefined) return
  for (const area of areas) if (area instanceof HTMLTextAreaElement && !area.hidden) startOne(area, nonce)
}
