/** A team's own schemas, as precise as they would write them. */
import * as z from "zod"
import type { Verb } from "./store.ts"

const id = z.string().regex(/^pv_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
const name = z.string().trim().min(1).max(120)
const description = z.string().max(2000).nullable()
const revision = z.int().positive()
const limit = z.int().min(1).max(200)
const column = z.strictObject({ field: z.string(), label: z.string().optional(), width: z.int().min(0).optional() })
const filter = z.strictObject({ field: z.string(), operator: z.string(), value: z.json().optional() })
const settings = z.strictObject({
  target: z.enum(["traces", "spans"]),
  columns: z.array(column).optional(),
  filters: z.array(filter).optional(),
  sorts: z.array(z.json()).optional(),
  extra: z.record(z.string(), z.json()).optional()
})
const source = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("table") }),
  z.strictObject({ type: z.literal("react"), code: z.string().max(262_144) })
])
const reference = z.strictObject({ kind: z.string(), id: z.string(), revision: revision.nullable().optional() })
const references = z.record(z.string().regex(/^[a-z][a-zA-Z0-9_]{0,39}$/), reference)

export const schemas = {
  get_page_view: z.strictObject({ id, revision: revision.optional() }),
  list_page_views: z.strictObject({ limit: limit.optional() }),
  get_page_view_history: z.strictObject({ id, limit: limit.optional() }),
  get_page_view_dependencies: z.strictObject({ id, limit: limit.optional() }),
  create_page_view: z.strictObject({
    name,
    description: description.optional(),
    source,
    settings,
    references: references.optional()
  }),
  update_page_view: z.strictObject({ id, expectedRevision: revision, description: description.optional() }),
  copy_page_view: z.strictObject({ id, name })
} satisfies Record<Verb, z.ZodType>
