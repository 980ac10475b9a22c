import type { Actor } from "@agent-operations/contract"
import type { Review, ReviewSession, ReviewSubmission, Rubric } from "@agent-operations/contract/reviews"

/** A row of sessions. */
export interface SessionRow {
  readonly id: string
  readonly request_key: string
  readonly inputs_hash: string
  readonly name: string
  readonly subject_type: ReviewSession["subject"]["type"]
  readonly subject_id: string | null
  readonly rubric: string
  readonly reviewers_per_item: number
  readonly assignees: ReadonlyArray<string>
  readonly reservation_minutes: number
  readonly blind: boolean
  readonly browser_only: boolean
  readonly instructions: string
  readonly status: ReviewSession["status"]
  readonly items: number
  readonly completed: number
  readonly withdrawn: number
  readonly reviews: number
  readonly created_at: Date
  readonly created_by: string
  readonly closed_at: Date | null
  readonly closed_by: string | null
}

const actor = (text: string) => JSON.parse(text) as Actor

export const sessionOf = (row: SessionRow): ReviewSession => ({
  id: row.id,
  requestKey: row.request_key,
  name: row.name,
  status: row.status,
  subject: row.subject_type === "eval_run" ? { type: "eval_run", runId: row.subject_id! } : { type: "traces" },
  rubric: JSON.parse(row.rubric) as Rubric,
  reviewersPerItem: row.reviewers_per_item,
  assignees: row.assignees,
  reservationMinutes: row.reservation_minutes,
  blind: row.blind,
  browserOnly: row.browser_only,
  instructions: row.instructions,
  counts: { items: row.items, completed: row.completed, withdrawn: row.withdrawn, reviews: row.reviews },
  createdAt: row.created_at.toISOString(),
  createdBy: actor(row.created_by),
  closedAt: row.closed_at?.toISOString() ?? null,
  closedBy: row.closed_by === null ? null : actor(row.closed_by)
})

/** A row of items. */
export interface ItemRow {
  readonly session_id: string
  readonly ordinal: number
  readonly id: string
  readonly subject_type: Review["subject"]["type"]
  readonly subject_id: string
  readonly status: Review["status"]
}

/** A row of slots, of which a reservation that ended is told as none. Law: H3. */
export interface SlotRow {
  readonly ordinal: number
  readonly slot: number
  readonly reviewer: string | null
  readonly held_until: Date | null
  readonly submitted_at: Date | null
}

export const reviewOf = (item: ItemRow, slots: ReadonlyArray<SlotRow>): Review => ({
  id: item.id,
  sessionId: item.session_id,
  ordinal: item.ordinal,
  subject: { type: item.subject_type, id: item.subject_id },
  status: item.status,
  slots: slots.map(({ slot, reviewer, held_until, submitted_at }) => ({
    slot,
    reviewer: reviewer === null ? null : actor(reviewer),
    until: submitted_at === null ? (held_until?.toISOString() ?? null) : null,
    submittedAt: submitted_at?.toISOString() ?? null
  }))
})

/** A row of submissions. */
export interface SubmissionRow {
  readonly ordinal: number
  readonly slot: number
  readonly number: number
  readonly counts: boolean
  readonly reviewer: string
  readonly via: ReviewSubmission["via"]
  readonly scores: string
  readonly submitted_at: Date
}

export const submissionOf = (row: SubmissionRow): ReviewSubmission => ({
  slot: row.slot,
  number: row.number,
  supersedes: row.number === 1 ? null : row.number - 1,
  counts: row.counts,
  reviewer: actor(row.reviewer),
  via: row.via,
  scores: JSON.parse(row.scores) as ReviewSubmission["scores"],
  submittedAt: row.submitted_at.toISOString()
})
