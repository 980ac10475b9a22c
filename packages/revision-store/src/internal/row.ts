import type { Revision } from "../model.ts"

/** A row of `revisions` as the client decodes it. */
export interface RevisionRow {
  readonly kind: string
  readonly definition_id: string
  readonly revision: number
  readonly name: string
  readonly description: string | null
  readonly source: string
  readonly settings: string
  readonly refs: string
  readonly origin: string
  readonly created_at: Date
  readonly created_by: string
  readonly updated_at: Date
  readonly updated_by: string
}

/** The revision that a row holds. The store wrote the row, so it is trusted as it is. */
export const toRevision = (row: RevisionRow): Revision => ({
  kind: row.kind,
  id: row.definition_id,
  revision: row.revision,
  name: row.name,
  description: row.description,
  source: JSON.parse(row.source),
  settings: JSON.parse(row.settings),
  references: JSON.parse(row.refs),
  origin: JSON.parse(row.origin),
  createdAt: row.created_at.toISOString(),
  createdBy: JSON.parse(row.created_by),
  updatedAt: row.updated_at.toISOString(),
  updatedBy: JSON.parse(row.updated_by)
})
