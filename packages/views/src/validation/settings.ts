import { type FieldType, typeOfPath } from "./fields.ts"
import { checkFilter } from "./filters.ts"
import type { Finding, PageViewNode } from "./model.ts"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import type { Aliases } from "./references.ts"
import { pageViewRecords } from "./targets.ts"

/** By how many fields rows are sorted: of each a statement computes what it is compared by, row by row. */
const maxSorted = 16

const checkSorted = (fields: ReadonlySet<string>): ReadonlyArray<Finding> =>
  fields.size <= maxSorted
    ? []
    : [
        {
          severity: "error",
          code: "TYPE_ERROR",
          path: pointerOf(["settings", "sort"]),
          message: `Rows are sorted by ${fields.size} different fields, with the group: at most ${maxSorted} may be.`
        }
      ]

/** Checks every field that a page view's settings name, and that each filter's value suits its field. */
export const checkSettings = ({ settings }: PageViewNode, aliases: Aliases): ReadonlyArray<Finding> => {
  const { target, columns = [], filters = [], sort = [], groupBy = null } = settings
  const typed = (field: string, ...path: ReadonlyArray<string | number>) =>
    fieldType(field, pageViewRecords[target], aliases, pointerOf(["settings", ...path]))

  return [
    ...columns.flatMap(({ field }, at) => typed(field, "columns", at, "field").findings),
    ...filters.flatMap((filter, at) => {
      const { findings, type } = typed(filter.field, "filters", at, "field")
      return type === undefined ? findings : checkFilter(filter, type, pointerOf(["settings", "filters", at]))
    }),
    ...sort.flatMap(({ field }, at) => typed(field, "sort", at, "field").findings),
    ...checkSorted(new Set([...sort.map(({ field }) => field), ...(groupBy === null ? [] : [groupBy])])),
    ...(groupBy === null ? [] : typed(groupBy, "groupBy").findings)
  ]
}

type Typed = { readonly findings: ReadonlyArray<Finding>; readonly type?: FieldType }

const fieldType = (field: string, records: Parameters<typeof typeOfPath>[1], aliases: Aliases, path: string): Typed => {
  const failed = (code: Finding["code"], message: string): Typed => ({
    findings: [{ severity: "error", code, path, message }]
  })
  if (!field.startsWith(customPrefix)) {
    const type = typeOfPath(field, records)
    if (type !== undefined) return { findings: [], type }
    const roots = [...records, "custom"].map((root) => `"${root}."`).join(" or ")
    return failed("UNKNOWN_FIELD", `There is no field ${field} here: fields start with ${roots}`)
  }
  const alias = field.slice(customPrefix.length)
  if (!aliases.has(alias)) return failed("UNKNOWN_ALIAS", `No reference has the alias ${alias}.`)
  const definition = aliases.get(alias)
  if (definition?.kind === "page_view") {
    return failed("TYPE_ERROR", `${field} is a page view; only a custom field has a value.`)
  }
  return { findings: [], type: definition?.settings.valueType ?? "json" }
}

const customPrefix = "custom."

/** The aliases that settings name: as a field, or anywhere in `extra`, which the application defines. */
export const aliasesInSettings = ({ settings }: PageViewNode): ReadonlySet<string> => {
  const { columns = [], filters = [], sort = [], groupBy = null, extra } = settings
  const named = [...columns, ...filters, ...sort].map(({ field }) => field)
  const found = new Set<string>()
  for (const text of [...named, ...(groupBy === null ? [] : [groupBy])]) {
    if (text.startsWith(customPrefix)) found.add(text.slice(customPrefix.length))
  }
  for (const text of stringsIn(extra)) found.add(text.startsWith(customPrefix) ? text.slice(customPrefix.length) : text)
  return found
}

/** Every string in a JSON value, without recursion: the value may be nested as deeply as its sender liked. */
const stringsIn = function* (value: unknown): Generator<string> {
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next === "string") yield next
    else if (typeof next === "object" && next !== null) for (const item of Object.values(next)) pending.push(item)
  }
}
