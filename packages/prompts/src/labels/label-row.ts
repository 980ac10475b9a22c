import type { PromptLabel } from "@agent-operations/contract/prompts"

/** A row of the table of labels. */
export interface LabelRow {
  readonly prompt_id: string
  readonly label: string
  readonly revision: number | null
  readonly label_revision: number
  readonly moved_at: Date
  readonly moved_by: string
  readonly protected: boolean
}

export type StoredLabel = typeof PromptLabel.Type

export const labelOf = (row: LabelRow): StoredLabel => ({
  promptId: row.prompt_id,
  label: row.label,
  revision: row.revision,
  labelRevision: row.label_revision,
  movedAt: row.moved_at.toISOString(),
  movedBy: JSON.parse(row.moved_by),
  protected: row.protected
})
