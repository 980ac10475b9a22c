import {
  compareSides,
  fullEffort,
  isChanged,
  type Json,
  type JsonChange,
  type Part,
  type Run,
  type Side,
  unifiedDiff
} from "@agent-operations/definition-diff"
import { pointerOf } from "@agent-operations/error-envelope/pointer"

/** An item that a list got or lost, with its place in the list that has it, counted from 0. */
export interface ItemChange {
  readonly type: "added" | "removed"
  readonly index: number
  readonly value: Json
}

/** One place that differs, by its JSON Pointer. */
export type Change = { readonly path: string } & (
  | { readonly type: "added"; readonly after: Json }
  | { readonly type: "removed"; readonly before: Json }
  | { readonly type: "changed"; readonly before: Json; readonly after: Json }
  | { readonly type: "items"; readonly items: ReadonlyArray<ItemChange> }
)

/** How one part of a definition differs: its values by path, and its code as a unified diff. */
export interface PartChange {
  readonly part: "name" | "description" | "source" | "settings" | "references"
  readonly text?: string
  readonly changes: ReadonlyArray<Change>
}

/** How one revision of a definition became another, as data. */
export interface Comparison {
  /** Those that differ. */
  readonly parts: ReadonlyArray<PartChange>
  readonly unchanged: ReadonlyArray<PartChange["part"]>
  /** Whether more places differ than are told. */
  readonly isCut: boolean
}

const itemsOf = (runs: ReadonlyArray<Run<Json>>): ReadonlyArray<ItemChange> => {
  let [before, after] = [0, 0]
  return runs.flatMap(({ type, items }) => {
    const start = type === "added" ? after : before
    if (type !== "added") before += items.length
    if (type !== "removed") after += items.length
    return type === "kept" ? [] : items.map((value, at) => ({ type, index: start + at, value }))
  })
}

const changeOf = (change: JsonChange): Change => {
  const path = pointerOf(change.path)
  return change.type === "items" ? { path, type: "items", items: itemsOf(change.runs) } : { ...change, path }
}

const nameOf = ({ title }: Part) => title.toLowerCase() as PartChange["part"]

/** How a part differs: the name and the description as a whole, the source by its lines too. */
const partOf = (each: Part, before: Side, after: Side): PartChange => {
  const part = nameOf(each)
  if (part === "name" || part === "description") {
    return { part, changes: [{ path: "", type: "changed", before: before[part], after: after[part] }] }
  }
  const text = part === "source" ? unifiedDiff(before.text, after.text) : ""
  return { part, ...(text !== "" && { text }), changes: each.values.map(changeOf) }
}

/** Compares two revisions, as the console does. */
export const compare = (before: Side, after: Side): Comparison => {
  const effort = fullEffort()
  const all = compareSides(before, after, effort)
  const parts = all.filter(isChanged).map((each) => partOf(each, before, after))
  return { parts, unchanged: all.filter((each) => !isChanged(each)).map(nameOf), isCut: effort.isCut }
}
