/** What a project has to make a run of, by name, where the reader may know of it. */
import { Effect } from "effect"
import { Invoker } from "@agent-operations/operations"
import { holds } from "../content/may.ts"
import { invoke } from "../content/port.ts"
import { readOnly } from "../content/verbs.ts"
import type { ContentVisit } from "../context.ts"
import type { Option } from "../html/field.ts"

export interface Listed {
  readonly id: string
  readonly name: string
  readonly source: { readonly type: string }
}

/** The most that a field offers: who has more names it by its ID. */
const most = 100

const lists = {
  app: { operation: "list_apps", scope: "apps:read" },
  dataset: { operation: "list_datasets", scope: "datasets:read" },
  scorer: { operation: "list_scorers", scope: "scorers:read" }
} as const

/** Definitions of a kind, the last changed first; none where they are not served, or not the reader's to read. */
export const listed = Effect.fnUntraced(function* (visit: ContentVisit, kind: keyof typeof lists) {
  const { operation, scope } = lists[kind]
  if (!holds(visit.access, scope) || (yield* Invoker).find(operation) === undefined) return []
  const { items } = yield* readOnly(invoke(operation, [], { limit: most }))
  return items as ReadonlyArray<Listed>
})

/** The same as options of a field, with what was chosen, which may be none of the first. */
export const optionsOf = (items: ReadonlyArray<Listed>, chosen = ""): ReadonlyArray<Option> => [
  ...items.map(({ id, name }) => ({ value: id, label: name })),
  ...(chosen === "" || items.some(({ id }) => id === chosen) ? [] : [{ value: chosen, label: chosen }])
]
