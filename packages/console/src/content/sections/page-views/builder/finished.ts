import { Result } from "effect"
import { applyForm } from "./apply.ts"
import { type BuilderForm, formOf, type Texts } from "./model.ts"

const hasField = ({ field }: { readonly field: string }) => field.trim() !== ""

const hasValue = ({ input, value }: BuilderForm["filters"][number]) =>
  input === "exists" || input === "kept" || value.some((text) => text.trim() !== "")

/** The texts without items that are not finished: those without a field, and filters without a value. */
export const finished = (texts: Texts): Texts => {
  const shown = formOf(texts, () => undefined)
  if (Result.isFailure(shown)) return texts
  const form = shown.success
  return applyForm(texts, form, {
    ...form,
    columns: form.columns.filter(hasField),
    filters: form.filters.filter((row) => hasField(row) && hasValue(row)),
    sort: form.sort.filter(hasField)
  })
}
