import { type CommandField, commandFieldsOf, resultNamesOf } from "@agent-operations/contract/calls"
import { camelCase, type Family, type Operation } from "@agent-operations/contract"

/** How one item of a family is read whole: by `get`, and by a list per part where it is too large for one answer. */
export interface Whole {
  /** The items by their start, newest first. */
  readonly list: Operation.Any
  readonly get: Operation.Any
  /** The member of what `get` answers that lists have as an item: `trace`. */
  readonly record: string
  /** The member of a part's input that says whose part it is: `traceId`. */
  readonly owner: string
  /** The other members, each with the operation that lists it: `spans` by `list_trace_spans`. */
  readonly parts: ReadonlyArray<{ readonly name: string; readonly list: Operation.Any }>
}

const takes = (operation: Operation.Any, ...names: ReadonlyArray<string>) => {
  const fields = commandFieldsOf(operation)
  return names.every((name) => fields.some((field) => field.name === name))
}

const isServed = ({ surfaces }: Operation.Any) => surfaces.includes("cli")

/** What identifies a record elsewhere, by the operation that reads it: `traceId` of `get_trace`. */
export const ownerOf = ({ id }: Operation.Any): string | undefined =>
  id.startsWith("get_") ? `${camelCase(id.slice("get_".length))}Id` : undefined

/**
 * How the items of a family are read whole, where it has what that takes: a list of a range of time, whose items say when
 * they started, and `get`, which answers an item with its parts, each of which another operation lists.
 */
export const wholeOf = ({ operations }: Family.Any): Whole | undefined => {
  const { list, get } = operations
  const owner = get && ownerOf(get)
  if (list === undefined || get === undefined || owner === undefined) return undefined
  const record = owner.slice(0, -"Id".length)
  const names = resultNamesOf(get)
  const parts = names.flatMap((name) => {
    const part = name === record ? undefined : operations[name]
    return part?.paging === "cursor" && isServed(part) && takes(part, owner) ? [{ name, list: part }] : []
  })
  const isWhole = names.includes(record) && parts.length > 0 && parts.length === names.length - 1
  const isByTime = list.paging === "cursor" && takes(list, "from", "to") && resultNamesOf(list).includes("startNano")
  return isWhole && isByTime && isServed(list) && isServed(get) ? { list, get, record, owner, parts } : undefined
}

/** What narrows the list: all that it takes but for its pages. */
export const filtersOf = ({ list }: Whole): ReadonlyArray<CommandField> =>
  commandFieldsOf(list).filter(({ name }) => ![list.paging, "limit", "includeTotal"].includes(name))
