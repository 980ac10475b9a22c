import type { Deleted, EncodedDeleted, EncodedRevision, EncodedSummary, Revision } from "../model.ts"

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

/** What a read of `summaryColumns` gives. */
export type SummaryRow = Omit<RevisionRow, "source" | "settings" | "refs">

/** The revision that a row holds, whose JSON stays the text that it is. */
export const toEncoded = (row: RevisionRow): EncodedRevision => ({
  kind: row.kind,
  id: row.definition_id,
  revision: row.revision,
  name: row.name,
  description: row.description,
  source: row.source,
  settings: row.settings,
  references: row.refs,
  origin: row.origin,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by
})

export const toSummary = (row: SummaryRow): EncodedSummary => ({
  kind: row.kind,
  id: row.definition_id,
  revision: row.revision,
  name: row.name,
  description: row.description,
  origin: row.origin,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by
})

/** A revision with an upper bound of its size as JSON, in bytes. */
export interface ReadRevision extends EncodedRevision {
  readonly bytes: number
}

/** What a read of `readColumns` gives. */
export interface ReadRow extends RevisionRow {
  readonly encoded_bytes: number
}

export const toRead = (row: ReadRow): ReadRevision => ({ ...toEncoded(row), bytes: row.encoded_bytes })

/** Parses the JSON parts of a revision. The store wrote them, so nothing is checked. */
export const decodeRevision = (encoded: EncodedRevision): Revision => ({
  kind: encoded.kind,
  id: encoded.id,
  revision: encoded.revision,
  name: encoded.name,
  description: encoded.description,
  source: JSON.parse(encoded.source),
  settings: JSON.parse(encoded.settings),
  references: JSON.parse(encoded.references),
  origin: JSON.parse(encoded.origin),
  createdAt: encoded.createdAt,
  createdBy: JSON.parse(encoded.createdBy),
  updatedAt: encoded.updatedAt,
  updatedBy: JSON.parse(encoded.updatedBy)
})

/** The same of a deleted definition. */
export const decodeDeleted = (encoded: EncodedDeleted): Deleted => ({
  ...encoded,
  definition: decodeRevision(encoded.definition),
  deletedBy: JSON.parse(encoded.deletedBy)
})
