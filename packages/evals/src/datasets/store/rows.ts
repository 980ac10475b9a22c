import type { Actor } from "@agent-operations/contract"

/** What of an item is JSON, which is kept as its text. */
export const itemParts = ["input", "expected", "metadata", "source"] as const
export type ItemPart = (typeof itemParts)[number]

/** An item at one of its revisions. What is JSON is kept as its text. */
export interface StoredItem {
  readonly id: string
  readonly datasetId: string
  readonly externalId: string | null
  readonly split: string | null
  readonly input: string
  readonly expected: string
  readonly metadata: string
  readonly source: string
  readonly fromVersion: number
  readonly toVersion: number | null
  readonly position: number
  readonly createdAt: Date
  readonly createdBy: string
  readonly updatedAt: Date
  readonly updatedBy: string
  readonly purged: boolean
}

export interface ItemRow {
  readonly item_id: string
  readonly dataset_id: string
  readonly external_id: string | null
  readonly split: string | null
  readonly input: string
  readonly expected: string
  readonly metadata: string
  readonly source: string
  readonly from_version: number
  readonly to_version: number | null
  readonly position: number
  readonly created_at: Date
  readonly created_by: string
  readonly updated_at: Date
  readonly updated_by: string
  readonly purged: boolean
}

/** The columns of a row of items, under the name `i`. */
export const itemColumns = [
  "item_id",
  "dataset_id",
  "external_id",
  "split",
  "input",
  "expected",
  "metadata",
  "source",
  "from_version",
  "to_version",
  "position",
  "created_at",
  "created_by",
  "updated_at",
  "updated_by",
  "purged"
]
  .map((column) => `i.${column}`)
  .join(", ")

export const toItem = (row: ItemRow): StoredItem => ({
  id: row.item_id,
  datasetId: row.dataset_id,
  externalId: row.external_id,
  split: row.split,
  input: row.input,
  expected: row.expected,
  metadata: row.metadata,
  source: row.source,
  fromVersion: row.from_version,
  toVersion: row.to_version,
  position: row.position,
  createdAt: row.created_at,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
  purged: row.purged
})

/** An item as the operations answer it, as JSON. */
export const itemText = (item: StoredItem): string =>
  [
    `{"id":"${item.id}","datasetId":"${item.datasetId}","externalId":${JSON.stringify(item.externalId)},`,
    `"input":${item.input},"expected":${item.expected},"metadata":${item.metadata},`,
    `"split":${JSON.stringify(item.split)},"source":${item.source},`,
    `"fromVersion":${item.fromVersion},"toVersion":${item.toVersion},"position":${item.position},`,
    `"createdAt":"${item.createdAt.toISOString()}","createdBy":${item.createdBy},`,
    `"updatedAt":"${item.updatedAt.toISOString()}","updatedBy":${item.updatedBy},"purged":${item.purged}}`
  ].join("")

/** What a version of a dataset changed. */
export interface VersionEntry {
  readonly version: number
  readonly at: Date
  readonly by: Actor
  readonly created: number
  readonly changed: number
  readonly deleted: number
}
