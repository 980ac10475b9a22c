/** From the builder's form back to texts: whatever the form does not change stays as it is, to the byte. */
import { indentOf, itemsOf, kindOf, memberIn, membersOf, withItems, withMember } from "./json-text.ts"
import {
  type BuilderForm,
  type ColumnRow,
  type FilterRow,
  type ListName,
  mostShown,
  type SortRow,
  type Texts
} from "./model.ts"
import { readFrom } from "./values.ts"

type Change = readonly [key: string, raw: string | undefined]

const quoted = (text: string) => JSON.stringify(text)

/** What of an item differs from how the form was made, as members of its text; all of it, of a new one. */
const changed = <R extends object>(now: R, before: R | undefined, keys: ReadonlyArray<keyof R & string>) =>
  new Set(keys.filter((key) => before === undefined || JSON.stringify(now[key]) !== JSON.stringify(before[key])))

const widthOf = (typed: string): string | undefined => readFrom("number", [typed])

const columnChanges = (now: ColumnRow, before: ColumnRow | undefined): ReadonlyArray<Change> => {
  const keys = changed(now, before, ["field", "label", "width", "hidden"])
  return [
    ...(keys.has("field") ? [["field", quoted(now.field)] as const] : []),
    ...(keys.has("label") ? [["label", now.label === "" ? undefined : quoted(now.label)] as const] : []),
    ...(keys.has("width") ? [["width", widthOf(now.width)] as const] : []),
    ...(keys.has("hidden") ? [["hidden", now.hidden ? "true" : undefined] as const] : [])
  ]
}

const filterChanges = (now: FilterRow, before: FilterRow | undefined): ReadonlyArray<Change> => {
  const keys = changed(now, before, ["field", "operator", "value", "input"])
  const isTyped = now.input !== "kept" && (keys.has("value") || keys.has("input"))
  return [
    ...(keys.has("field") ? [["field", quoted(now.field)] as const] : []),
    ...(keys.has("operator") ? [["operator", quoted(now.operator)] as const] : []),
    ...(isTyped ? [["value", readFrom(now.input, now.value)] as const] : [])
  ]
}

const sortChanges = (now: SortRow, before: SortRow | undefined): ReadonlyArray<Change> => {
  const keys = changed(now, before, ["field", "direction"])
  return [
    ...(keys.has("field") ? [["field", quoted(now.field)] as const] : []),
    ...(keys.has("direction") ? [["direction", quoted(now.direction)] as const] : [])
  ]
}

const withChanges = (object: string, changes: ReadonlyArray<Change>) =>
  changes.reduce((text, [key, raw]) => withMember(text, key, raw), object)

const anew = (changes: ReadonlyArray<Change>) =>
  `{ ${changes.flatMap(([key, raw]) => (raw === undefined ? [] : [`${quoted(key)}: ${raw}`])).join(", ")} }`

/** A list as the form has it; what the form does not show follows as it is. */
const withList = <R extends { readonly was: number | undefined }>(
  settings: string,
  name: ListName,
  now: ReadonlyArray<R>,
  before: ReadonlyArray<R>,
  changes: (now: R, before: R | undefined) => ReadonlyArray<Change>
): string => {
  const array = memberIn(membersOf(settings), name)
  const items = array === undefined ? [] : itemsOf(array)
  const shown = now.map((row) => {
    const [item, was] = row.was === undefined ? [] : [items[row.was], before[row.was]]
    return item === undefined ? anew(changes(row, undefined)) : withChanges(item.raw, changes(row, was))
  })
  if (array === undefined && shown.length === 0) return settings
  const raws = [...shown, ...items.slice(mostShown).map(({ raw }) => raw)]
  const text = withItems(array ?? "[]", raws, indentOf(settings, name))
  return text === array ? settings : withMember(settings, name, text)
}

const withReferences = (references: string, now: BuilderForm, before: BuilderForm): string => {
  const kept = new Map(now.references.map((row) => [row.alias, row]))
  const gone = before.references.filter(({ alias }) => !kept.has(alias))
  const left = gone.reduce((text, { alias }) => withMember(text, alias, undefined), references)
  const known = new Map(before.references.map((row) => [row.alias, row]))
  return now.references.slice(0, mostShown).reduce((text, row) => {
    const was = known.get(row.alias)
    const revision = readFrom("number", [row.revision]) ?? "null"
    if (was === undefined) {
      const reference = `{ "kind": ${quoted(row.kind)}, "id": ${quoted(row.id)}, "revision": ${revision} }`
      return withMember(text, row.alias, reference)
    }
    if (was.revision === row.revision) return text
    const raw = memberIn(membersOf(text), row.alias)
    if (raw === undefined || kindOf(raw) !== "object") return text
    return withMember(text, row.alias, withMember(raw, "revision", revision))
  }, left)
}

/**
 * The texts as the form has them. `before` is the form that was made from `texts` by `formOf`: where the two are alike,
 * the texts are as they were, to the byte.
 */
export const applyForm = (texts: Texts, before: BuilderForm, now: BuilderForm): Texts => {
  const target =
    now.target === before.target ? texts.settings : withMember(texts.settings, "target", quoted(now.target))
  const columns = withList(target, "columns", now.columns, before.columns, columnChanges)
  const filters = withList(columns, "filters", now.filters, before.filters, filterChanges)
  const sort = withList(filters, "sort", now.sort, before.sort, sortChanges)
  const settings =
    now.groupBy === before.groupBy
      ? sort
      : withMember(sort, "groupBy", now.groupBy === "" ? "null" : quoted(now.groupBy))
  return { settings, references: withReferences(texts.references, now, before) }
}
