import type { Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Said } from "../figures.ts"
import { type ItemRow, reviewOf, type SlotRow, submissionOf, type SubmissionRow } from "./rows.ts"
import type { ItemKey, Scope } from "./scope.ts"

/** Which reviews of a session a list has. */
export interface ReviewPage {
  readonly status: string | undefined
  readonly after: number
  readonly limit: number
}

/** So many items of a session, those after an ordinal. */
export interface ItemsOf {
  readonly after: number
  readonly most: number
}

const byOrdinal = <Row extends { readonly ordinal: number }>(rows: ReadonlyArray<Row>) =>
  Map.groupBy(rows, ({ ordinal }) => ordinal)

/** Reads of reviews, and of what was said in them. */
export const makeReads = (sql: SqlClient.SqlClient, scope: Scope) => {
  const among = (ordinals: ReadonlyArray<number>) => sql`any(${`{${ordinals.join()}}`}::int[])`

  const slots = (space: Space, sessionId: string, ordinals: ReadonlyArray<number>) => sql<SlotRow>`
    select s.ordinal, s.slot, s.submitted_at,
      case when s.submitted_at is not null or s.held_until > now() then s.reviewer end as reviewer,
      case when s.held_until > now() then s.held_until end as held_until
    from agent_operations.review_slots as s
    where ${scope.session("s", space, sessionId)} and s.ordinal = ${among(ordinals)} order by s.ordinal, s.slot`

  const withSlots = Effect.fnUntraced(function* (space: Space, items: ReadonlyArray<ItemRow>) {
    if (items.length === 0) return []
    const ordinals = items.map(({ ordinal }) => ordinal)
    const found = byOrdinal(yield* slots(space, items[0]!.session_id, ordinals))
    return items.map((item) => reviewOf(item, found.get(item.ordinal) ?? []))
  })

  /** Submissions of some items that count, or all of them, the newest of a slot first. */
  const submissions = (space: Space, sessionId: string, ordinals: ReadonlyArray<number>, all: boolean) =>
    Effect.map(
      sql<SubmissionRow>`
        select x.* from (
          select m.ordinal, m.slot, m.number, m.reviewer, m.via, m.scores, m.submitted_at,
            row_number() over (partition by m.ordinal, m.slot order by m.number desc) = 1 as counts
          from agent_operations.review_submissions as m
          where ${scope.session("m", space, sessionId)} and m.ordinal = ${among(ordinals)}) as x
        where x.counts or ${all} order by x.ordinal, x.counts desc, x.slot, x.number desc`,
      byOrdinal
    )

  return {
    submissions,

    /** A review by its ID. */
    review: Effect.fnUntraced(function* (space: Space, id: string) {
      const items = yield* sql<ItemRow>`
        select i.* from agent_operations.review_items as i where ${scope.project("i", space)} and i.id = ${id}`
      return (yield* withSlots(space, items))[0]
    }),

    /** A review by its place. */
    at: Effect.fnUntraced(function* (space: Space, key: ItemKey) {
      const items = yield* sql<ItemRow>`
        select i.* from agent_operations.review_items as i where ${scope.item("i", space, key)}`
      return (yield* withSlots(space, items))[0]!
    }),

    /** A page of a session's reviews, by ordinal. */
    page: Effect.fnUntraced(function* (space: Space, sessionId: string, { status = null, after, limit }: Page) {
      const items = yield* sql<ItemRow>`
        select i.* from agent_operations.review_items as i
        where ${scope.session("i", space, sessionId)} and i.ordinal > ${after}
          and (${status}::text is null or i.status = ${status})
        order by i.ordinal limit ${limit}`
      return yield* withSlots(space, items)
    }),

    /**
     * What people said of some items of a session, of what counts: the answers alone, without what was said beside them. A
     * label is told by its hash, as labels may be a hundred times as long as what they are counted by.
     */
    counted: (space: Space, sessionId: string, { after, most }: ItemsOf) => sql<Said>`
      select m.ordinal, (
        select coalesce(json_object_agg(said.key, case json_typeof(said.value -> 'value')
          when 'string' then to_json(encode(sha256(convert_to(said.value ->> 'value', 'UTF8')), 'base64'))
          else said.value -> 'value' end), '{}')::text
        from json_each(m.scores::json) as said
      ) as answers
      from (
        select distinct on (m.ordinal, m.slot) m.ordinal, m.slot, m.scores from agent_operations.review_submissions as m
        where ${scope.session("m", space, sessionId)} and m.ordinal > ${after} and m.ordinal <= ${after + most}
        order by m.ordinal, m.slot, m.number desc
      ) as m order by m.ordinal, m.slot`,

    toSubmission: submissionOf
  }
}

type Page = Omit<ReviewPage, "status"> & { readonly status?: string | null | undefined }
