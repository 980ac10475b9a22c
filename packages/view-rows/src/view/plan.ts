import type { FieldType } from "@agent-operations/contract/records"
import {
  type CustomFieldNode,
  type DefinitionNode,
  type Graph,
  type PageViewNode,
  type Resolution,
  resolution
} from "@agent-operations/views"
import type { PageViewTarget } from "@agent-operations/contract/page-views"
import type { Filter, Sort } from "@agent-operations/traces"
import { isOfBody } from "@agent-operations/traces/store"
import type { FieldFilter, FieldSpec, JsonValue } from "../formulas/protocol.ts"
import { parsePath } from "./path.ts"

/** A field of a page view's settings: built in, or custom. */
export type PlanField =
  | { readonly name: string; readonly type: FieldType; readonly unit: null; readonly path: string }
  | { readonly name: string; readonly type: FieldType; readonly unit: string | null; readonly custom: number }

export interface PlanFilter extends Filter {
  readonly on: PlanField
}

export interface PlanSort extends Sort {
  readonly on: PlanField
}

/** What a page view shows, with each field found. */
export interface Plan {
  readonly target: PageViewTarget
  readonly columns: ReadonlyArray<{ readonly on: PlanField; readonly label: string | null; readonly hidden: boolean }>
  /** The filters that the database decides, and those that are decided here. */
  readonly inDatabase: ReadonlyArray<Filter>
  readonly here: ReadonlyArray<PlanFilter>
  readonly group: PlanField | null
  /** Of the group first. */
  readonly sorts: ReadonlyArray<PlanSort>
  /** Whether the database has every field that rows are sorted by. */
  readonly sortedInDatabase: boolean
  /** The custom fields that are computed, each after those that it uses. */
  readonly fields: ReadonlyArray<FieldSpec>
}

const customPrefix = "custom."

interface Settings extends Omit<PageViewNode["settings"], "columns" | "sort" | "filters"> {
  readonly columns?: ReadonlyArray<{ readonly field: string; readonly label?: string; readonly hidden?: boolean }>
  readonly sort?: ReadonlyArray<Sort>
  readonly filters?: ReadonlyArray<Filter>
}

const settingsOf = ({ settings }: PageViewNode) => settings as Settings

/** Gathers custom fields as they are needed, each once and after those that it uses. A valid graph has no cycle. */
const gatherer = (graph: Resolution) => {
  const fields: Array<FieldSpec> = []
  const places = new Map<CustomFieldNode, number>()
  const place = (node: CustomFieldNode): number => {
    const known = places.get(node)
    if (known !== undefined) return known
    const aliases: Record<string, number> = Object.create(null)
    if (node.source.type === "formula") {
      for (const [alias, reference] of Object.entries(node.references)) {
        const used = graph.resolve(reference)
        if (used?.kind === "custom_field") aliases[alias] = place(used)
      }
    }
    const { target, valueType } = node.settings
    const source =
      node.source.type === "formula"
        ? ({ type: "formula", expression: node.source.expression } as const)
        : ({ type: "attribute", pointer: node.source.pointer } as const)
    fields.push({ target, valueType, source, aliases: { ...aliases } })
    places.set(node, fields.length - 1)
    return fields.length - 1
  }
  return { fields, place }
}

/** Whether rows are in tables of traces, which filter and sort them: others come from lists, and are taken as they come. */
const isRecorded = (target: PageViewTarget): target is "traces" | "trace" => target === "traces" || target === "trace"

/** Puts together what a valid page view asks for. */
export const planOf = ({ root, nodes }: Graph & { readonly root: PageViewNode }, target: Plan["target"]): Plan => {
  const graph = resolution<DefinitionNode>({ root, nodes })
  const { fields, place } = gatherer(graph)
  const { columns = [], filters = [], sort = [], groupBy = null } = settingsOf(root)

  const fieldOf = (name: string): PlanField => {
    if (!name.startsWith(customPrefix)) return { name, type: parsePath(name).type, unit: null, path: name }
    const node = graph.resolve(root.references[name.slice(customPrefix.length)]!) as CustomFieldNode
    const { valueType, unit } = node.settings as CustomFieldNode["settings"] & { readonly unit?: string | null }
    return { name, type: valueType, unit: unit ?? null, custom: place(node) }
  }

  const isInDatabase = (on: PlanField) => isRecorded(target) && "path" in on && !isOfBody(on.path)
  const found = filters.map((filter): PlanFilter => ({ ...filter, on: fieldOf(filter.field) }))
  const grouped = groupBy === null ? null : fieldOf(groupBy)
  const direction = sort.find(({ field }) => field === groupBy)?.direction ?? "asc"
  // A field decides once: rows that a sort by it leaves alike are so in the next.
  const byField = new Map<string, Sort>(groupBy === null ? [] : [[groupBy, { field: groupBy, direction }]])
  for (const one of sort) if (!byField.has(one.field)) byField.set(one.field, one)
  const sorts = [...byField.values()].map((one): PlanSort => ({ ...one, on: fieldOf(one.field) }))
  return {
    target,
    columns: columns.map(({ field, label, hidden }) => ({
      on: fieldOf(field),
      label: label ?? null,
      hidden: hidden ?? false
    })),
    inDatabase: found.filter(({ on }) => isInDatabase(on)),
    here: found.filter(({ on }) => !isInDatabase(on)),
    group: grouped,
    sorts,
    sortedInDatabase: sorts.every(({ on }) => isInDatabase(on)),
    fields
  }
}

/** The filters on custom fields, as threads read them. */
export const customFilters = ({ here }: Plan): ReadonlyArray<FieldFilter> =>
  here.flatMap(({ on, operator, value }) =>
    "custom" in on
      ? [{ field: on.custom, operator, ...(value === undefined ? {} : { value: value as JsonValue }) }]
      : []
  )

/** The places of some custom fields and of all that they use, in the order in which they are computed. */
export const neededFor = (fields: ReadonlyArray<FieldSpec>, wanted: Iterable<number>): ReadonlyArray<number> => {
  const needed = new Set<number>()
  const pending = [...wanted]
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    if (needed.has(place)) continue
    needed.add(place)
    pending.push(...Object.values(fields[place]!.aliases))
  }
  return [...needed].sort((a, b) => a - b)
}
