import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete"

interface Offered {
  readonly label: string
  readonly detail: string
  readonly about: string
}

/** What the page says that formulas can use. */
interface Catalogue {
  readonly targets: Readonly<Record<string, ReadonlyArray<string>>>
  readonly records: Readonly<Record<string, ReadonlyArray<Offered & { readonly isOpen: boolean }>>>
  readonly functions: ReadonlyArray<Offered>
  readonly methods: ReadonlyArray<Offered>
}

const readCatalogue = (area: HTMLTextAreaElement): Catalogue | undefined => {
  const text = document.getElementById(`${area.id}-completions`)?.textContent
  return text == null ? undefined : (JSON.parse(text) as Catalogue)
}

const field = (name: string): string => {
  const found = document.querySelector(`[name="${name}"]`)
  return found instanceof HTMLTextAreaElement || found instanceof HTMLSelectElement ? found.value : ""
}

/** The records that the form's target has, as it stands. */
const recordsOf = ({ targets, records }: Catalogue): ReadonlyArray<string> => {
  return targets[field("settings.target")] ?? Object.keys(records)
}

/** The aliases of the form's references, as far as they can be read. */
const aliases = (): ReadonlyArray<string> => {
  try {
    return Object.keys(JSON.parse(field("references")) as object)
  } catch {
    return []
  }
}

const called =
  (type: string) =>
  ({ label, detail, about }: Offered): Completion => ({
    label,
    detail,
    info: about,
    type,
    apply: (view, completion, from, to) => {
      // Between the parentheses, where something is taken.
      const text = `${completion.label}()`
      const at = from + text.length - (detail.includes("():") ? 0 : 1)
      view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: at } })
    }
  })

const fieldsOf = (catalogue: Catalogue, record: string): ReadonlyArray<Completion> =>
  (catalogue.records[record] ?? []).map(({ label, detail, about, isOpen }) => ({
    label,
    detail,
    info: isOpen ? `${about} One of them: ${record}.${label}["key"].` : about,
    type: "property"
  }))

const offered = (catalogue: Catalogue, path: string | undefined): ReadonlyArray<Completion> => {
  if (path === undefined) {
    return [
      ...recordsOf(catalogue).map((label) => ({ label, detail: "record", type: "variable", boost: 2 })),
      ...(aliases().length === 0
        ? []
        : [{ label: "custom", detail: "other custom fields", type: "variable", boost: 1 }]),
      ...catalogue.functions.map(called("function")),
      ...["true", "false", "null"].map((label) => ({ label, type: "keyword" }))
    ]
  }
  if (path === "custom") return aliases().map((label) => ({ label, detail: "custom field", type: "property" }))
  return recordsOf(catalogue).includes(path) ? fieldsOf(catalogue, path) : catalogue.methods.map(called("method"))
}

/** Completes the records, fields and functions of a formula, by what the page says that there is. */
export const completeCel = (area: HTMLTextAreaElement): CompletionSource => {
  const catalogue = readCatalogue(area)
  return (context: CompletionContext): CompletionResult | null => {
    const before = context.matchBefore(/(?:[\w\])"']+\.)?\w*$/)
    if (catalogue === undefined || before === null) return null
    const dot = before.text.lastIndexOf(".")
    const path = dot === -1 ? undefined : before.text.slice(0, dot)
    if (before.text === "" && !context.explicit) return null
    return { from: before.from + dot + 1, options: [...offered(catalogue, path)], validFor: /^\w*$/ }
  }
}
