import { Compartment, type Extension, type StateEffect } from "@codemirror/state"
import { EditorView } from "@codemirror/view"

/** Loaded where they are needed. */
const languages: Readonly<Record<string, (area: HTMLTextAreaElement) => Promise<Extension>>> = {
  tsx: async () => (await import("@codemirror/lang-javascript")).javascript({ jsx: true, typescript: true }),
  json: async () => (await import("@codemirror/lang-json")).json(),
  cel: async (area) => {
    const [{ cel }, { completeCel }] = await Promise.all([import("./cel.ts"), import("./complete-cel.ts")])
    return [cel, cel.data.of({ autocomplete: completeCel(area) }), EditorView.lineWrapping]
  }
}

const compartment = new Compartment()

/** The place of the language among an editor's extensions. */
export const anyLanguage: Extension = compartment.of([])

/** The radio buttons that decide whether a text is code, by `data-code-where="sourceType=formula"`. */
const deciders = (area: HTMLTextAreaElement) => {
  const [name = "", value = ""] = area.dataset["codeWhere"]?.split("=") ?? []
  const inputs = name === "" ? [] : [...(area.form?.elements ?? [])]
  return inputs
    .filter(
      (input): input is HTMLInputElement =>
        input instanceof HTMLInputElement && input.name === name && input.value !== ""
    )
    .map((input) => ({ input, isCode: value.split(" ").includes(input.value) }))
}

/** Loads the language of a text area and keeps to what is chosen beside it. */
export const languageOf = (area: HTMLTextAreaElement, use: (effect: StateEffect<unknown>) => void): void => {
  const load = languages[area.dataset["codeEditor"] ?? ""]
  if (load === undefined) return
  const radios = deciders(area)
  const choose = async () => {
    const isCode = radios.length === 0 || radios.some(({ input, isCode }) => input.checked && isCode)
    use(compartment.reconfigure(isCode ? await load(area) : []))
  }
  for (const { input } of radios) input.addEventListener("change", () => void choose().catch(reportError))
  choose().catch(reportError)
}
