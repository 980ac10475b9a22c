/** The builder's form as a browser sent it. */
import type { Form } from "../../../../form.ts"
import { aliasFor } from "./alias.ts"
import { nameOf } from "./do.ts"
import type { BuilderForm, ColumnRow, FilterRow, ListName, SortRow } from "./model.ts"
import { inputFor, readFrom, type ValueInput, valueInputs } from "./values.ts"

/** The items of a list in the order of the form, each once, with the place that it had. */
const placesOf = (posted: Form, list: ListName): ReadonlyArray<number> => [
  ...new Set(posted.all(list).flatMap((place) => (/^\d{1,3}$/.test(place) ? [Number(place)] : [])))
]

const reading = (posted: Form, list: ListName, place: number) => ({
  text: (part: string, before: string) => {
    const name = nameOf(list, place, part)
    return posted.has(name) ? posted.text(name) : before
  },
  name: (part: string) => nameOf(list, place, part)
})

const rowsOf = <R>(
  posted: Form,
  list: ListName,
  before: ReadonlyArray<R>,
  read: (row: R, place: ReturnType<typeof reading>) => R
): ReadonlyArray<R> =>
  placesOf(posted, list).flatMap((place) => {
    const row = before[place]
    return row === undefined ? [] : [read(row, reading(posted, list, place))]
  })

const column =
  (posted: Form) =>
  (row: ColumnRow, { text, name }: ReturnType<typeof reading>): ColumnRow => ({
    was: row.was,
    field: text("field", row.field),
    label: text("label", row.label),
    width: text("width", row.width),
    hidden: posted.has(name("hidden"))
  })

const isInput = (text: string): text is ValueInput => (valueInputs as ReadonlyArray<string>).includes(text)

/** The value of a filter whose field or operator is another now: as it was typed, where that can still be meant. */
const retyped = (row: FilterRow, typeOf: (field: string) => string | undefined): FilterRow => {
  const { field, operator } = row
  const fits = (input: ValueInput, value: ReadonlyArray<string>): FilterRow => ({ ...row, input, value })
  if (row.input === "kept") return row
  const wanted = inputFor(field, typeOf(field), operator, undefined)
  if (wanted === row.input) return row
  if (wanted === "exists" || row.input === "exists") return fits(wanted, wanted === "choices" ? [] : [""])
  const raw = readFrom(row.input, row.value)
  const meant: unknown = raw === undefined ? "" : JSON.parse(raw)
  const texts = (Array.isArray(meant) ? meant : [meant])
    .map((one) => (typeof one === "string" ? one : JSON.stringify(one)))
    .filter((text) => text !== "")
  if (wanted === "choices") return fits(wanted, texts)
  return fits(wanted, [wanted === "texts" || wanted === "numbers" ? texts.join("\n") : (texts[0] ?? "")])
}

const filter =
  (posted: Form, typeOf: (field: string) => string | undefined) =>
  (row: FilterRow, { text, name }: ReturnType<typeof reading>): FilterRow => {
    const typedInto = text("input", row.input)
    const input = isInput(typedInto) ? typedInto : row.input
    const values = posted.all(name("value"))
    const now: FilterRow = {
      was: row.was,
      field: text("field", row.field),
      operator: text("operator", row.operator),
      input,
      value: input === "kept" ? row.value : input === "choices" ? values : [values[0] ?? row.value[0] ?? ""]
    }
    return now.field === row.field && now.operator === row.operator ? now : retyped(now, typeOf)
  }

const sort = (row: SortRow, { text }: ReturnType<typeof reading>): SortRow => ({
  was: row.was,
  field: text("field", row.field),
  direction: text("direction", row.direction)
})

/** What was posted, over the form that was made from the texts that were posted with it. */
export const postedForm = (
  posted: Form,
  before: BuilderForm,
  typeOf: (field: string) => string | undefined
): BuilderForm => {
  const whole = (name: string, was: string) => (posted.has(name) ? posted.text(name) : was)
  return {
    target: whole("target", before.target),
    columns: rowsOf(posted, "columns", before.columns, column(posted)),
    filters: rowsOf(posted, "filters", before.filters, filter(posted, typeOf)),
    sort: rowsOf(posted, "sort", before.sort, sort),
    groupBy: whole("groupBy", before.groupBy),
    references: before.references.map((row) => ({
      ...row,
      revision: whole(`references.${row.alias}.revision`, row.revision)
    }))
  }
}

/** A custom field that was picked by its ID. */
export const pickedId = /^cf_[0-9a-z]{26}$/

/** The IDs of custom fields that were picked. */
export const pickedIn = ({ columns, filters, sort, groupBy }: BuilderForm): ReadonlyArray<string> => [
  ...new Set(
    [...columns, ...filters, ...sort, { field: groupBy }].flatMap(({ field }) => (pickedId.test(field) ? [field] : []))
  )
]

/** The form with each custom field that was picked by its ID as a reference, by whose alias it is named. */
export const withPicked = (form: BuilderForm, names: ReadonlyMap<string, string>): BuilderForm => {
  const references = [...form.references]
  const aliases = new Map(references.flatMap(({ alias, id, kind }) => (kind === "custom_field" ? [[id, alias]] : [])))
  for (const id of pickedIn(form)) {
    if (aliases.has(id) || !names.has(id)) continue
    const alias = aliasFor(names.get(id)!, new Set(references.map(({ alias }) => alias)))
    references.push({ alias, kind: "custom_field", id, revision: "" })
    aliases.set(id, alias)
  }
  const named = (field: string) => (aliases.has(field) ? `custom.${aliases.get(field)}` : field)
  const all = <R extends { readonly field: string }>(rows: ReadonlyArray<R>) =>
    rows.map((row) => ({ ...row, field: named(row.field) }))
  return {
    ...form,
    columns: all(form.columns),
    filters: all(form.filters),
    sort: all(form.sort),
    groupBy: named(form.groupBy),
    references
  }
}
