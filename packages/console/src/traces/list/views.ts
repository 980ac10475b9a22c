import { inTurns, parsedJson } from "@agent-operations/operations"
import { Effect } from "effect"
import type { JsonObject } from "../../content/form/control.ts"
import { drawPreview, mayPreview } from "../../content/preview.ts"
import { rowsPreview } from "../../content/sections/page-views/rows.ts"
import { readFirst, readStored } from "../../content/stored.ts"
import { readOnly } from "../../content/verbs.ts"
import { clip } from "../../content/words.ts"
import type { ContentVisit } from "../../context.ts"
import type { Option } from "../../html/field.ts"
import { sectionOf } from "../../site.ts"
import { visible } from "../values.ts"

/** How many page views the list offers to be seen through: the newest. */
const mostViews = 100

/** The section of page views, where their rows are served and somebody may see them. */
const viewsSection = ({ site, access }: ContentVisit) => {
  const section = sectionOf(site, "page_view")
  return section !== undefined && mayPreview(access, section) ? section : undefined
}

/** The page views that the list of traces can be seen through. */
export const readViews = Effect.fnUntraced(function* (visit: ContentVisit) {
  const section = viewsSection(visit)
  if (section === undefined) return []
  const items = yield* readOnly(readFirst(section, { limit: mostViews, target: "traces" }))
  return items.map(({ id, name }): Option => ({ value: id, label: visible(clip(name, 60)) }))
})

/** The list as a page view shows it; undefined where none is chosen. */
export const drawChosenView = Effect.fnUntraced(function* (visit: ContentVisit) {
  const id = visit.query("view") ?? ""
  const section = viewsSection(visit)
  if (id === "" || section === undefined) return undefined
  const { source, settings, references } = yield* readStored(section, id)
  const content = { source, references, settings: (yield* inTurns(parsedJson(settings))) as JsonObject }
  return yield* drawPreview(visit, { ...rowsPreview, form: undefined }, { type: "saved", id, content })
})
