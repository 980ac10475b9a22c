import { keysOf, pointerOf } from "@agent-operations/error-envelope/pointer"
import { Result } from "effect"
import { applyForm } from "./apply.ts"
import { type BuilderForm, formOf, type ListName, type Texts } from "./model.ts"

const hasField = ({ field }: { readonly field: string }) => field.trim() !== ""

const hasValue = ({ input, value }: BuilderForm["filters"][number]) =>
  input === "exists" || input === "kept" || value.some((text) => text.trim() !== "")

interface Finished {
  readonly texts: Texts
  /** Where the form has what a pointer into those texts leads to. */
  readonly pathInForm: (path: string) => string
}

const isList = (name: string): name is ListName => name === "columns" || name === "filters" || name === "sort"

/** The texts without items that are not finished: those without a field, and filters without a value. */
export const finished = (texts: Texts): Finished => {
  const shown = formOf(texts, () => undefined)
  if (Result.isFailure(shown)) return { texts, pathInForm: (path) => path }
  const form = shown.success
  const kept = {
    ...form,
    columns: form.columns.filter(hasField),
    filters: form.filters.filter((row) => hasField(row) && hasValue(row)),
    sort: form.sort.filter(hasField)
  }
  const pathInForm = (path: string) => {
    const [root = "", list = "", item, ...rest] = keysOf(path)
    if (root !== "settings" || !isList(list) || item === undefined) return path
    const was = kept[list][Number(item)]?.was
    return was === undefined ? path : pointerOf([root, list, String(was), ...rest])
  }
  return { texts: applyForm(texts, form, kept), pathInForm }
}
